import type { Clock } from './clock.ts';

/** Clocks that money counts for: until it does, they could only say that they do not know. */
export function shownClocks(clocks: readonly Clock[]): Clock[] {
  const isMoney = ({ kind, state }: Clock) =>
    state === 'unknown' && (kind === 'threshold' || kind === 'initialTreatment');
  return clocks.filter((clock) => !isMoney(clock));
}
