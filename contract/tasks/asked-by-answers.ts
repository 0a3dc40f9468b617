import { addDays, showDate } from '../base/dates.ts';
import { highPain } from '../hep/high-pain.ts';
import { weekdayOf } from '../scheduling/wall-time.ts';
import { feelingOf } from '../surveys/survey.ts';
import type { TaskKind } from './task.ts';

/** A task that follows from what a patient answered, once for a kind and subject; much pain asks again when it is done. */
export type AskedTask = { Kind: Exclude<TaskKind, 'own'>; subject: string; sentence: string };

/** Who would not recommend the clinic (0 to 6 of 10) is called; null for everybody else. */
export function taskOfSurvey({
  SurveySendId,
  recommend,
}: {
  SurveySendId: string;
  recommend: unknown;
}): AskedTask | null {
  if (typeof recommend !== 'number' || feelingOf(recommend) !== 'detractor') return null;
  return {
    Kind: 'detractor',
    subject: SurveySendId,
    sentence: 'Would not recommend the clinic in the survey about their care. Call the patient.',
  };
}

/** Much pain at home is looked at, once for each day of a case until that is done; null for less, or none told. `day` is YYYY-MM-DD. */
export function taskOfLog({
  CaseId,
  day,
  Pain,
}: {
  CaseId: string;
  day: string;
  Pain: number | null;
}): AskedTask | null {
  if (Pain === null || Pain < highPain) return null;
  return {
    Kind: 'homePain',
    subject: `${CaseId} ${day}`,
    sentence: `Logged pain of ${highPain} or more in the home program on ${showDate(day)}. Read the log, then call the patient.`,
  };
}

/** So many business days ahead, and a patient who pays gets an estimate within one of them (45 CFR 149.610). */
const daysToEstimate = 3;

/**
 * A new person who books online has told nobody who pays: staff ask, and give an estimate where the patient does. Null
 * for a visit that is too near for one. Days are YYYY-MM-DD.
 */
export function taskOfBooking({
  VisitId,
  day,
  today,
}: {
  VisitId: string;
  day: string;
  today: string;
}): (AskedTask & { dueOn: string }) | null {
  const next = businessDayAfter(today);
  let last = next;
  for (let more = 1; more < daysToEstimate; more += 1) last = businessDayAfter(last);
  if (day < last) return null;
  return {
    Kind: 'estimate',
    subject: VisitId,
    sentence: `Booked a first visit on ${showDate(day)} online. Ask about insurance. A patient without it needs a good faith estimate.`,
    dueOn: next,
  };
}

/** Holidays are not known here: a day too early does no harm. */
function businessDayAfter(day: string): string {
  const next = addDays(day, 1);
  return [0, 6].includes(weekdayOf(next)) ? businessDayAfter(next) : next;
}
