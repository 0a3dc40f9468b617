import { useEffect, useEffectEvent } from 'react';
import { rejoinSession } from '#session/session-start.ts';

/** Unlocked in another tab: this one goes on too when its person comes back to it. */
export function useRejoin(isLocked: boolean, goOn: (SuperUser: boolean) => void): void {
  const rejoin = useEffectEvent(async () => {
    const who = document.visibilityState === 'visible' ? await rejoinSession() : null;
    if (who) goOn(who.SuperUser);
  });
  useEffect(() => {
    if (!isLocked) return undefined;
    const look = () => void rejoin();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLocked]);
}
