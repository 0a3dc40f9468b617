import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { gutter, narrowestColumn } from './geometry.ts';

/** Columns drawn beside those in sight. */
const spare = 2;

export type Frame = { column: number; first: number; last: number };

/**
 * How wide a column is, and which columns are in sight: forty providers are not drawn for a window that shows nine.
 * Before anything is measured, all of them.
 */
export function useFrame(frame: RefObject<HTMLElement | null>, count: number): Frame {
  const [seen, setSeen] = useState({ column: narrowestColumn, first: 0, last: Number.POSITIVE_INFINITY });
  const countNow = useRef(count);
  const measure = useRef(() => {});
  useLayoutEffect(() => {
    countNow.current = count;
    measure.current();
  }, [count]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    function look(): void {
      if (!element || element.clientWidth === 0) return;
      const room = element.clientWidth - gutter;
      const column = Math.max(narrowestColumn, Math.floor(room / Math.max(1, countNow.current)));
      const first = Math.max(0, Math.floor(element.scrollLeft / column) - spare);
      const last = Math.ceil((element.scrollLeft + room) / column) + spare - 1;
      setSeen((before) =>
        before.column === column && before.first === first && before.last === last ? before : { column, first, last },
      );
    }
    measure.current = look;
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [frame]);
  return seen;
}
