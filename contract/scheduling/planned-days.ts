import type { z } from 'zod';
import { addDays, isRealDate } from '../base/dates.ts';
import type { CustomDay, CustomDayFields } from './custom-day.ts';
import { weekdayOf } from './wall-time.ts';
import type { CustomHours } from './working-day.ts';

/** A day's hours that somebody thought out and has not saved; with `isRemoved` the week's own hours hold again. */
export type PlannedDay = z.output<typeof CustomDayFields> & { isRemoved: boolean };

/** No more days are changed at once. */
export const mostDays = 200;

/** The days from the first to the last on these weekdays (0 is Sunday), or why there are none. */
export function datesOf(of: { first: string; last: string; weekdays: readonly number[] }): string[] | string {
  const { first, last, weekdays } = of;
  if (!isRealDate(first)) return 'Enter the first day.';
  if (!isRealDate(last)) return 'Enter the last day.';
  if (last < first) return 'The last day is before the first.';
  if (last > addDays(first, 3 * 366)) return 'Choose days within three years.';
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    // One day is meant whatever weekday it is.
    if (first === last || weekdays.includes(weekdayOf(day))) days.push(day);
  }
  if (days.length === 0) return 'None of these days is on a weekday you chose.';
  return days.length > mostDays ? `You chose ${days.length} days. You can change up to ${mostDays} at once.` : days;
}

type OfDay = Pick<CustomDay, 'ProviderId' | 'day'>;
const keyOf = ({ ProviderId, day }: OfDay) => `${day} ${ProviderId}`;

/** What is thought of later replaces what was planned for the same provider and day. */
export function withPlanned<D extends OfDay>(queue: readonly D[], days: readonly D[]): D[] {
  const planned = new Map([...queue, ...days].map((day) => [keyOf(day), day]));
  return [...planned.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The custom days as they would be with those planned. */
export function customDaysWith<D extends CustomHours>(
  customDays: readonly D[],
  planned: readonly PlannedDay[],
): (D | CustomDay)[] {
  if (planned.length === 0) return [...customDays];
  const changed = new Set(planned.map(keyOf));
  const added = planned.flatMap(({ isRemoved, ...day }) =>
    // Later than anything that is there.
    isRemoved ? [] : [{ ...day, updated_at: '9999-12-31T00:00:00.000000+00:00' as CustomDay['updated_at'] }],
  );
  return [...customDays.filter((day) => !changed.has(keyOf(day))), ...added];
}
