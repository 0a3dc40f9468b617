import { useEffect, useEffectEvent } from 'react';

/** What the command palette asks of a screen that it leads to. */
export type Asked = 'newPatient' | 'bookVisit' | 'submitClaims';

let waiting: Asked | null = null;
const screens = new Set<() => void>();

/** Asks the screen that is shown, or the next one that knows how. */
export function askFor(what: Asked): void {
  waiting = what;
  for (const screen of screens) screen();
}

/** Runs when it is asked for, also where the screen was opened for it; each asking runs once. */
export function useAsked(what: Asked, run: () => void): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    const take = () => {
      if (waiting !== what) return;
      waiting = null;
      act();
    };
    take();
    screens.add(take);
    return () => void screens.delete(take);
  }, [what]);
}
