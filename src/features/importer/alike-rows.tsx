import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import type { LikeRow } from '#contract/importer/endpoints.ts';
import { personFacts, sharedWords } from '#shared/same-people/person-facts.ts';
import classes from './importer.module.css';

/** What was said of a row: the id of who it is, or `other` for another person. */
export type WhoIsWho = ReadonlyMap<string, string>;

type Props = {
  rows: readonly LikeRow[];
  /** All of them; only the first are sent. */
  count: number;
  answers: WhoIsWho;
  onAnswer: (answers: WhoIsWho) => void;
  isDisabled: boolean;
};

const skipped = 'skip';

/** Rows whose patient may be here already: each is the same person, another one, or left out for now. */
export function AlikeRows({ rows, count, answers, onAnswer, isDisabled }: Props) {
  const sayOfAll = (of: (row: LikeRow) => string | undefined) =>
    onAnswer(new Map(rows.flatMap((row) => (of(row) === undefined ? [] : [[row.id, of(row) ?? '']]))));
  const say = (id: string, answer: string) => {
    const next = new Map(answers);
    if (answer === skipped) next.delete(id);
    else next.set(id, answer);
    onAnswer(next);
  };
  return (
    <section aria-labelledby="alike-rows">
      <h2 className={classes.part} id="alike-rows">
        {count === 1
          ? '1 patient may already be here'
          : `${count.toLocaleString('en-US')} patients may already be here`}
      </h2>
      <Text c="dimmed" size="sm">
        Choose who each of them is. Rows without an answer are skipped.
        {count > rows.length && ` The first ${rows.length} are listed. Import them, then choose the files again.`}
      </Text>
      <Group gap="xs" my="xs">
        <Button size="xs" variant="default" disabled={isDisabled} onClick={() => sayOfAll(firstOf)}>
          All are the same person
        </Button>
        <Button size="xs" variant="default" disabled={isDisabled} onClick={() => sayOfAll(() => 'other')}>
          All are other people
        </Button>
      </Group>
      <Stack gap="md">
        {rows.map((row) => (
          <Radio.Group
            key={row.id}
            label={`${showName(row)}, ${showDate(row.DateOfBirth)}`}
            description={[row.Phone === null ? '' : showPhone(row.Phone), `${row.file} line ${row.line}`]
              .filter(Boolean)
              .join(' · ')}
            value={answers.get(row.id) ?? skipped}
            onChange={(answer) => say(row.id, answer)}
          >
            <Stack gap={6} mt={6}>
              {row.people.map((person) => (
                <Radio
                  key={person.PatientId}
                  value={person.PatientId}
                  disabled={isDisabled}
                  label={`Same person as ${showName(person)}`}
                  description={`${personFacts(person)} · same ${sharedWords(person.shared)}`}
                />
              ))}
              {row.rows.map((other) => (
                <Radio
                  key={other.id}
                  value={other.id}
                  disabled={isDisabled}
                  label={`Same person as in ${other.file} line ${other.line}`}
                />
              ))}
              <Radio value="other" disabled={isDisabled} label="Another person: import" />
              <Radio value={skipped} disabled={isDisabled} label="Skip for now" />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
    </section>
  );
}

/** The likeliest: those of the site stand first. */
function firstOf({ people, rows }: LikeRow): string | undefined {
  return people[0]?.PatientId ?? rows[0]?.id;
}
