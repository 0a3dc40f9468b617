import { useCallback, useEffect, useRef, useState } from 'react';

export type Pointed = { id: string; box: HTMLElement };

/** ms: long enough that a mouse passing over, or arrows walking by, show nothing. */
const restMs = 350;
/** ms in which the mouse may cross from the box to the card. */
const leaveMs = 200;

/** What the mouse or the keys rest on. The card may be pointed at itself, and Esc puts it away (WCAG 1.4.13). */
export function usePoint() {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const wanted = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const point = useCallback((id: string | null, box: HTMLElement | null) => {
    if (id === wanted.current) return;
    wanted.current = id;
    clearTimeout(timer.current);
    timer.current =
      id && box ? setTimeout(() => setPointed({ id, box }), restMs) : setTimeout(() => setPointed(null), leaveMs);
  }, []);
  const stay = useCallback(() => {
    clearTimeout(timer.current);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    wanted.current = null;
    setPointed(null);
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!pointed) return undefined;
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('keydown', escape);
    document.addEventListener('pointerdown', hide);
    return () => {
      document.removeEventListener('keydown', escape);
      document.removeEventListener('pointerdown', hide);
    };
  }, [pointed, hide]);
  return { pointed, point, stay, hide };
}
