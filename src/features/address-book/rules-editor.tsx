import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useState } from 'react';
import type { DatedRules } from '#contract/address-book/payer-rules.ts';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { appliedNames, chartNames, draftOf, shownGroups, type Draft, type RuleField } from './rule-fields.ts';
import classes from './address-book.module.css';

export type DraftDay = { EffectiveFrom: string | null; draft: Draft };

export function draftDays(history: readonly DatedRules[]): DraftDay[] {
  return history.map(({ EffectiveFrom, rules }) => ({ EffectiveFrom, draft: draftOf(rules) }));
}

type Props = {
  days: readonly DraftDay[];
  onChange: (days: DraftDay[]) => void;
  /** Which of the days is shown. */
  at: number;
  onAt: (at: number) => void;
  problems: Partial<Draft>;
  /** What a rule that is not set falls back to on a day, such as `Site default: Yes`. */
  fallback: (field: RuleField, EffectiveFrom: string | null) => string;
};

/** Rules by the day they hold from, one day at a time. */
export function RulesEditor({ days, onChange, at, onAt, problems, fallback }: Props) {
  const day = days[at] ?? days[0];
  if (!day) return null;
  const put = (key: string, text: string) =>
    onChange(days.map((one) => (one === day ? { ...one, draft: { ...one.draft, [key]: text } } : one)));
  return (
    <>
      <Days days={days} at={at} onAt={onAt} onChange={onChange} />
      <p className={classes.hint} style={{ marginTop: 12 }}>
        These rules apply to charges and claims by visit date: {appliedNames.join('; ')}. These apply to notes and due
        dates: {chartNames.join('; ')}.
      </p>
      {shownGroups.map((group) => (
        <fieldset key={group.title} className={classes.part}>
          <legend>{group.title}</legend>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
            {group.fields.map((field) => (
              <RuleInput
                key={field.key}
                field={field}
                value={day.draft[field.key]}
                fallback={fallback(field, day.EffectiveFrom)}
                error={problems[field.key] ?? null}
                onChange={(text) => put(field.key, text)}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      ))}
    </>
  );
}

type InputProps = {
  field: RuleField;
  value: string;
  fallback: string;
  error: string | null;
  onChange: (text: string) => void;
};

function RuleInput({ field, value, fallback, error, onChange }: InputProps) {
  if (field.kind === 'number' || field.kind === 'modifiers') {
    return (
      <TextInput
        label={field.label}
        placeholder={fallback}
        value={value}
        error={error}
        maxLength={field.kind === 'number' ? 4 : 20}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(field.kind === 'number' && { inputMode: 'numeric' as const })}
        {...(field.kind === 'number' && field.none !== undefined && { description: `0 means ${field.none}` })}
        {...(field.kind === 'modifiers' && { description: 'Up to three, or none' })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const options: Readonly<Record<string, string>> = field.kind === 'choice' ? field.options : { yes: 'Yes', no: 'No' };
  return (
    <Select
      label={field.label}
      data={[
        { value: 'fallback', label: fallback },
        ...Object.entries(options).map(([key, label]) => ({ value: key, label })),
      ]}
      value={value || 'fallback'}
      error={error}
      allowDeselect={false}
      onChange={(next) => onChange(next === null || next === 'fallback' ? '' : next)}
    />
  );
}

type DaysProps = Pick<Props, 'days' | 'at' | 'onAt' | 'onChange'>;

/** The days rules change on; a new one begins as the one that is shown. */
function Days({ days, at, onAt, onChange }: DaysProps) {
  const [isAdding, setAdding] = useState(false);
  const [from, setFrom] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = days[at];

  function add(): void {
    if (from === null || !isRealDate(from)) return setProblem('Enter the first day of the new rules.');
    if (days.some(({ EffectiveFrom }) => EffectiveFrom === from))
      return setProblem('There are already rules from this day.');
    if (!shown) return undefined;
    const next = [...days, { EffectiveFrom: from, draft: shown.draft }].toSorted((a, b) =>
      (a.EffectiveFrom ?? '').localeCompare(b.EffectiveFrom ?? ''),
    );
    onChange(next);
    onAt(next.findIndex(({ EffectiveFrom }) => EffectiveFrom === from));
    setAdding(false);
    setFrom(null);
    return setProblem(null);
  }

  function remove(): void {
    onChange(days.filter((_, place) => place !== at));
    onAt(Math.max(0, at - 1));
  }

  return (
    <div className={classes.days}>
      <Select
        label="Rules in effect"
        data={days.map(({ EffectiveFrom }, place) => ({ value: String(place), label: dayWords(EffectiveFrom) }))}
        value={String(at)}
        allowDeselect={false}
        onChange={(next) => onAt(Number(next ?? 0))}
        w={220}
      />
      {shown && shown.EffectiveFrom !== null && (
        <Button variant="default" onClick={remove}>
          Remove this day
        </Button>
      )}
      {isAdding ? (
        <>
          <DateField
            label="First day"
            value={from}
            error={problem}
            onChange={(date) => {
              setFrom(date);
              setProblem(null);
            }}
            onRefused={setFrom}
          />
          <Button variant="default" onClick={add}>
            Add rules
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={() => setAdding(true)}>
          New rules from a day…
        </Button>
      )}
    </div>
  );
}

function dayWords(EffectiveFrom: string | null): string {
  return EffectiveFrom === null ? 'From the beginning' : `From ${showDate(EffectiveFrom)}`;
}
