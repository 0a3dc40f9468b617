import { readAll } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

export type FormChoices = { visitTypes: string[]; payers: { value: string; label: string }[] };
const none: FormChoices = { visitTypes: [], payers: [] };

/** What a form may be required for, as this device holds it. */
export function useFormChoices(): FormChoices {
  return (
    useLiveValue(async () => {
      const facilities = await readAll('facilities');
      const payers = await readAll('payers');
      const types = facilities.flatMap(({ visit_types }) =>
        visit_types.filter((one) => !one.IsNonPatientVisit && one.deleted_at === null).map(({ Name }) => Name),
      );
      return {
        visitTypes: [...new Set(types)].toSorted((a, b) => a.localeCompare(b)),
        payers: payers
          .map(({ PayerId, Name }) => ({ value: PayerId as string, label: Name }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      };
    }, []) ?? none
  );
}
