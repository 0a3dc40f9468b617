import { useEffect, useState } from 'react';
import type { OwnItem } from '#contract/hep/endpoints.ts';
import { hepWords } from '#contract/words/hep-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button } from '../kit/controls.tsx';
import { useWords } from '../kit/language.tsx';

/** Counts repetitions and sets by a press, and seconds by the clock; nothing where a dose says none of them. */
export function Counter({ counts: { sets, reps, seconds } }: Pick<OwnItem, 'counts'>) {
  const words = useWords(hepWords);
  const [set, setSet] = useState(1);
  const [count, setCount] = useState(0);
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const left = useSecondsLeft(endsAt);
  if (reps === null && seconds === null) return null;
  const most = sets ?? 1;
  const isSetDone = reps !== null && count >= reps;
  const isOver = isSetDone && set >= most;

  function nextSet(): void {
    setSet(set + 1);
    setCount(0);
  }
  return (
    <div className="counter" role="group" aria-label={words.count}>
      {most > 1 && <p>{fill(words.set, { set: String(set), sets: String(most) })}</p>}
      {reps !== null && (
        <>
          <p className="count" role="status">
            {isOver ? words.setsDone : fill(words.counted, { count: String(count), all: String(reps) })}
          </p>
          {isSetDone ? (
            !isOver && <Button onClick={nextSet}>{words.nextSet}</Button>
          ) : (
            <Button onClick={() => setCount(count + 1)}>{words.count}</Button>
          )}
        </>
      )}
      {seconds !== null && (
        <>
          {left !== null && (
            <p className="count" role="timer">
              {left > 0 ? fill(words.secondsLeft, { seconds: String(left) }) : words.timeUp}
            </p>
          )}
          <Button onClick={() => setEndsAt(performance.now() + seconds * 1_000)}>
            {fill(words.startTimer, { seconds: String(seconds) })}
          </Button>
        </>
      )}
    </div>
  );
}

/** Whole seconds until a moment, drawn anew while there are any; null before one is set. */
function useSecondsLeft(endsAt: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (endsAt === null) return;
    const tick = () => {
      const now = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 200);
    tick();
    return () => clearInterval(timer);
  }, [endsAt]);
  return left;
}
