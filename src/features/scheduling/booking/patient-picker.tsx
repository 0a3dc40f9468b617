import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showName, showPhone } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { readPatient } from '#local/reads/patients.ts';
import { useFoundNames } from '#shared/hooks/use-found-names.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useNamesakes } from '#shared/same-people/use-namesakes.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { SearchSelect } from '#shared/ui/search-select/search-select.tsx';

type Props = { value: PatientId | null; onChange: (id: PatientId) => void; error?: string | null };

const most = 20;

const search = (query: string, limit: number) => syncWorker().search(query, limit);

/** Finds a patient by name, birth date or phone, and brings the chart to this device when one is chosen. */
export function PatientPicker({ value, onChange, error = null }: Props) {
  const [typed, setTyped] = useState('');
  const isAsked = typed.trim() !== '';
  const { found, isCurrent, failed } = useFoundNames(search, typed, most);
  const isAnswer = isAsked && isCurrent;
  const chosen = useLiveValue(async () => (value === null ? undefined : readPatient(value)), [value]);
  const chosenLabel = chosen ? wordsOf(chosen) : '';
  // Who is chosen already is no answer to another name.
  const people = chosen && typed === chosenLabel ? [chosen] : isAnswer ? (found ?? []) : [];

  const apart = useNamesakes(people);

  function choose(id: string): void {
    const person = people.find((one) => one.PatientId === id);
    if (!person) return;
    onChange(person.PatientId);
    void syncWorker().openChart(person.PatientId);
  }
  return (
    <SearchSelect
      label="Patient"
      placeholder="Name, birth date or phone"
      required
      data={people.map((person) => ({ value: person.PatientId, label: wordsApart(person, apart) }))}
      // The index has searched already, by more than the letters of the label.
      filter={({ options }) => options}
      value={value}
      chosenLabel={chosenLabel}
      isAnswer={isAnswer}
      onChange={choose}
      onTyped={setTyped}
      nothingFoundMessage={nothingFound(isAsked, isCurrent, failed)}
      error={error}
    />
  );
}

function wordsOf(person: Pick<PatientName, 'FirstName' | 'LastName' | 'PreferredName' | 'DateOfBirth'>): string {
  return `${showName(person)}, ${showDate(person.DateOfBirth)}`;
}

/** Two of one name and birth date are told apart by phone and last visit. */
function wordsApart(person: PatientName, apart: ReadonlyMap<string, string>): string {
  const words = apart.get(person.PatientId);
  if (words === undefined) return wordsOf(person);
  return [wordsOf(person), showPhone(person.Phone), words].filter(Boolean).join(' · ');
}

function nothingFound(isAsked: boolean, isCurrent: boolean, failed: boolean): string {
  if (!isAsked) return 'Type a name.';
  if (!isCurrent) return 'Searching';
  return failed ? 'The search is not ready. Wait a moment and type again.' : 'No one with that name.';
}
