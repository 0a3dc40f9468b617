import { useEffect, useLayoutEffect, useRef } from 'react';
import type { GridColumn } from './grid-types.ts';

/**
 * Tells where the column asked for stands, once for each that is asked for. Who steps from week to week stays where
 * they looked as long as the weekday stands at the same place; today is always brought into sight.
 */
export function useOpenAt(
  columns: readonly GridColumn[],
  openAt: string | undefined,
  reveal: (at: number) => void,
): void {
  const last = useRef(0);
  const now = useRef({ columns, reveal });
  useLayoutEffect(() => {
    now.current = { columns, reveal };
  });
  useEffect(() => {
    const at = now.current.columns.findIndex(({ key }) => key === openAt);
    if (at < 0 || (at === last.current && !now.current.columns[at]?.isToday)) return;
    last.current = at;
    now.current.reveal(at);
  }, [openAt]);
}
