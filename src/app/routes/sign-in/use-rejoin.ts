import { useEffect, useEffectEvent } from 'react';
import { rejoinSession } from '#session/session-start.ts';

/** Goes on when the person comes back to this tab after unlocking another. */
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
