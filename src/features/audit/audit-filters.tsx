import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { actionNames } from '#contract/audit/entry-words.ts';
import { PatientId } from '#contract/base/ids.ts';
import { showDate } from '#contract/base/dates.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { call } from '#shared/api.ts';
import { useFoundNames, type SearchNames } from '#shared/hooks/use-found-names.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { useNamesakes } from '#shared/same-people/use-namesakes.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import type { AuditFilter } from './audit-filter.ts';
import classes from './audit.module.css';

type Props = { filter: AuditFilter; onChange: (filter: AuditFilter) => void; search: SearchNames; end: ReactNode };

const actions = Object.entries(actionNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** Patient, person, action and period; whatever is chosen must all be true of an entry. */
export function AuditFilters({ filter, onChange, search, end }: Props) {
  const people = useFetched(() => call('audit.people', {}));
  const change = (part: Partial<Record<keyof AuditFilter, string | null>>) => onChange(defined({ ...filter, ...part }));
  return (
    <div className={classes.filters}>
      <Toolbar label="Filters" end={end}>
        <PatientChoice value={filter.PatientId ?? null} onChange={(id) => change({ PatientId: id })} search={search} />
        <Select
          label="Person"
          placeholder="Anyone"
          searchable
          clearable
          nothingFoundMessage="No one with that name"
          data={people.value?.people.map((one) => ({ value: one.UserId, label: one.name })) ?? []}
          value={filter.UserId ?? null}
          onChange={(id) => change({ UserId: id })}
          className={classes.choice ?? ''}
        />
        <Select
          label="Action"
          placeholder="Any action"
          searchable
          clearable
          nothingFoundMessage="No matching action"
          data={actions}
          value={filter.action ?? null}
          onChange={(action) => change({ action })}
          className={classes.choice ?? ''}
        />
        <Day label="From" value={filter.from ?? null} onChange={(from) => change({ from })} />
        <Day label="To" value={filter.to ?? null} onChange={(to) => change({ to })} />
      </Toolbar>
    </div>
  );
}

/** Without what is empty: a filter lists only what was chosen. */
function defined(given: Record<string, unknown>): AuditFilter {
  const filled = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(filled);
}

/** While a date is not whole, or is none, nothing is left out by it. */
function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
}) {
  return (
    <div className={classes.day}>
      <DateField
        label={label}
        value={value}
        onChange={onChange}
        onRefused={() => value !== null && onChange(null)}
        w="100%"
      />
    </div>
  );
}

const mostFound = 8;

/** A patient by name, birth date or phone, out of the names on this device. */
function PatientChoice({
  value,
  onChange,
  search,
}: {
  value: string | null;
  onChange: (id: PatientId | null) => void;
  search: SearchNames;
}) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<PatientName | null>(null);
  const isAsked = typed.trim() !== '';
  const { found } = useFoundNames(search, typed, mostFound);
  const kept = chosen !== null && chosen.PatientId === value ? [chosen] : [];
  const apart = useNamesakes(found ?? []);
  const known = [...kept, ...(found ?? []).filter(({ PatientId: id }) => id !== value)];
  return (
    <Select
      label="Patient"
      placeholder="Any patient"
      searchable
      clearable
      nothingFoundMessage={isAsked ? 'No one with that name on this device' : 'Type a name, birth date or phone'}
      data={known.map((one) => ({ value: one.PatientId, label: wordsOf(one, apart.get(one.PatientId)) }))}
      // What was found is what matches: also by birth date and phone, which the label does not show.
      filter={({ options }) => options}
      value={value}
      onSearchChange={setTyped}
      onChange={(id) => {
        setChosen(known.find((one) => one.PatientId === id) ?? null);
        onChange(id === null ? null : PatientId.parse(id));
      }}
      className={classes.patient ?? ''}
    />
  );
}

/** Two of one name and birth date are told apart by phone and last visit. */
function wordsOf(one: PatientName, apart: string | undefined): string {
  const facts = [
    showName(one),
    showDate(one.DateOfBirth),
    ...(apart === undefined ? [] : [showPhone(one.Phone), apart]),
  ];
  return facts.filter(Boolean).join(' · ');
}
