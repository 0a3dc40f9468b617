import type { BlockedError } from './server-calls.ts';

/** A balancer whose server is just being replaced does it for seconds: nobody is troubled with that. */
const tellAfterMs = 60_000;

export type TurnedAway = {
  /** The sentence for a step that has been turned away for a while, or null. */
  met(step: string, error: BlockedError): string | null;
  /** A step came through, or failed otherwise; whether it was the last one turned away. */
  ended(step: string): boolean;
};

/** Since when which step of the sync has been turned away by somebody on the way, while others may come through. */
export function turnedAway(now: () => number): TurnedAway {
  const since = new Map<string, number>();
  return {
    met(step, error) {
      const first = since.get(step) ?? now();
      since.set(step, first);
      return now() - first >= tellAfterMs ? error.message : null;
    },
    ended(step) {
      return since.delete(step) && since.size === 0;
    },
  };
}
