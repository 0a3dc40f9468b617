import { gutter, topOf, type Geometry } from './geometry.ts';
import type { Stop } from './stops.ts';

export function isPlace(target: EventTarget): boolean {
  return target instanceof HTMLElement && (target.dataset['event'] ?? target.dataset['slot']) !== undefined;
}

export function placeIn(body: HTMLElement, stop: Stop): HTMLElement | null {
  if (stop.event === null) return body.querySelector<HTMLElement>('[data-slot]');
  return body.querySelector<HTMLElement>(`[data-event="${CSS.escape(stop.event)}"]`);
}

/** Scrolls further than the browser would: the sticky heading and the hours cover part of the frame. */
export function bringIntoSight(frame: HTMLElement, place: HTMLElement, column: number, geometry: Geometry): void {
  place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  revealColumn(frame, column, geometry);
}

function revealColumn(frame: HTMLElement, column: number, geometry: Geometry): void {
  const left = column * geometry.column;
  if (left < frame.scrollLeft) frame.scrollLeft = left;
  const room = frame.clientWidth - gutter;
  if (left + geometry.column > frame.scrollLeft + room) frame.scrollLeft = left + geometry.column - room;
}

export function revealTime(frame: HTMLElement, geometry: Geometry, column: number, start: number): void {
  revealColumn(frame, column, geometry);
  const top = topOf(geometry, start);
  const room = frame.clientHeight - 120;
  if (top < frame.scrollTop) frame.scrollTop = top;
  if (top > frame.scrollTop + room) frame.scrollTop = top - room;
}
