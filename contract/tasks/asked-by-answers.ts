import { showDate } from '../base/dates.ts';
import { highPain } from '../hep/high-pain.ts';
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
