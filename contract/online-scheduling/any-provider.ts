import { atTime } from '../scheduling/wall-time.ts';
import { openSpans } from '../scheduling/working-day.ts';
import type { ProviderDay } from './busy.ts';

const minutesOf = (wall: string) => Date.parse(`${wall}Z`) / 60_000;

/**
 * Who treats where the person does not mind: who treats them already, then who has the fewest visits that day, then who
 * has the most of the day without one, then by id.
 */
export function inOrderOfChoice(days: readonly ProviderDay[], day: string, prefers: string | null): ProviderDay[] {
  const from = atTime(day, '00:00');
  const known = new Map(days.map((one) => [one, { visits: visitsOf(one), unbooked: unbookedOf(one, day, from) }]));
  const of = (one: ProviderDay) => known.get(one) ?? { visits: 0, unbooked: 0 };
  return days.toSorted(
    (a, b) =>
      Number(b.provider.ProviderId === prefers) - Number(a.provider.ProviderId === prefers) ||
      of(a).visits - of(b).visits ||
      of(b).unbooked - of(a).unbooked ||
      a.provider.ProviderId.localeCompare(b.provider.ProviderId),
  );
}

function visitsOf({ busy }: ProviderDay): number {
  return busy.filter(({ kind }) => kind === 'visit' || kind === 'hold').length;
}

/** Minutes of the hours that day in which nothing is booked. */
function unbookedOf({ working, busy }: ProviderDay, day: string, from: string): number {
  const open = openSpans(day, working.blocks).reduce((sum, one) => sum + minutesOf(one.End) - minutesOf(one.Start), 0);
  const taken = busy.reduce((sum, { Start, End }) => {
    const start = Start < from ? from : Start;
    return sum + Math.max(0, minutesOf(End) - minutesOf(start));
  }, 0);
  return open - taken;
}
