import { useEffect, useRef } from 'react';
import { announce } from './live-region.tsx';

/** Nobody wants each letter commented: so long nothing more is typed. */
export const settleMs = 600;

/** Tells what is in sight once it rests; not what is there at first. */
export function useSettledTold(text: string): void {
  const told = useRef(text);
  useEffect(() => {
    if (told.current === text) return undefined;
    const timer = setTimeout(() => {
      told.current = text;
      announce(text);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text]);
}

/** How many were found: always in sight, and told once the typing rests. */
export function SettledCount({ className, children: text }: { className?: string | undefined; children: string }) {
  useSettledTold(text);
  return <span className={className}>{text}</span>;
}
