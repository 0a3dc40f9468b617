/** Of a kiosk that nobody touches (spec 9): logged out after so long, checked every second, warned of before. */
export const idleSeconds = 90;
export const warnSeconds = 60;
export const checkMs = 1_000;

export type Idle = { state: 'active' } | { state: 'warned'; secondsLeft: number } | { state: 'over' };

/**
 * How a check-in stands that was touched last at `touched`, both in ms of a clock that goes on while the tablet sleeps.
 * A clock that was set back may hide any time: it counts as time that passed.
 */
export function idleAt(touched: number, now: number): Idle {
  const seconds = Math.abs(now - touched) / 1000;
  if (seconds >= idleSeconds) return { state: 'over' };
  if (seconds < warnSeconds) return { state: 'active' };
  return { state: 'warned', secondsLeft: Math.ceil(idleSeconds - seconds) };
}
