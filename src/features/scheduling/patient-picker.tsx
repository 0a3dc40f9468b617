import { useEffect, useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient.ts';
import { readPatient } from '#local/patients.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { SearchSelect } from '#shared/ui/search-select/search-select.tsx';

type Props = { value: PatientId | null; onChange: (id: PatientId) => void; error?: string | null };

const most = 20;

/** Finds a patient by name, birth date or phone, and brings the chart to this device when one is chosen. */
export function PatientPicker({ value, onChange, error = null }: Props) {
  const [typed, setTyped] = useState('');
  const { found, isAnswer } = useFound(typed);
  const chosen = useLiveValue(async () => (value === null ? undefined : readPatient(value)), [value]);
  const chosenLabel = chosen ? wordsOf(chosen) : '';
  // Who is chosen already is no answer to another name.
  const people = chosen && typed === chosenLabel ? [chosen] : isAnswer ? found : [];

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
      data={people.map((person) => ({ value: person.PatientId, label: wordsOf(person) }))}
      // The index has searched already, by more than the letters of the label.
      filter={({ options }) => options}
      value={value}
      chosenLabel={chosenLabel}
      isAnswer={isAnswer}
      onChange={choose}
      onTyped={setTyped}
      nothingFoundMessage={typed.trim() === '' ? 'Type a name.' : 'Nobody by that name.'}
      error={error}
    />
  );
}

function wordsOf(person: Pick<PatientName, 'FirstName' | 'LastName' | 'PreferredName' | 'DateOfBirth'>): string {
  return `${showName(person)}, ${showDate(person.DateOfBirth)}`;
}

/** Who is found, and whether that is the answer to what stands there now. */
function useFound(typed: string): { found: PatientName[]; isAnswer: boolean } {
  const [reply, setReply] = useState<{ of: string; found: PatientName[] }>({ of: '', found: [] });
  const query = typed.trim();
  useEffect(() => {
    if (query === '') return undefined;
    let isCurrent = true;
    syncWorker()
      .search(query, most)
      .then((found) => isCurrent && setReply({ of: query, found }))
      // The index is still being built; the next letter asks again.
      .catch(() => isCurrent && setReply({ of: query, found: [] }));
    return () => {
      isCurrent = false;
    };
  }, [query]);
  if (query === '') return { found: [], isAnswer: false };
  return { found: reply.found, isAnswer: reply.of === query };
}
