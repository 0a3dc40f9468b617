import { useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { slotAt, snap, type Geometry } from './geometry.ts';
import { isPlace, revealTime } from './grid-sight.ts';
import type { GridColumn, Slot } from './grid-types.ts';
import { stopAfter, stopsOf, type Stop } from './stops.ts';
import { eventOf, type GridHand } from './use-grid-hand.ts';
import { usePlaceFocus } from './use-place-focus.ts';

type Ground = {
  columns: readonly GridColumn[];
  openAt?: string | undefined;
  geometry: Geometry;
  frame: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
  hand: GridHand;
  onOpen: (id: string) => void;
  onMove?: unknown;
  onBook?: (slot: Slot) => void;
  onCopy?: (id: string) => void;
  onPaste?: (slot: Slot) => void;
};

const moves: Record<string, readonly [minutes: number, columns: number]> = {
  ArrowUp: [-snap, 0],
  ArrowDown: [snap, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The one place in the grid that Tab stops at. Arrows move it, and other keys act on it. */
export function useGridKeys(ground: Ground) {
  const { columns, geometry, hand } = ground;
  const [chosen, setChosen] = useState<Stop | null>(null);
  const stop = presentStop(ground, chosen);
  const focus = usePlaceFocus(ground, stop);

  function go(next: Stop | null): void {
    if (!next) return;
    focus.want();
    setChosen(next);
  }

  function carry(event: KeyboardEvent): void {
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      const held = hand.shift(move[0], move[1], event.shiftKey && move[0] !== 0);
      if (held && ground.frame.current)
        revealTime(
          ground.frame.current,
          geometry,
          columns.findIndex(({ key }) => key === held.column),
          held.start,
        );
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      const { held } = hand;
      if (!held || !hand.drop()) return;
      focus.want();
      setChosen({ column: held.column, start: held.start, event: held.id });
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      hand.putBack();
    } else if (event.key === 'Tab') hand.putBack();
  }

  function actOnEvent(event: KeyboardEvent, id: string): boolean {
    const found = eventOf(columns, id);
    if (event.key === 'Enter') ground.onOpen(id);
    else if (event.key === ' ' && found) {
      if (found.event.isFixed || !ground.onMove) announce(`${found.event.title} cannot be moved.`);
      else hand.pick(found.event, found.column);
    } else if (isCommand(event, 'c') && ground.onCopy) ground.onCopy(id);
    else return false;
    return true;
  }

  function actOnSlot(event: KeyboardEvent, slot: Slot): boolean {
    if ((event.key === 'Enter' || event.key === ' ') && ground.onBook) ground.onBook(slot);
    else if (isCommand(event, 'v') && ground.onPaste) ground.onPaste(slot);
    else return false;
    return true;
  }

  return {
    stop,
    key(event: KeyboardEvent): void {
      if (event.altKey || !isPlace(event.target) || !stop) return;
      if (hand.held?.by === 'keys') return carry(event);
      const isBare = !event.ctrlKey && !event.metaKey;
      const next = isBare ? stopAfter(columns, geometry, stop, event.key) : null;
      const slot = { column: stop.column, start: stop.start };
      if (next) go(next);
      else if (isBare && event.key === 'n' && ground.onBook) ground.onBook(slot);
      else if (stop.event === null ? !actOnSlot(event, slot) : !actOnEvent(event, stop.event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Moves the keys' place to the click. */
    click(event: MouseEvent<HTMLElement>): void {
      const target = event.target instanceof Element ? event.target : null;
      const box = target?.closest<HTMLElement>('[data-event]');
      const found = box && eventOf(columns, box.dataset['event'] ?? '');
      const key = target?.closest<HTMLElement>('[data-column]')?.dataset['column'];
      if (found) {
        setChosen({ column: found.column.key, start: found.event.start, event: found.event.id });
        return ground.onOpen(found.event.id);
      }
      if (!key || !ground.body.current) return;
      const start = target?.closest('[data-slot]')
        ? (stop?.start ?? 0)
        : slotAt(geometry, event.clientY - ground.body.current.getBoundingClientRect().top);
      go({ column: key, start, event: null });
      ground.onBook?.({ column: key, start });
    },
    focus({ target }: FocusEvent): void {
      focus.note(isPlace(target));
      // The keys act on whatever has the focus, also after a mouse or a screen reader moved it.
      const found = target instanceof HTMLElement && eventOf(columns, target.dataset['event'] ?? '');
      if (!found || stop?.event === found.event.id) return;
      setChosen({ column: found.column.key, start: found.event.start, event: found.event.id });
    },
    blur({ relatedTarget }: FocusEvent<HTMLElement>): void {
      if (relatedTarget instanceof Node && !ground.frame.current?.contains(relatedTarget)) focus.note(false);
    },
  };
}

/** The place of the keys in the current schedule. It follows an event that moved; a removed event leaves its time. */
function presentStop({ columns, openAt, geometry }: Ground, chosen: Stop | null): Stop | null {
  if (chosen?.event) {
    const found = eventOf(columns, chosen.event);
    if (!found) return columns.some(({ key }) => key === chosen.column) ? { ...chosen, event: null } : null;
    if (found.column.key === chosen.column && found.event.start === chosen.start) return chosen;
    return { column: found.column.key, start: found.event.start, event: chosen.event };
  }
  if (chosen && columns.some(({ key }) => key === chosen.column)) return chosen;
  const from = columns.findIndex(({ key }) => key === openAt);
  return firstStop(from > 0 ? [...columns.slice(from), ...columns.slice(0, from)] : columns, geometry);
}

/** The first visit, or the first free time of an empty day. */
function firstStop(columns: readonly GridColumn[], geometry: Geometry): Stop | null {
  const withEvents = columns.find(({ events }) => events.length > 0);
  if (!withEvents) return columns[0] ? (stopsOf(columns[0], geometry)[0] ?? null) : null;
  return stopsOf(withEvents, geometry).find(({ event }) => event !== null) ?? null;
}

export function isCommand(event: KeyboardEvent, letter: string): boolean {
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === letter;
}
