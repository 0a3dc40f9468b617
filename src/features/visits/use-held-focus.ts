import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focusedVisit, focusVisit } from './board-keys.ts';

/**
 * A card that moves to another column is drawn anew there: who works by keyboard keeps the focus on it. What
 * stands under a mouse is left where it is.
 */
export function useHeldFocus(board: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const held = useRef<{ VisitId: string; at: Element } | null>(null);
  useEffect(() => {
    if (!held.current || held.current.at.isConnected || document.activeElement !== document.body) return;
    if (board.current) focusVisit(board.current, held.current.VisitId);
  });
  return ({ target }) => {
    const VisitId = focusedVisit(board.current);
    held.current = VisitId && target.matches(':focus-visible') ? { VisitId, at: target } : null;
  };
}
