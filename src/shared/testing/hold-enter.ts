import { act, fireEvent } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { careForKeyboards } from '#shared/focus/keyboard-care.ts';

/** What a browser makes of Enter where nothing prevents it: a click, or its form is sent. */
function enter(repeat: boolean): void {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !fireEvent.keyDown(at, { key: 'Enter', code: 'Enter', repeat })) return;
  if (at.matches('button, a[href], [role=button]')) fireEvent.click(at);
  else if (at instanceof HTMLInputElement) at.form?.requestSubmit();
}

/**
 * Enter as a person holds it down: `press` once, then `repeat` as the keyboard does, on whatever has the focus by then.
 * Keys are cared for as in the app from the call on.
 */
export function enterKey() {
  onTestFinished(careForKeyboards());
  return {
    press: () => act(async () => enter(false)),
    /** For longer than a question takes to open and to be asked. */
    async repeat(times = 8): Promise<void> {
      for (let at = 0; at < times; at += 1)
        await act(async () => {
          enter(true);
          await new Promise((resolve) => setTimeout(resolve, 20));
        });
    },
  };
}
