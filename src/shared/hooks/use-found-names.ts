import { useEffect, useState } from 'react';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { onNamesChanged } from '#local/reads/patients.ts';

/** Searches every name the user may see. */
export type SearchNames = (typed: string, limit: number) => Promise<PatientName[]>;

export type FoundNames = {
  /** Those of the letters before stay until the next arrive, so that nothing flickers. Null until the first arrive. */
  found: PatientName[] | null;
  failed: boolean;
  /** Whether this is the answer to what stands there now. */
  isCurrent: boolean;
};

/** The patients whose name, birth date or phone fits what is typed; asked again when names come or go. */
export function useFoundNames(search: SearchNames, typed: string, limit: number): FoundNames {
  const [reply, setReply] = useState<{ query: string; found: PatientName[]; failed: boolean } | null>(null);
  // On a first sign-in the names come last: what was typed before them is asked again.
  const [turn, setTurn] = useState(0);
  const query = typed.trim();
  useEffect(() => onNamesChanged(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    if (query === '') return undefined;
    let isCurrent = true;
    search(query, limit)
      .then((found) => isCurrent && setReply({ query, found, failed: false }))
      .catch(() => isCurrent && setReply({ query, found: [], failed: true }));
    return () => {
      isCurrent = false;
    };
  }, [search, query, limit, turn]);
  return {
    found: reply?.found ?? null,
    failed: query !== '' && reply?.failed === true,
    isCurrent: query === '' || reply?.query === query,
  };
}
