import { showTime } from '#contract/base/dates.ts';
import type { GridEvent, Held, Span } from './grid-types.ts';

/** `10:15 AM` */
export function timeWords(minute: number): string {
  return showTime(wall(minute));
}

/** `10:15 – 11:00 AM`, and both halves of the day where they differ. */
export function spanWords({ start, end }: Span): string {
  const [from, to] = [timeWords(start), timeWords(end)];
  return from.slice(-2) === to.slice(-2) ? `${from.slice(0, -3)} – ${to}` : `${from} – ${to}`;
}

/** Minutes from midnight as the wall time of a day. */
export function wall(minute: number, day = '2000-01-01'): string {
  const inDay = Math.min(Math.max(minute, 0), 24 * 60 - 1);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day}T${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** Minutes from midnight of a wall time or an `HH:mm`. */
export function minuteOf(time: string): number {
  const clock = time.slice(-5);
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Who or what it is, so that no other is meant. */
export function titleWords({ title, apart }: Pick<GridEvent, 'title' | 'apart'>): string {
  return [title, apart].filter(Boolean).join(', ');
}

/** Everything about a box in one sentence. */
export function eventWords(event: GridEvent): string {
  const said = [`${timeWords(event.start)} to ${timeWords(event.end)}`, titleWords(event), event.detail, event.word];
  return [...said, event.more].filter(Boolean).join(', ');
}

/** Where a box in the hand would go, for those who listen. */
export function heldWords(held: Held, column: string): string {
  const place = `${timeWords(held.start)} to ${timeWords(held.end)}, ${column}`;
  return held.issue ? `${place}. ${held.issue.sentence}` : place;
}
