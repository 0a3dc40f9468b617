import { wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import type { LinkedVisit } from '#contract/messages/endpoints.ts';
import { isLate } from '#contract/visits/late-cancel.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { PatientAsk, Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { addHistory, setStage } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { askOfVisit, type Facility } from './link-rows.ts';

/** A visit with what its rules need, and by which way its patient answers, for the history. */
export type Answered = {
  visit: Visit | undefined;
  facility: Facility | undefined;
  /** From how many hours before it on a visit counts as cancelled late. */
  lateHours: number;
  now: Date;
  by: string;
};

/** As the patient sees it. */
export function shownVisit(
  visit: Visit,
  facility: Facility,
  { lateHours, now }: Pick<Answered, 'lateHours' | 'now'>,
): LinkedVisit {
  const wall = wallTimeIn(facility.TimeZone, now);
  const place = [facility.Name, facility.Address1, facility.City].filter(Boolean).join(', ');
  const asked = visit.PatientAsk?.What ?? null;
  return {
    Start: visit.Start,
    place,
    state: stateOf(visit, wall),
    // That it was booked online is for the clinic to see to.
    asked: asked === 'bookedOnline' ? null : asked,
    cancelsAtOnce: !isLate(visit, wall, lateHours),
  };
}

function stateOf(visit: Visit, wall: string): LinkedVisit['state'] {
  if (!takesPlace(visit)) return 'cancelled';
  if (visit.Start <= wall || !['scheduled', 'confirmed'].includes(visit.stage)) return 'passed';
  return visit.stage === 'confirmed' ? 'confirmed' : 'booked';
}

/** The visit while something can be done about it, if it is still at the time that the page showed. */
function assertOpen({ visit, facility, now }: Answered, seen: string): { visit: Visit; wall: string } {
  if (!visit || !facility || !takesPlace(visit)) fail('user-visible', refusals.visitGone.en);
  const wall = wallTimeIn(facility.TimeZone, now);
  if (stateOf(visit, wall) === 'passed') fail('user-visible', refusals.visitPassed.en);
  if (visit.Start !== seen) fail('user-visible', refusals.visitMoved.en);
  return { visit, wall };
}

export async function confirmVisit(tx: Tx, answered: Answered, seen: string): Promise<void> {
  const { visit } = assertOpen(answered, seen);
  if (visit.stage === 'confirmed' && !visit.PatientAsk) return;
  const booked = visit.PatientAsk?.What === 'bookedOnline' ? visit.PatientAsk : null;
  if (visit.stage === 'confirmed' && booked) return;
  await setStage(tx, visit.VisitId, 'confirmed');
  // The patient does not answer for the clinic, which still has to see to the booking.
  if (booked) await askOfVisit(tx, visit.VisitId, booked);
  await addHistory(tx, visit, null, { action: 'moved', from: visit.stage, to: 'confirmed', note: answered.by });
}

/** Early enough, the time is free for others at once. Later there may be a fee: that is the clinic's to say. */
export async function cannotCome(tx: Tx, answered: Answered, seen: string): Promise<void> {
  const { visit, wall } = assertOpen(answered, seen);
  const { by, lateHours } = answered;
  if (isLate(visit, wall, lateHours)) return ask(tx, answered, visit, { What: 'cannotCome', Note: null });
  await setStage(tx, visit.VisitId, 'cancelled', { CancelReason: by });
  await addHistory(tx, visit, null, { action: 'moved', from: visit.stage, to: 'cancelled', note: by });
}

export async function askForAnotherTime(
  tx: Tx,
  answered: Answered,
  { seen, note }: { seen: string; note: string | null },
): Promise<void> {
  const { visit } = assertOpen(answered, seen);
  await ask(tx, answered, visit, { What: 'anotherTime', Note: note === '' ? null : note });
}

async function ask(
  tx: Tx,
  { now, by }: Answered,
  visit: Visit,
  { What, Note }: Pick<PatientAsk, 'What' | 'Note'>,
): Promise<void> {
  // Who asks for something else has not confirmed.
  if (visit.stage === 'confirmed') {
    await setStage(tx, visit.VisitId, 'scheduled');
    await addHistory(tx, visit, null, { action: 'moved', from: 'confirmed', to: 'scheduled', note: by });
  }
  await askOfVisit(tx, visit.VisitId, { What, Note, at: now.toISOString() });
  const action = What === 'cannotCome' ? 'patient cannot come' : 'patient asks for another time';
  await addHistory(tx, visit, null, { action, note: Note });
}

/** A visit that the patient booked is to be confirmed by the clinic. */
export async function askForApproval(tx: Tx, VisitId: string, now: Date): Promise<void> {
  await askOfVisit(tx, VisitId, { What: 'bookedOnline', Note: null, at: now.toISOString() });
}
