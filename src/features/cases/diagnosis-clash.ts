import { isSameValue } from '#contract/base/same-value.ts';
import { CaseFields, type Case } from '#contract/cases/case.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FreshCall, Way } from '#shared/conflict-views.ts';

/**
 * Whether the diagnoses of a change met those of somebody else. Such a refusal comes with the case; one that was held
 * back, or is too old to be known, comes with nothing and goes again whole.
 */
export function isDiagnosisClash({ kind, input, current }: ParkedCall): boolean {
  return kind === 'conflict' && diagnosesIn(input['changes']) !== null && diagnosesIn(current) !== null;
}

/** The case as the server last told it: with the refusal, or to this device since. */
export async function caseNow({ input, current }: ParkedCall): Promise<Case> {
  // A clash comes with the case (isDiagnosisClash).
  const told = current as Case;
  const row = await readRow('cases', String(input['id']));
  return row && row.updated_at >= told.updated_at ? row : told;
}

/**
 * Mine or both, over what the server holds now. The other fields of the call are not sent again: the server took them
 * when it kept the diagnoses (contract/cases/merged-case.ts), and somebody may have changed them since.
 */
export function waysToDiagnose({ input }: ParkedCall, { Diagnoses: theirs }: Pick<Case, 'Diagnoses'>): Way[] {
  const mine = diagnosesIn(input['changes']) ?? [];
  const added = mine.filter(({ Code }) => !theirs.some((one) => one.Code === Code));
  const both = [...theirs, ...added];
  const isOffered = added.length > 0 && !isSameValue(both, mine) && CaseFields.shape.Diagnoses.safeParse(both).success;
  const again = (Diagnoses: Case['Diagnoses']): FreshCall => ({
    input: { id: input['id'], changes: { Diagnoses } },
    base: { Diagnoses: theirs },
  });
  return [
    { label: 'Use mine', again: again(mine), held: [] },
    ...(isOffered ? [{ label: 'Keep both', again: again(both), held: [] }] : []),
  ];
}

function diagnosesIn(of: unknown): Case['Diagnoses'] | null {
  const { Diagnoses } = (of ?? {}) as Partial<Case>;
  return Array.isArray(Diagnoses) ? Diagnoses : null;
}
