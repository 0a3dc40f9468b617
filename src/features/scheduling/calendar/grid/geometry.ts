import type { Span } from './grid-types.ts';

/** Moves and books by quarters of an hour. */
export const snap = 15;
export const gutter = 60;
export const narrowestColumn = 148;

/** Minutes that are drawn, and how: `hour` and `column` are px. */
export type Geometry = { from: number; to: number; hour: number; column: number };

export function heightOf(geometry: Geometry, minutes: number): number {
  return (minutes / 60) * geometry.hour;
}

export function topOf(geometry: Geometry, minute: number): number {
  return heightOf(geometry, minute - geometry.from);
}

/** The minute at a height, at the nearest quarter. */
export function minuteAt(geometry: Geometry, top: number): number {
  return geometry.from + Math.round((top / geometry.hour) * (60 / snap)) * snap;
}

/** The quarter of an hour a height is in. */
export function slotAt(geometry: Geometry, top: number): number {
  const minute = geometry.from + Math.floor((top / geometry.hour) * (60 / snap)) * snap;
  return clamp(minute, geometry.from, geometry.to - snap);
}

/** As long as before, within the hours that are drawn. */
export function within({ from, to }: Geometry, { start, end }: Span): Span {
  const length = Math.min(end - start, to - from);
  const first = clamp(start, from, to - length);
  return { start: first, end: first + length };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The hours of a day that somebody works or somebody is booked, whole hours, at least 8 to 5. */
export function hoursOf(spans: readonly Span[]): { from: number; to: number } {
  let from = 8 * 60;
  let to = 17 * 60;
  for (const { start, end } of spans) {
    from = Math.min(from, start);
    to = Math.max(to, end);
  }
  return { from: Math.floor(from / 60) * 60, to: Math.min(24 * 60, Math.ceil(to / 60) * 60) };
}

/** What of the drawn hours lies outside of others, in order. */
export function outside({ from, to }: { from: number; to: number }, spans: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = from;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > at) left.push({ start: at, end: Math.min(start, to) });
    at = Math.max(at, end);
  }
  if (at < to) left.push({ start: at, end: to });
  return left.filter((span) => span.start < span.end);
}
