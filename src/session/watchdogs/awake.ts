import { advance, startClock, type TwoClocks } from '#contract/session/awake-clock.ts';

let clock = startClock(read());

/** ms that passed since this page was opened, sleep included. */
export function awakeNow(): number {
  clock = advance(clock, read());
  return clock.elapsed;
}

function read(): TwoClocks {
  return { wall: Date.now(), steady: performance.now() };
}
