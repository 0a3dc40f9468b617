import { useMemo, useState, type ReactNode } from 'react';
import { ToldApart } from '#shared/same-people/told-apart.tsx';
import type { ApartWords } from '#shared/same-people/use-told-apart.ts';
import type { ScheduleRows } from './schedule-rows.ts';

const none: ReadonlyMap<string, ApartWords> = new Map();

/** The rows with what tells patients of one name apart; `teller` finds it out and has to be drawn. */
export function useApart(known: ScheduleRows | null): { rows: ScheduleRows | null; teller: ReactNode } {
  const [apart, setApart] = useState(none);
  const patients = known?.patients;
  const people = useMemo(() => [...(patients?.values() ?? [])], [patients]);
  const rows = useMemo(() => {
    if (!known || apart.size === 0) return known;
    const named = [...known.patients].map(([id, patient]) => {
      const words = apart.get(id);
      return [id, words === undefined ? patient : { ...patient, apart: words.whole, apartShort: words.short }] as const;
    });
    return { ...known, patients: new Map(named) };
  }, [known, apart]);
  return { rows, teller: <ToldApart people={people} onApart={setApart} /> };
}
