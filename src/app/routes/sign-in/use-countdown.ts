import { useEffect, useState } from 'react';
import type { SignInRefusal } from '#session/sign-in.ts';

/** Seconds a locked account still has to wait. */
export function useCountdown(refusal: SignInRefusal | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + (refusal?.waitSeconds ?? 0) * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [refusal]);
  return left;
}
