import { fail } from '#contract/base/errors.ts';
import type { Case } from '#contract/cases/case.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { outcomeEndpoints } from '#contract/outcomes/endpoints.ts';
import { outcomeRefusals } from '#contract/outcomes/outcome-refusals.ts';
import { dayMade } from '#server/features/compliance/store.ts';
import { assertMayWriteCare, readNoteLine, writerOf } from '#server/features/documentation/store.ts';
import { holdCase } from '#server/features/measures/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import { holdNote, lockVisit } from '#server/features/visits/store.ts';
import type { Caller, Handlers, Tx } from '#server/kit/context.ts';
import { findRow, insertRow } from '#server/kit/db/rows.ts';
import { refuse } from '#server/kit/record-handlers.ts';
import { outcomesOfCase } from './store.ts';

export const outcomeHandlers: Handlers<typeof outcomeEndpoints> = {
  async record(sent, { tx, caller, now }) {
    const of = (await readCase(tx, sent.CaseId)) ?? fail('not-found', 'This case was not found, or you can’t see it.');
    if (sent.NoteId === null) await assertMayWriteCare(tx, caller, { CaseId: of.CaseId });
    else await assertMayWriteIn(tx, caller, sent.NoteId, of);
    // Two who correct the same score do so one after the other.
    await holdCase(tx, of.CaseId);
    const there = await outcomesOfCase(tx, of.CaseId);
    const named = there.find((one) => one.OutcomeResponseId === sent.CorrectsId);
    const isCorrected = there.some(({ CorrectsId }) => CorrectsId !== null && CorrectsId === sent.CorrectsId);
    refuse(outcomeRefusals(sent, await dayMade(tx, now), named && { MeasureKey: named.MeasureKey, isCorrected }));
    const { CaseId, PatientId } = of;
    const by = { EnteredBy: 'staff', SurveySendId: null } as const;
    const made = await insertRow(tx, 'outcomeResponses', { ...sent, CaseId, PatientId, ...by });
    if (made) return { outcomeResponse: made };
    const current = (await findRow(tx, 'outcomeResponses', sent.OutcomeResponseId)) ?? null;
    return fail('conflict', 'A score with this id already exists. Nothing was changed.', { current });
  },
};

/** The note is held, so that it is not signed meanwhile; of a visit in which nothing is written yet, the visit. */
async function assertMayWriteIn(tx: Tx, caller: Caller, NoteId: string, of: Case): Promise<void> {
  const line = await readNoteLine(tx, NoteId);
  const visitId = line ? line.VisitId : NoteId;
  const visit = visitId === null ? undefined : await lockVisit(tx, visitId);
  const note = line && (await holdNote(tx, NoteId));
  if ((!note && !visit) || (note ?? visit)?.CaseId !== of.CaseId)
    fail('not-found', 'This note was not found in this case, or you can’t see it.');
  const ProviderId = visit?.ProviderId ?? note?.ProviderId ?? null;
  const writer = { can: caller.can, ...(await writerOf(tx, caller, { of })) };
  const refusal = noteRefusal({ signedAt: note?.signedAt ?? null, ProviderId }, writer);
  if (note?.signedAt) fail('conflict', 'This note is signed, so no score can be added to it.', { current: note });
  if (refusal) fail('no-permission', refusal);
}
