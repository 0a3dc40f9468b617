import { AppError } from '#contract/base/errors.ts';
import { waitSentence } from '../http/failures.ts';

type Waiting = { key: string; start: () => void };
type Place = {
  /** Of two with the same key one waits for the other. */
  key: string;
  /** Served before all who are not. */
  isKnown: boolean;
};
export type Queue = {
  /** Does the work when its turn comes; refuses at once where too many wait. */
  run<R>(place: Place, work: () => Promise<R>): Promise<R>;
  waiting(): number;
};

/** Costly work, a few at a time: all at once, everybody would wait for the last one. */
export function createQueue({ atOnce, longest }: { atOnce: number; longest: number }): Queue {
  const lanes: { known: Waiting[]; others: Waiting[] } = { known: [], others: [] };
  const running = new Set<string>();
  /** What one takes, as of late. */
  let meanMs = 200;

  function startNext(): void {
    for (const lane of [lanes.known, lanes.others]) {
      while (running.size < atOnce) {
        const at = lane.findIndex(({ key }) => !running.has(key));
        const [next] = at < 0 ? [] : lane.splice(at, 1);
        if (!next) break;
        running.add(next.key);
        next.start();
      }
    }
  }

  return {
    waiting: () => lanes.known.length + lanes.others.length,
    async run({ key, isKnown }, work) {
      const lane = isKnown ? lanes.known : lanes.others;
      if (lane.length >= longest) throw refusal(Math.ceil((lane.length * meanMs) / atOnce / 1_000));
      await new Promise<void>((start) => {
        lane.push({ key, start });
        startNext();
      });
      const began = performance.now();
      try {
        return await work();
      } finally {
        meanMs += (performance.now() - began - meanMs) / 10;
        running.delete(key);
        startNext();
      }
    },
  };
}

function refusal(seconds: number): AppError {
  const retryAfter = Math.max(seconds, 1);
  const sentence = `Too many people are signing in right now. ${waitSentence(retryAfter)}`;
  return new AppError('unavailable', sentence, { retryAfter });
}
