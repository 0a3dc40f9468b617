import { isSameValue } from '#contract/base/same-value.ts';
import type { RequestGrid } from '#contract/scheduling/visit-request.ts';

/** Parts of a day, as a front desk asks for them. */
export const periods = [
  { name: 'Early', start: '06:00', end: '09:00', hours: '6–9 AM' },
  { name: 'Morning', start: '09:00', end: '12:00', hours: '9–12' },
  { name: 'Midday', start: '12:00', end: '15:00', hours: '12–3 PM' },
  { name: 'Afternoon', start: '15:00', end: '18:00', hours: '3–6 PM' },
  { name: 'Evening', start: '18:00', end: '21:00', hours: '6–9 PM' },
] as const;

export type Cells = boolean[][];

/** Monday to Friday, whenever. */
export const workdays: Cells = Array.from({ length: 7 }, (_, at) => periods.map(() => at > 0 && at < 6));

/** Parts that follow each other are one time: a visit may begin in the one and end in the next. */
export function gridOf(cells: Cells): RequestGrid {
  return cells.map((day) => {
    const times: RequestGrid[number] = [];
    for (const [at, { start, end }] of periods.entries()) {
      if (!day[at]) continue;
      const last = times.at(-1);
      if (last && last.end === start) last.end = end;
      else times.push({ start, end });
    }
    return times;
  });
}

/** The parts that lie wholly within the times of a request. */
export function cellsOf(grid: RequestGrid): Cells {
  return grid.map((times) =>
    periods.map((period) => times.some(({ start, end }) => start <= period.start && period.end <= end)),
  );
}

/** The times as they were where no part of them was chosen otherwise: they may be finer than the parts. */
export function gridAfter(before: RequestGrid | undefined, cells: Cells): RequestGrid {
  return before && isSameValue(cellsOf(before), cells) ? before : gridOf(cells);
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon, Tue 9–12; Fri any time`, in as few words as tell it. */
export function gridWords(grid: RequestGrid): string {
  const byTimes = Map.groupBy(
    grid.flatMap((times, at) => (times.length > 0 ? [{ at, words: timesWords(times) }] : [])),
    ({ words }) => words,
  );
  const parts = [...byTimes].map(([words, of]) => `${daysWords(of.map(({ at }) => at))} ${words}`);
  return parts.length > 0 ? parts.join('; ') : 'No time';
}

function daysWords(at: number[]): string {
  if (at.join('') === '12345') return 'Mon–Fri';
  if (at.length === 7) return 'Every day';
  return at.map((one) => days[one]).join(', ');
}

function timesWords(times: RequestGrid[number]): string {
  const first = periods[0].start;
  const last = periods.at(-1)?.end ?? '';
  if (times.some(({ start, end }) => start <= first && last <= end)) return 'any time';
  return times.map(({ start, end }) => `${clock(start)}–${clock(end)}`).join(', ');
}

function clock(time: string): string {
  const hour = Number(time.slice(0, 2));
  const minutes = time.slice(3) === '00' ? '' : `:${time.slice(3)}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
