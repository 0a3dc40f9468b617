import { planOnCase } from '#contract/cases/plan-on-case.ts';
import { certifierRefusal, medicareDaysRefusal } from '#contract/cases/plan-of-care-refusal.ts';
import type { planOfCare } from '#contract/cases/plan-of-care-row.ts';
import { planFrozen } from '#contract/cases/plan-stamps.ts';
import { fail } from '#contract/base/errors.ts';
import type { Refusals } from '#contract/record/record.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import { holdNote, lockVisit, payersOfCase } from '#server/features/visits/store.ts';
import type { Caller, Tx } from '#server/kit/context.ts';
import { findRow, lockRow, updateRow } from '#server/kit/db/rows.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { assertJudges } from './judges.ts';
import { stampsOfPlan } from './plans.ts';
import { areGoalsOfCase, isNoteSigned } from './store.ts';

/** A therapist plans; nothing of a plan changes once it was signed or went out. */
export const planHooks: RecordHooks<typeof planOfCare> = {
  async refuses(row, { ctx: { tx, caller }, before, sent }) {
    assertJudges(caller, 'plan of care');
    await assertMayWriteCare(tx, caller, row);
    const frozen = before && (await frozenWords(tx, before));
    if (frozen) fail('conflict', `${frozen} Nothing was changed.`, { current: before });
    const written = sent.restores ? null : before?.WrittenInNoteId;
    if (row.WrittenInNoteId !== null && row.WrittenInNoteId !== written) {
      const note = await noteRefusal(tx, caller, { CaseId: row.CaseId, VisitId: row.WrittenInNoteId });
      if (note) return { WrittenInNoteId: note };
    }
    const added = row.GoalIds.filter((id) => sent.restores || !before?.GoalIds.includes(id));
    if (!(await areGoalsOfCase(tx, row.CaseId, added)))
      return { GoalIds: 'A goal is not in this case. Choose goals of this case.' };
    return (await isTherapyOfMedicare(tx, row.CaseId)) ? medicareRefusals(tx, row) : {};
  },

  async keeps(row, { tx, caller }) {
    assertJudges(caller, 'plan of care');
    await assertMayWriteCare(tx, caller, row);
    return frozenWords(tx, row);
  },

  async after(row, { ctx: { tx }, before }) {
    const of = await lockRow(tx, 'cases', row.CaseId);
    if (of) await updateRow(tx, 'cases', of.CaseId, planOnCase(of, row, before));
  },
};

/** Whether Medicare pays, and not for chiropractic, of which it certifies no plans. */
async function isTherapyOfMedicare(tx: Tx, CaseId: string): Promise<boolean> {
  const of = await findRow(tx, 'cases', CaseId);
  return of?.Discipline !== 'DC' && (await payersOfCase(tx, CaseId)).some(({ Kind }) => Kind === 'medicare');
}

type Certified = { From: string; To: string; CertifierId: string | null };

async function medicareRefusals(tx: Tx, { CertifierId, ...days }: Certified): Promise<Refusals> {
  const certifier = CertifierId === null ? undefined : await findRow(tx, 'referringProviders', CertifierId);
  const [tooLong, notTheirs] = [medicareDaysRefusal(days), certifierRefusal(certifier?.Credential ?? null)];
  return { ...(tooLong !== null && { To: tooLong }), ...(notTheirs !== null && { CertifierId: notTheirs }) };
}

type Plan = { PlanOfCareId: string; WrittenInNoteId: string | null };

/** Why a plan cannot be put into the note of a visit, which is held so that it is not signed meanwhile. */
async function noteRefusal(
  tx: Tx,
  caller: Caller,
  { CaseId, VisitId }: { CaseId: string; VisitId: string },
): Promise<string | null> {
  const visit = await lockVisit(tx, VisitId);
  const note = await holdNote(tx, VisitId);
  if (visit?.CaseId !== CaseId) return 'This visit is of another case. Choose a visit of this case.';
  await assertMayWriteCare(tx, caller, visit);
  return note?.signedAt ? 'This note is signed. Choose a visit with an unsigned note.' : null;
}

/** Why a plan can no longer be changed, or null. */
export async function frozenWords(tx: Tx, { PlanOfCareId, WrittenInNoteId }: Plan): Promise<string | null> {
  const isSigned = WrittenInNoteId !== null && (await isNoteSigned(tx, WrittenInNoteId));
  return planFrozen(await stampsOfPlan(tx, PlanOfCareId), isSigned);
}
