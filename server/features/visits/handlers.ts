import { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import { paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { PatientFields } from '#contract/patients/patient.ts';
import type { visitEndpoints } from '#contract/visits/endpoints.ts';
import { acceptedAnswers } from '#contract/visits/intake-answers.ts';
import { moveFacts, unaskedFacts, type MoveFacts } from '#contract/visits/move-facts.ts';
import { findMove, moveOutcome, moveRefusal } from '#contract/visits/moves.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPatient, updatePatient } from '#server/features/patients/store.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { chargePatient, takeBackPatientCharge } from './patient-charge.ts';
import { demandOpenPeriod } from '#server/features/billing/store.ts';
import {
  addHistory,
  endIntakeConflict,
  historyOf,
  isSameInstant,
  lockVisit,
  payersOfVisit,
  readNote,
  readVisit,
  recountServices,
  readVisits,
  sendMessage,
  setStage,
  siteSettings,
} from './store.ts';

export const visitHandlers: Handlers<typeof visitEndpoints> = {
  async list({ VisitIds }, { tx }) {
    const ids = z
      .array(z.uuid())
      .max(100)
      .safeParse(VisitIds.split(',').filter((id) => id !== ''));
    if (!ids.success) {
      fail('invalid', 'VisitIds must be up to 100 ids with commas between them.', {
        fields: { VisitIds: 'VisitIds must be ids with commas between them.' },
      });
    }
    return { visits: await readVisits(tx, ids.data) };
  },

  async get({ id }, { tx }) {
    const visit = await readVisit(tx, id);
    if (!visit) fail('not-found', notFound);
    return { visit };
  },

  async move({ id, destination, ignoreIncompleteIntake, lastUpdated }, ctx) {
    const { tx, caller } = ctx;
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', notFound);
    await demandFresh(tx, visit, lastUpdated);
    const move = findMove(visit.stage, destination);
    if (move && !holds(caller.can, move.permission)) fail('no-permission', permissionDenied);
    const refusal = moveRefusal(visit, destination, move?.guard ? await factsOf(tx, visit) : unaskedFacts);
    if (refusal) fail('user-visible', refusal, { current: visit });
    const outcome = moveOutcome(visit, destination, ignoreIncompleteIntake);
    if (outcome !== 'moved') return { outcome, visit };
    if (isOfMoney(visit.stage, destination)) await demandOpenPeriod(tx, visit);
    if (visit.stage === 'billing' && destination === 'closed') await chargePatient(ctx, visit);
    if (visit.stage === 'closed' && destination === 'billing') await takeBackPatientCharge(ctx, visit);
    const moved = await setStage(tx, id, destination);
    const note =
      visit.intakeIncomplete && move?.triggers.includes('visitStartAlert') ? 'Started without a complete intake' : null;
    await addHistory(tx, visit, caller.UserId, { action: 'moved', from: visit.stage, to: destination, note });
    if (move?.triggers.includes('visitStartAlert')) await sendStartAlert(tx, visit, caller.UserId);
    return { outcome, visit: moved };
  },

  async resolveIntake({ id, accept }, { tx, caller }: Ctx) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', notFound);
    if (visit.intakeConflict.length === 0) return { visit };
    const answers = PatientFields.partial().safeParse(acceptedAnswers(visit, accept));
    if (!answers.success)
      fail(
        'user-visible',
        'One of the intake answers cannot be kept in the chart as it stands. Correct the chart by hand and keep the chart here.',
        { current: visit },
      );
    await updatePatient(tx, visit.PatientId, answers.data);
    const resolved = await endIntakeConflict(tx, id);
    const taken = Object.keys(answers.data);
    await addHistory(tx, visit, caller.UserId, {
      action: 'intake compared',
      note: taken.length > 0 ? `Taken into the chart: ${taken.join(', ')}` : 'The chart was kept',
    });
    return { visit: resolved };
  },

  async history({ id }, { tx }) {
    if (!(await readVisit(tx, id))) fail('not-found', notFound);
    return { history: await historyOf(tx, id) };
  },
};

/** Moves that price, take back or ask anew for what was charged: not for days whose books are closed. */
function isOfMoney(from: Visit['stage'], to: Visit['stage']): boolean {
  return (from === 'billing' && to === 'closed') || ((from === 'closed' || from === 'submitted') && to === 'billing');
}

const notFound = 'There is no such visit, or you may not see it.';

async function factsOf(tx: Tx, visit: Visit): Promise<MoveFacts> {
  return moveFacts({
    note: await readNote(tx, visit.VisitId),
    services: (await recountServices(tx, visit)).now,
    hasInsurance: paysByInsurance(await payersOfVisit(tx, visit)),
  });
}

/** Refuses a change that was made looking at an older state of the visit. */
async function demandFresh(tx: Tx, visit: Visit, lastUpdated: string): Promise<void> {
  if (Number.isNaN(Date.parse(lastUpdated))) {
    fail('invalid', 'lastUpdated is not a time of the server.', {
      fields: { lastUpdated: 'lastUpdated must be the updated_at of the visit.' },
    });
  }
  if (visit.updated_at === lastUpdated || (await isSameInstant(tx, visit.updated_at, lastUpdated))) return;
  fail('changed-elsewhere', 'Someone else changed this visit meanwhile. Look at it again; your move was not made.', {
    current: visit,
  });
}

/** Tells the patient that the visit has begun (spec 4), and the history whether that was possible. */
async function sendStartAlert(tx: Tx, visit: Visit, UserId: string): Promise<void> {
  const patient = await readPatient(tx, visit.PatientId);
  if (!patient?.Email) {
    return addHistory(tx, visit, UserId, {
      action: 'visit-start alert',
      note: 'Not sent: the patient has no e-mail address',
    });
  }
  const { Name } = await siteSettings(tx);
  await sendMessage(tx, visit, {
    kind: 'visit-start',
    recipient: patient.Email,
    subject: `Your visit at ${Name} has started`,
    body: 'Your therapist has started your visit.',
  });
  await addHistory(tx, visit, UserId, { action: 'visit-start alert', note: 'Sent by e-mail' });
}
