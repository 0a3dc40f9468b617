import { useEffect, useRef, useState, type ReactNode } from 'react';
import { checkMs, idleAt, type Idle } from '#contract/kiosk/idle.ts';
import { fill } from '#contract/words/language.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { Button } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';

type Props = { onOver(): void; children: ReactNode };

const touches = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchmove'] as const;

/** Asks whether anybody is still there, and ends the check-in where nobody answers. The clock goes on in sleep. */
export function IdleGuard({ onOver, children }: Props) {
  const [idle, setIdle] = useState<Idle>({ state: 'active' });
  const touched = useRef(0);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    touched.current = Date.now();
    const check = () => {
      const next = idleAt(touched.current, Date.now());
      if (next.state === 'over') over.current();
      else setIdle((before) => (before.state === 'active' && next.state === 'active' ? before : next));
    };
    // What comes first after a sleep is no sign of who was there before it.
    const touch = () => {
      const { state } = idleAt(touched.current, Date.now());
      if (state === 'active') touched.current = Date.now();
      else check();
    };
    const timer = setInterval(check, checkMs);
    for (const name of touches) window.addEventListener(name, touch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', check);
    window.addEventListener('pageshow', check);
    return () => {
      clearInterval(timer);
      for (const name of touches) window.removeEventListener(name, touch, { capture: true });
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('pageshow', check);
    };
  }, []);
  const goOn = () => {
    if (idleAt(touched.current, Date.now()).state === 'over') return over.current();
    touched.current = Date.now();
    setIdle({ state: 'active' });
  };
  const isWarned = idle.state === 'warned';
  return (
    <>
      <div inert={isWarned} aria-hidden={isWarned}>
        {children}
      </div>
      {isWarned && <Warning secondsLeft={idle.secondsLeft} onMore={goOn} />}
    </>
  );
}

function Warning({ secondsLeft, onMore }: { secondsLeft: number; onMore(): void }) {
  const words = useWords(kioskWords);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    box.current?.focus();
    return () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  return (
    <div
      className="idle"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="idle-title"
      aria-describedby="idle-lead"
      tabIndex={-1}
      ref={box}
    >
      <h1 id="idle-title">{words.idleTitle}</h1>
      <p className="lead" id="idle-lead">
        {words.idleLead}
      </p>
      <p className="left" role="timer">
        {fill(words.idleLeft, { seconds: String(secondsLeft) })}
      </p>
      <div className="actions">
        <Button kind="filled" onClick={onMore}>
          {words.idleMore}
        </Button>
      </div>
    </div>
  );
}
