import type { Visit } from '../visits/visit.ts';
import { reminderDecision } from './reminders.ts';

/** So many hours before a visit its patient is reminded of forms that are not sent, the nearest first. */
export const intakeReminderHours = [24, 72] as const;
export type IntakeStep = (typeof intakeReminderHours)[number];

/** Nobody is reminded of what came so shortly before. */
const pauseMs = 12 * 3_600_000;

type Asked = {
  visit: Pick<Visit, 'Start' | 'stage'>;
  /** When the forms were last sent or reminded of; null where that is not known. */
  sentAt: Date | null;
  timeZone: string;
  now: Date;
};

/** Which reminder of unfinished forms is due now, by the same hours and quiet hours as those of visits; null for none. */
export function intakeStep({ visit, sentAt, timeZone, now }: Asked): IntakeStep | null {
  const setAt = sentAt && new Date(sentAt.getTime() + pauseMs);
  const isDue = (hoursBefore: number) => reminderDecision({ visit, hoursBefore, setAt, timeZone, now }) === 'send';
  return intakeReminderHours.find(isDue) ?? null;
}
