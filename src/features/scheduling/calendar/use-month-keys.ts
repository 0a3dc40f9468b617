import {
  useEffect,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { addDays } from '#contract/base/dates.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import type { GridColumn } from './grid/grid-types.ts';
import { isCommand } from './grid/use-grid-keys.ts';
import { eventOf, type GridHand } from './grid/use-grid-hand.ts';

type Ground = {
  table: RefObject<HTMLTableElement | null>;
  columns: readonly GridColumn[];
  /** The day the keys stand on. */
  date: string;
  hand: GridHand;
  mayMove: boolean;
  onDate: (day: string) => void;
  onOpen: (day: string) => void;
  onBook?: ((day: string) => void) | undefined;
  onCopy?: ((VisitId: string) => void) | undefined;
  onPaste?: ((day: string) => void) | undefined;
};

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The keys of a month: arrows go by day and week, or carry the visit that Space picked up. A press beside what can be pressed books. */
export function useMonthKeys(ground: Ground) {
  const { table, date, hand, onDate } = ground;
  const hasFocus = useRef(false);
  /** What has the focus, if it is a visit; and the one that is to have it once it is drawn on its new day. */
  const visit = useRef<string | null>(null);
  const wanted = useRef<{ id: string; day: string } | null>(null);
  const shownDate = useRef(date);

  useLayoutEffect(() => {
    const find = (at: string) => table.current?.querySelector<HTMLElement>(at) ?? null;
    const { id, day } = wanted.current ?? {};
    const arrived = id === undefined ? null : find(`[data-cell="${day}"] [data-event="${id}"]`);
    const isOtherDay = shownDate.current !== date;
    shownDate.current = date;
    if (arrived) {
      wanted.current = null;
      arrived.focus();
    } else if (hasFocus.current && isOtherDay) find(`[data-day="${date}"]`)?.focus();
    else if (hasFocus.current && document.activeElement === document.body)
      // What had the focus was drawn elsewhere, or is gone.
      (find(`[data-event="${visit.current}"]`) ?? find(`[data-day="${date}"]`))?.focus();
  });

  // A press elsewhere ends the focus; what is drawn anew does not.
  useEffect(() => {
    const elsewhere = ({ target }: PointerEvent) => {
      if (target instanceof Node && !table.current?.contains(target)) hasFocus.current = false;
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [table]);

  /** Whether this device holds the day. */
  const isHere = (day: string) => ground.columns.some(({ key }) => key === day);

  function carry(event: KeyboardEvent): void {
    const by = steps[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const day = addDays(hand.held?.column ?? date, by);
      if (isHere(day)) hand.shift(0, by, false);
      else announce('This is as far as the month reaches. Use the week view, or open the visit, for another day.');
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      const { held } = hand;
      if (held && hand.drop()) wanted.current = { id: held.id, day: held.column };
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      hand.putBack();
    } else if (event.key === 'Tab') hand.putBack();
  }

  function pick(id: string): void {
    const found = eventOf(ground.columns, id);
    if (!found) return announce('This visit cannot be moved here.');
    if (found.event.isFixed || !ground.mayMove) announce(`${found.event.title} cannot be moved.`);
    else hand.pick(found.event, found.column);
  }

  /** Copies the visit that has the focus, or books what is copied on the day that has it. */
  function command(event: KeyboardEvent, target: HTMLElement): boolean {
    const { event: id } = target.dataset;
    const day = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? date;
    if (isCommand(event, 'c') && id !== undefined && ground.onCopy) {
      if (isHere(day)) ground.onCopy(id);
      else announce('This day is view only. Nothing was copied.');
    } else if (isCommand(event, 'v') && ground.onPaste) {
      if (isHere(day)) ground.onPaste(day);
      else announce('This day is view only. Nothing was booked.');
    } else return false;
    return true;
  }

  return {
    key(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof HTMLElement)) return;
      const isBare = !event.ctrlKey && !event.metaKey;
      if (hand.held?.by === 'keys') return isBare ? carry(event) : undefined;
      const { event: id } = event.target.dataset;
      const by = steps[event.key];
      if (!isBare) {
        if (!command(event, event.target)) return;
      } else if (by !== undefined) onDate(addDays(date, by));
      else if (event.key === ' ' && id !== undefined) pick(id);
      else if (event.key === 'n' && ground.onBook && isHere(date)) ground.onBook(date);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    /** Buttons hear their own clicks. */
    click({ target }: MouseEvent): void {
      if (!(target instanceof Element) || target.closest('button, [role=menu]')) return;
      const day = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
      if (day) (isHere(day) ? (ground.onBook ?? ground.onOpen) : ground.onOpen)(day);
    },
    focus({ target }: FocusEvent): void {
      hasFocus.current = true;
      visit.current = target instanceof HTMLElement ? (target.dataset['event'] ?? null) : null;
      wanted.current = null;
    },
    blur({ relatedTarget }: FocusEvent<HTMLElement>): void {
      hasFocus.current =
        relatedTarget === null || (relatedTarget instanceof Node && table.current?.contains(relatedTarget) === true);
    },
  };
}

/** The day under a point of the window, of those a visit can be carried to. */
export function dayUnder(
  table: HTMLElement | null,
  columns: readonly GridColumn[],
  x: number,
  y: number,
): string | undefined {
  for (const cell of table?.querySelectorAll<HTMLElement>('[data-cell]') ?? []) {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const day = cell.dataset['cell'];
    if (x >= left && x < right && y >= top && y < bottom) return columns.find(({ key }) => key === day)?.key;
  }
  return undefined;
}
