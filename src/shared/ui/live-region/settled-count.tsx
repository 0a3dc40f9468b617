import { useEffect, useRef } from 'react';
import { announce } from './live-region.tsx';

/** Nobody wants each letter commented: so long nothing more is typed. */
export const settleMs = 600;

/** How many were found: always in sight, and told once the typing rests. */
export function SettledCount({ className, children: text }: { className?: string | undefined; children: string }) {
  const told = useRef(text);
  useEffect(() => {
    if (told.current === text) return undefined;
    const timer = setTimeout(() => {
      told.current = text;
      announce(text);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return <span className={className}>{text}</span>;
}
