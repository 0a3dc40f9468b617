import { clamp, gutter, minuteAt, snap, within, type Geometry } from './geometry.ts';
import type { GridChange, GridColumn, GridEvent } from './grid-types.ts';

/** What a drag must know of the grid, as it is at each moment. */
export type DragGround = {
  columns: readonly GridColumn[];
  geometry: Geometry;
  /** The scrolling frame, and within it the hours. */
  frame: HTMLElement;
  body: HTMLElement;
  /** The column under a point of the window, where columns do not stand side by side and none says a time: it stays. */
  under?: ((x: number, y: number) => string | undefined) | undefined;
};

type DragStart = {
  event: GridEvent;
  column: string;
  /** What is dragged: the box, or only its end. */
  isResize: boolean;
  pointer: { id: number; type: string; x: number; y: number };
};

type Hearer = {
  onHold: (change: GridChange) => void;
  onDrop: () => void;
  onCancel: () => void;
};

/** px a mouse moves before a press is a drag; ms a finger rests, because moving it scrolls. */
const slack = 4;
const restMs = 350;
/** px from an edge of the frame at which it scrolls along, and how fast. */
const edge = 36;
const speed = 12;

/** Follows one pointer from its press to its end. What it gives back ends it at once. */
export function startDrag(start: DragStart, ground: () => DragGround, hearer: Hearer): () => void {
  const { pointer, event } = start;
  let isMoving = false;
  let last = { x: pointer.x, y: pointer.y };
  let shown = '';
  let frameRequest = 0;
  const grabbedAt = minuteUnder(ground(), pointer.y) - event.start;
  const rest = pointer.type === 'mouse' ? undefined : setTimeout(begin, restMs);

  function begin(): void {
    isMoving = true;
    navigator.vibrate?.(10);
    scrollAlong();
    tell();
  }

  function tell(): void {
    const change = changeAt(start, ground(), last, grabbedAt);
    const key = `${change.column} ${change.start} ${change.end}`;
    if (key === shown) return;
    shown = key;
    hearer.onHold(change);
  }

  function scrollAlong(): void {
    const { frame, under } = ground();
    const box = frame.getBoundingClientRect();
    const dx = pull(last.x, box.left + (under ? 0 : gutter), box.right);
    const dy = pull(last.y, box.top, box.bottom);
    if (dx !== 0 || dy !== 0) {
      frame.scrollBy(dx, dy);
      tell();
    }
    frameRequest = requestAnimationFrame(scrollAlong);
  }

  function move(next: PointerEvent): void {
    if (next.pointerId !== pointer.id) return;
    const far = Math.hypot(next.clientX - pointer.x, next.clientY - pointer.y) >= slack;
    last = { x: next.clientX, y: next.clientY };
    if (isMoving) return tell();
    if (far && pointer.type === 'mouse') begin();
    // A finger that moves at once scrolls.
    else if (far) end();
  }

  function up(next: PointerEvent): void {
    if (next.pointerId !== pointer.id) return;
    end();
    if (!isMoving) return;
    swallowClick();
    hearer.onDrop();
  }

  function cancel(): void {
    end();
    if (isMoving) hearer.onCancel();
  }

  function key(next: KeyboardEvent): void {
    if (next.key !== 'Escape' || !isMoving) return;
    next.preventDefault();
    next.stopPropagation();
    cancel();
    // The button is still down: its click comes when it is let go.
    window.addEventListener('pointerup', swallowClick, { capture: true, once: true });
  }

  /** While a finger drags, the page stands still. */
  function hold(next: TouchEvent): void {
    if (isMoving && next.cancelable) next.preventDefault();
  }

  function end(): void {
    clearTimeout(rest);
    cancelAnimationFrame(frameRequest);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', cancel);
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('touchmove', hold);
  }

  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', cancel);
  window.addEventListener('keydown', key, true);
  window.addEventListener('touchmove', hold, { passive: false });
  return end;
}

function changeAt(start: DragStart, ground: DragGround, at: { x: number; y: number }, grabbedAt: number): GridChange {
  const { event, column, isResize } = start;
  if (ground.under) {
    const { id, start: first, end } = event;
    return { id, from: column, column: ground.under(at.x, at.y) ?? column, start: first, end };
  }
  const minute = minuteUnder(ground, at.y);
  if (isResize) {
    const end = clamp(minute + event.end - event.start - grabbedAt, event.start + snap, ground.geometry.to);
    return { id: event.id, from: column, column, start: event.start, end: Math.round(end / snap) * snap };
  }
  const first = Math.round((minute - grabbedAt) / snap) * snap;
  const moved = within(ground.geometry, { start: first, end: first + event.end - event.start });
  return { id: event.id, from: column, column: columnUnder(ground, at.x) ?? column, ...moved };
}

function minuteUnder({ geometry, body }: DragGround, y: number): number {
  return minuteAt(geometry, y - body.getBoundingClientRect().top);
}

function columnUnder({ geometry, body, columns }: DragGround, x: number): string | undefined {
  const index = Math.floor((x - body.getBoundingClientRect().left - gutter) / geometry.column);
  return columns[clamp(index, 0, columns.length - 1)]?.key;
}

/** px to scroll for a pointer near, or past, one of two edges. */
function pull(at: number, low: number, high: number): number {
  if (at < low + edge) return -Math.min(speed, (low + edge - at) / 3);
  if (at > high - edge) return Math.min(speed, (at - high + edge) / 3);
  return 0;
}

/** The click that follows a drag does not open what was dragged. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, true));
}
