import { addDays } from '#contract/base/dates.ts';

/** Visits of these days are on every device of the site, whoever's they are; the clock only decides what is kept. */
export const windowDays = { back: 14, ahead: 60 } as const;

export function keptDays(now: Date = new Date()): { from: string; to: string } {
  const today = dayOf(now);
  return { from: addDays(today, -windowDays.back), to: addDays(today, windowDays.ahead) };
}

/** Of the 60 days that hydration reaches: two clocks and two time zones may put today on other days. */
const sureDays = 58;

/** The days of which everything was fetched: around the day of the last complete P1. */
export function hydratedDays(P1At: number | null): { from: string; to: string } {
  const day = dayOf(new Date(P1At ?? Date.now()));
  return { from: addDays(day, -sureDays), to: addDays(day, sureDays) };
}

/** The day of this device's calendar. */
export function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
