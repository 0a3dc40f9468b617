import { snap } from './geometry.ts';
import type { GridColumn, GridEvent } from './grid-types.ts';
import { leavesFree } from './lanes.ts';

/** Where the keys stand: on an event, or on a free time of a column. */
export type Stop = { column: string; start: number; event: string | null };

/** Free times are walked by half hours, and from the end of each event. */
const step = 30;

/** Everything the arrows stop at in a column, from morning to evening. */
export function stopsOf(column: GridColumn, { from, to }: { from: number; to: number }): Stop[] {
  const stops: Stop[] = column.events.map((event) => stopAt(column.key, event));
  const free = new Set<number>();
  for (let start = from; start < to; start += step) free.add(start);
  for (const { end } of column.events) if (end < to) free.add(end);
  for (const start of free) if (isFree(column.events, start)) stops.push({ column: column.key, start, event: null });
  return stops.toSorted((a, b) => a.start - b.start || Number(a.event === null) - Number(b.event === null));
}

function stopAt(column: string, event: GridEvent): Stop {
  return { column, start: event.start, event: event.id };
}

function isFree(events: readonly GridEvent[], start: number): boolean {
  return !events.some((event) => !leavesFree(event) && event.start < start + snap && event.end > start);
}

/** The next stop for an arrow, Home or End, or null at an edge. */
export function stopAfter(
  columns: readonly GridColumn[],
  hours: { from: number; to: number },
  at: Stop,
  key: string,
): Stop | null {
  const index = columns.findIndex((column) => column.key === at.column);
  const column = columns[index];
  if (!column) return null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const beside = columns[index + (key === 'ArrowLeft' ? -1 : 1)];
    return beside ? nearest(stopsOf(beside, hours), at.start) : null;
  }
  const stops = stopsOf(column, hours);
  if (key === 'Home') return stops[0] ?? null;
  if (key === 'End') return stops.at(-1) ?? null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const here = stops.findIndex((stop) => stop.event === at.event && stop.start === at.start);
  if (here < 0) return nearest(stops, at.start);
  return stops[here + (key === 'ArrowUp' ? -1 : 1)] ?? null;
}

/** The stop closest in time; an event rather than the free time beside it. */
export function nearest(stops: readonly Stop[], start: number): Stop | null {
  let best: Stop | null = null;
  for (const stop of stops) if (!best || Math.abs(stop.start - start) < Math.abs(best.start - start)) best = stop;
  return best;
}
