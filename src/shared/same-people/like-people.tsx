import { Alert, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { sharedFactWords } from '#contract/same-people/likeness.ts';
import type { AlikeAnswers } from '#shared/forms/alike.tsx';
import { PersonName } from '#shared/ui/person-name/person-name.tsx';
import classes from './like-people.module.css';

/** Who a new patient may be: the writer opens the chart that is there, or says that this is another person. */
export function LikePeople({ people, onOpen, onInsist }: AlikeAnswers & { people: readonly LikePerson[] }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed stands at the end of the form, and this before it.
  useEffect(() => box.current?.focus(), [people]);
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" variant="light" role="alert" mb="md" title={titleOf(people.length)}>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.PatientId} className={classes.person}>
            <div>
              <PersonName person={person} />
              <PersonFactsLine person={person} />
              <div className={classes.facts}>Same {listOf(person.shared.map((fact) => sharedFactWords[fact]))}</div>
            </div>
            {onOpen && (
              <Button size="xs" variant="default" onClick={() => onOpen(person.PatientId)}>
                Same person: open chart
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={onInsist}>
        {people.length === 1 ? 'This is another person' : 'This is none of them'}
      </Button>
    </Alert>
  );
}

/** By what two people of one name are told apart. */
export function PersonFactsLine({ person: { DateOfBirth, Phone, lastVisit } }: { person: LikePerson }) {
  const facts = [
    showDate(DateOfBirth),
    ...(Phone === null ? [] : [showPhone(Phone)]),
    lastVisit ? `last visit ${showDate(lastVisit.Start.slice(0, 10))} with ${lastVisit.provider}` : 'no visit yet',
  ];
  return <div className={classes.facts}>{facts.join(' · ')}</div>;
}

function titleOf(count: number): string {
  return count === 1 ? 'You may already have this patient' : `You may already have this patient: ${count} are alike`;
}

function listOf(words: string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
