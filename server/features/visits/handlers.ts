import { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { showMoney } from '#contract/base/money.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import { paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { PatientFields } from '#contract/patients/patient.ts';
import { facilitySettingsFrom, settingsFrom } from '#contract/settings/settings.ts';
import type { visitEndpoints } from '#contract/visits/endpoints.ts';
import { acceptedAnswers, chartChangedSince } from '#contract/visits/intake-answers.ts';
import { moveFacts, unaskedFacts, type MoveFacts } from '#contract/visits/move-facts.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { findMove, moveOutcome, moveRefusal, permissionFor } from '#contract/visits/moves.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readFacility } from '#server/features/facilities/store.ts';
import { readPatient, updatePatient } from '#server/features/patients/store.ts';
import { assertFree } from '#server/features/scheduling/store.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { noteNews } from '#server/kit/messages/news.ts';
import { bookingHandlers, heldWithOthers } from './booking-handlers.ts';
import { assertFresh, notFound } from './fresh.ts';
import { chargeLateFee, chargePatient, takeBackLateFee, takeBackPatientCharge } from './patient-charge.ts';
import { assertOpenPeriod } from '#server/features/billing/store.ts';
import {
  addHistory,
  endIntakeConflict,
  historyOf,
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

  ...bookingHandlers,

  async move(input, ctx) {
    const {
      id,
      destination,
      ignoreIncompleteIntake,
      lastUpdated,
      CancelReason,
      LateFee,
      which = 'this',
      accepted = [],
    } = input;
    const { tx, caller } = ctx;
    if (LateFee !== undefined && destination !== 'lateCancel')
      fail('invalid', onlyWhenLate, { fields: { LateFee: onlyWhenLate } });
    if (which !== 'this' && !isLetGo(destination)) fail('invalid', onlyTogether, { fields: { which: onlyTogether } });
    const { visit, others } = await heldWithOthers(ctx, id, which);
    await assertFresh(tx, visit, lastUpdated);
    const move = findMove(visit.stage, destination);
    if (move && !holds(caller.can, move.permission)) fail('no-permission', permissionDenied);
    if (others.some(({ stage }) => !holds(caller.can, permissionFor(stage, 'cancelled') ?? '')))
      fail('no-permission', permissionDenied);
    if (LateFee !== undefined) await assertFee(tx, visit);
    const refusal = moveRefusal(visit, destination, move?.guard ? await factsOf(tx, visit) : unaskedFacts);
    if (refusal) fail('user-visible', refusal, { current: visit });
    const outcome = moveOutcome(visit, destination, ignoreIncompleteIntake);
    if (outcome !== 'moved') return { outcome, visit, changed: [] };
    // Somebody else may have the time by now; the clinic's own days are not asked about again.
    if (isLetGo(visit.stage)) await assertFree(tx, [visit], { accepted: [...ofDays, ...accepted], current: visit });
    if (isOfMoney(visit.stage, destination)) await assertOpenPeriod(tx, visit);
    if (visit.stage === 'billing' && destination === 'closed') await chargePatient(ctx, visit);
    if (visit.stage === 'closed' && destination === 'billing') await takeBackPatientCharge(ctx, visit);
    if (visit.stage === 'lateCancel') await takeBackLateFee(ctx, visit);
    if (LateFee !== undefined) await chargeLateFee(ctx, visit, LateFee);
    const moved = await setStage(tx, id, destination, { CancelReason: CancelReason ?? null });
    const started = visit.intakeIncomplete && move?.triggers.includes('visitStartAlert');
    const gone = isLetGo(destination) ? (CancelReason ?? null) : null;
    const note = started ? 'Started without a complete intake' : gone;
    const withFee = LateFee === undefined ? note : [note, `Fee ${showMoney(LateFee)}`].filter(Boolean).join(' · ');
    await addHistory(tx, visit, caller.UserId, { action: 'moved', from: visit.stage, to: destination, note: withFee });
    if (isLetGo(destination) !== isLetGo(visit.stage)) await noteNews(tx, visit, moved);
    const changed = [{ VisitId: moved.VisitId, was: visit.updated_at, is: moved.updated_at }];
    for (const other of others) {
      // Nobody has missed, or cancelled late, what is still to come.
      const gone = await setStage(tx, other.VisitId, 'cancelled', { CancelReason: CancelReason ?? null });
      await addHistory(tx, other, caller.UserId, { action: 'moved', from: other.stage, to: 'cancelled', note });
      await noteNews(tx, other, gone);
      changed.push({ VisitId: gone.VisitId, was: other.updated_at, is: gone.updated_at });
    }
    if (move?.triggers.includes('visitStartAlert')) await sendStartAlert(tx, visit, caller.UserId);
    return { outcome, visit: moved, changed };
  },

  async resolveIntake({ id, accept, seen }, { tx, caller }: Ctx) {
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', notFound);
    if (visit.intakeConflict.length === 0) return { visit };
    const patient = await readPatient(tx, visit.PatientId);
    if (patient && chartChangedSince(visit, { accept, seen }, patient))
      fail('user-visible', 'The chart was changed since these answers were compared. Compare them again.', {
        current: visit,
      });
    const answers = PatientFields.partial().safeParse(acceptedAnswers(visit, accept));
    if (!answers.success)
      fail(
        'user-visible',
        'The chart can’t store one of the intake answers. Correct the chart yourself and keep the chart value here.',
        { current: visit },
      );
    await updatePatient(tx, visit.PatientId, answers.data);
    const resolved = await endIntakeConflict(tx, id);
    const taken = Object.keys(answers.data);
    await addHistory(tx, visit, caller.UserId, {
      action: 'intake compared',
      note: taken.length > 0 ? `Copied to the chart: ${taken.join(', ')}` : 'Kept the chart',
    });
    return { visit: resolved };
  },

  async history({ id }, { tx }) {
    if (!(await readVisit(tx, id))) fail('not-found', notFound);
    return { history: await historyOf(tx, id) };
  },
};

/** What speaks against a day whoever else is booked on it. */
const ofDays = ['time-off', 'holiday', 'closed-day'] as const;
const onlyWhenLate = 'You can charge a fee only for a late cancel.';
const onlyTogether = 'You can cancel several visits of a series only together.';

/** A device may still know a fee that the clinic charges no more. */
async function assertFee(tx: Tx, current: Visit): Promise<void> {
  const { late_cancel_fee: fee } = settingsFrom((await siteSettings(tx)).settings);
  if (fee === 0) fail('user-visible', 'This clinic has no late cancel fee. Nothing was changed.', { current });
}

/** Stages in which a visit takes no place in the calendar. */
function isLetGo(stage: Visit['stage']): boolean {
  return !takesPlace({ stage });
}

/** Moves that price, take back or ask anew for what was charged: not for days whose books are closed. */
function isOfMoney(from: Visit['stage'], to: Visit['stage']): boolean {
  return (from === 'billing' && to === 'closed') || ((from === 'closed' || from === 'submitted') && to === 'billing');
}

async function factsOf(tx: Tx, visit: Visit): Promise<MoveFacts> {
  return moveFacts({
    note: await readNote(tx, visit.VisitId),
    services: (await recountServices(tx, visit)).now,
    hasInsurance: paysByInsurance(await payersOfVisit(tx, visit)),
  });
}

/** Tells the patient that the visit has begun (spec 4), and the history whether that was possible. */
async function sendStartAlert(tx: Tx, visit: Visit, UserId: string): Promise<void> {
  const patient = await readPatient(tx, visit.PatientId);
  if (!patient?.Email) {
    return addHistory(tx, visit, UserId, {
      action: 'visit-start alert',
      note: 'Not sent: the patient has no email',
    });
  }
  const facility = await readFacility(tx, visit.FacilityId);
  const name = facilitySettingsFrom(facility ?? {}).patient_mail_name ?? (await siteSettings(tx)).Name;
  await sendMessage(tx, visit, {
    kind: 'visit-start',
    recipient: patient.Email,
    subject: `Your visit at ${name} has started`,
    body: 'Your therapist has started your visit.',
  });
  await addHistory(tx, visit, UserId, { action: 'visit-start alert', note: 'Sent by email' });
}
