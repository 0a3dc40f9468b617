import { reasonInNotes, reasonOnceSigned, type DischargeReason as Reason } from '#contract/cases/discharge-reason.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Tx } from '#server/kit/context.ts';
import { lockRow, updateRow } from '#server/kit/db/rows.ts';
import { notesOfCase } from './store.ts';

/**
 * A discharged case takes the reason of its discharge note when this is signed, unless a person chose another; of
 * several that are signed that of the latest.
 */
export async function putReasonOnCase(tx: Tx, note: VisitNote): Promise<void> {
  if (reasonInNotes([note]) === null) return;
  const of = await lockRow(tx, 'cases', note.CaseId);
  if (!of || of.DischargedAt === null) return;
  const signed = (await notesOfCase(tx, note.CaseId)).filter(({ signedAt }) => signedAt !== null);
  const noted = reasonInNotes(signed);
  if (noted === null) return;
  const DischargeReason = reasonOnceSigned({
    had: of.DischargeReason,
    proposed: await proposedReason(tx, note.CaseId),
    noted,
  });
  if (DischargeReason !== of.DischargeReason)
    await updateRow(tx, 'cases', note.CaseId, { DischargeReason, NotedReason: noted });
}

/** It stays on the server, so it is no column of the entity. */
async function proposedReason(tx: Tx, id: string): Promise<Reason | null> {
  const row = await tx.maybe<{ NotedReason: Reason | null }>(
    `select "NotedReason" from cases where site = app_site() and "CaseId" = $1`,
    [id],
  );
  return row?.NotedReason ?? null;
}
