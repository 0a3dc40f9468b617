import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { startDrag, type DragGround } from './drag.ts';
import { clamp, snap, within, type Geometry } from './geometry.ts';
import type { GridChange, GridColumn, GridEvent, GridIssue, Held } from './grid-types.ts';
import { heldWords, titleWords } from './words.ts';

type Ground = {
  columns: readonly GridColumn[];
  geometry: Geometry;
  frame: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
  under?: DragGround['under'];
  onMove?: (change: GridChange, issue: GridIssue | null) => void;
  issueOf?: (change: GridChange) => GridIssue | null;
};

export type GridHand = ReturnType<typeof useGridHand>;

/** The event that is picked up, by pointer or by keys, until it is dropped or put back. */
export function useGridHand(ground: Ground) {
  const [held, setHeld] = useState<Held | null>(null);
  const stopDrag = useRef<() => void>(undefined);
  // What is held is written here at once and by nothing else: an effect of an older drawing comes later than a key.
  const now = useRef<{ ground: Ground; held: Held | null }>({ ground, held: null });
  useEffect(() => {
    now.current.ground = ground;
  });
  useEffect(() => () => stopDrag.current?.(), []);

  // What speaks against a place may be known only after the hand has come there: then it is told where the hand rests.
  const { issueOf } = ground;
  useEffect(() => {
    const there = now.current.held;
    if (!there) return;
    const { id, from, column, start, end, event, by, issue: told } = there;
    const { issue } = hold({ id, from, column, start, end }, event, by);
    if (issue && issue.sentence !== told?.sentence && by === 'keys') announce(issue.sentence);
  }, [issueOf]);

  // What was changed elsewhere meanwhile, or is gone, is not where the hand took it: it is let go.
  const { columns } = ground;
  useEffect(() => {
    const there = now.current.held;
    if (!there) return;
    const found = eventOf(columns, there.id);
    const { start, end, title } = there.event;
    if (found && found.column.key === there.from && found.event.start === start && found.event.end === end) return;
    stopDrag.current?.();
    letGo();
    announce(`${title} was changed by someone else. It did not move.`);
  }, [columns]);

  // A drag lives longer than a drawing: all three look at the present state, never at the one they were made with.
  function hold(change: GridChange, event: GridEvent, by: Held['by']): Held {
    const isMoved = change.column !== change.from || change.start !== event.start || change.end !== event.end;
    const issue = isMoved ? (now.current.ground.issueOf?.(change) ?? null) : null;
    const next: Held = { ...change, event, by, issue };
    // The pointer may be up again before this is drawn.
    now.current.held = next;
    setHeld(next);
    return next;
  }

  function letGo(): void {
    now.current.held = null;
    setHeld(null);
  }

  /** False when it cannot stay there. */
  function drop(): boolean {
    const dropped = now.current.held;
    if (!dropped) return true;
    const { id, from, column, start, end, event, issue } = dropped;
    if (column === from && start === event.start && end === event.end) {
      letGo();
      return true;
    }
    const isRefused = issue?.tone === 'refused';
    if (!isRefused || dropped.by === 'pointer') letGo();
    now.current.ground.onMove?.({ id, from, column, start, end }, issue);
    return !isRefused;
  }

  return {
    held,
    press(event: PointerEvent<HTMLElement>): void {
      const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-event]') : null;
      const found = box && eventOf(ground.columns, box.dataset['event'] ?? '');
      const { frame, body } = ground;
      if (!found || found.event.isFixed || !ground.onMove || event.button !== 0 || held?.by === 'keys') return;
      if (!frame.current || !body.current) return;
      const elements = { frame: frame.current, body: body.current };
      const isResize = event.target instanceof Element && event.target.hasAttribute('data-grip');
      const pointer = { id: event.pointerId, type: event.pointerType, x: event.clientX, y: event.clientY };
      stopDrag.current?.();
      stopDrag.current = startDrag(
        { event: found.event, column: found.column.key, isResize, pointer },
        () => {
          const { columns: present, geometry, under } = now.current.ground;
          return { columns: present, geometry, under, ...elements };
        },
        {
          onHold: (change) => hold(change, found.event, 'pointer'),
          onDrop: () => drop(),
          onCancel: () => letGo(),
        },
      );
    },
    /** Picks an event up by keys. */
    pick(event: GridEvent, column: GridColumn): void {
      const { id, start, end } = event;
      hold({ id, from: column.key, column: column.key, start, end }, event, 'keys');
      announce(`Picked up ${titleWords(event)}. Arrows move it, Space drops it, Escape cancels the move.`);
    },
    /** Moves what the keys hold by minutes and columns, or its end alone. */
    shift(minutes: number, columns: number, isEnd: boolean): Held | null {
      if (!held) return null;
      const at = ground.columns.findIndex(({ key }) => key === held.column);
      const column = ground.columns[clamp(at + columns, 0, ground.columns.length - 1)];
      if (!column) return null;
      const span = isEnd
        ? { start: held.start, end: clamp(held.end + minutes, held.start + snap, ground.geometry.to) }
        : within(ground.geometry, { start: held.start + minutes, end: held.end + minutes });
      const { id, from } = held;
      const next = hold({ id, from, column: column.key, ...span }, held.event, 'keys');
      announce(heldWords(next, [column.group, column.title].filter(Boolean).join(', ')));
      return next;
    },
    drop,
    putBack(): void {
      if (!held) return;
      letGo();
      announce(`${held.event.title} did not move.`);
    },
  };
}

export function eventOf(columns: readonly GridColumn[], id: string): { event: GridEvent; column: GridColumn } | null {
  for (const column of columns) {
    const event = column.events.find((each) => each.id === id);
    if (event) return { event, column };
  }
  return null;
}
