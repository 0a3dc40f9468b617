import type { NamedType } from '#contract/intake/visit-types-asked.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

export type FormChoices = {
  /** Those in use, and all there are, of every facility. */
  visitTypes: { offered: NamedType[]; types: NamedType[] };
  payers: { value: string; label: string }[];
};
const none: FormChoices = { visitTypes: { offered: [], types: [] }, payers: [] };

/** What a form may be required for, as this device holds it. */
export function useFormChoices(): FormChoices {
  return (
    useLiveValue(async () => {
      const facilities = await readAll('facilities');
      const payers = await readAll('payers');
      const types = facilities.flatMap(({ visit_types }) => visit_types.filter((one) => !one.IsNonPatientVisit));
      return {
        visitTypes: { offered: types.filter(({ deleted_at }) => deleted_at === null), types },
        payers: payers
          .map(({ PayerId, Name }) => ({ value: PayerId as string, label: Name }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      };
    }, []) ?? none
  );
}
