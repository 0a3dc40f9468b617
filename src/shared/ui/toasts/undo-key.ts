import { useEffect } from 'react';
import { isTextField } from '#shared/text-field.ts';
import { lastUndo } from './shown-toasts.tsx';

/** Who listens to the screen, or comes to it from elsewhere, has longer than the toast stays (WCAG 2.2.1). */
export const undoKeyTime = 60_000;

/** Ctrl+Z takes back what was offered last; in a field it takes back what was typed there, as ever. */
export function useUndoKey(): void {
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z';
      if (!isUndo || event.defaultPrevented || event.repeat || isTextField(event.target)) return;
      const { run, at } = lastUndo;
      if (!run || performance.now() - at > undoKeyTime) return;
      event.preventDefault();
      run();
    }
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
