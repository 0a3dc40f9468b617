import type { VisitStage } from '../visits/stage.ts';

const hourMs = 3_600_000;
/** Who comes to a kiosk: late by an hour at most, early by three (patient-pages 3). */
export const latestHours = 1;
export const earliestHours = 3;

/** Stages in which a patient may arrive; `checkedIn` is found again, and stays what it is. */
export const arrivable: readonly VisitStage[] = ['scheduled', 'confirmed', 'checkedIn'];

/** Stages of a visit for which somebody arrived, or may; of one that was given up the front desk decides. */
export const arrivedAtAll: readonly VisitStage[] = [
  ...arrivable,
  'inProgress',
  'review',
  'billing',
  'submitted',
  'closed',
];

/**
 * When somebody arrived who was checked in later: as the tablet told it, but never after `now`, nor before the day of the
 * visit, which begins at `firstMoment`. A visit of a day to come is arrived for now.
 */
export function whenArrived({ told, firstMoment, now }: { told: Date; firstMoment: Date; now: Date }): Date {
  return new Date(Math.min(Math.max(told.getTime(), firstMoment.getTime()), now.getTime()));
}

/** Whether a visit that starts at `start` is one to arrive for at `now`; both are moments in ms. */
export function isAboutNow(start: number, now: number): boolean {
  return start >= now - latestHours * hourMs && start <= now + earliestHours * hourMs;
}

/** The last four digits of a phone number; null of one with fewer than ten, which nobody is known by. */
export function lastFourOf(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length >= 10 ? digits.slice(-4) : null;
}

/** So many wrong tries at one kiosk in a quarter of an hour, and it asks nobody any more for the rest of it. */
export const mostMisses = 20;
export const missesMinutes = 15;
/** So many tries of one person before they are sent to the front desk. */
export const mostTries = 3;
