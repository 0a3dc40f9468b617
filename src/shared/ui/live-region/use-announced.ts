import { useEffect, useRef } from 'react';
import { announce } from './live-region.tsx';

/** Says what is shown now whenever it is another view, by its `view`; null while it is not there yet. */
export function useAnnounced(view: string, text: string | null, isFirstSaid = false): void {
  const said = useRef(isFirstSaid ? null : view);
  useEffect(() => {
    if (text === null || said.current === view) return;
    said.current = view;
    announce(text);
  }, [view, text]);
}
