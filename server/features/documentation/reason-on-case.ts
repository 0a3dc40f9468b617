import { reasonInNotes } from '#contract/cases/discharge-reason.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Tx } from '#server/kit/context.ts';
import { lockRow, updateRow } from '#server/kit/db/rows.ts';

/** A case that was discharged without a reason takes that of its discharge note when this is signed. */
export async function putReasonOnCase(tx: Tx, note: VisitNote): Promise<void> {
  const DischargeReason = reasonInNotes([note]);
  if (DischargeReason === null) return;
  const of = await lockRow(tx, 'cases', note.CaseId);
  if (of && of.DischargedAt !== null && of.DischargeReason === null)
    await updateRow(tx, 'cases', note.CaseId, { DischargeReason });
}
