import { useEffect, useRef, type RefObject } from 'react';

/** On a phone a row of tabs scrolls: the selected one is brought into it, and the page stays where it is. */
export function useSelectedInView(tab: string | undefined, isShown = true): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    if (!row) return undefined;
    const look = () => {
      const selected = row.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
      if (!selected) return;
      const [around, own] = [row.getBoundingClientRect(), selected.getBoundingClientRect()];
      if (own.left < around.left) row.scrollLeft -= around.left - own.left;
      else if (own.right > around.right) row.scrollLeft += own.right - around.right;
    };
    look();
    // A phone that is turned has another width.
    const resized = new ResizeObserver(look);
    resized.observe(row);
    return () => resized.disconnect();
  }, [tab, isShown]);
  return list;
}
