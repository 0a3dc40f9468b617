import { AppError } from '#contract/base/errors.ts';
import type { RowSet } from '#contract/sync/endpoints.ts';
import { compareSet, setsToCompare } from './compare.ts';
import { readHydration, type Engine } from '../sync/engine.ts';
import { nextPriority } from '../mirror/hydrate.ts';
import { hasUnreadable } from '../mirror/unreadable.ts';

/** The proof of sameness (sync.md), one set of rows at a time, so that other work gets between. */
export type Comparing = {
  /** Everything is here, nothing waits, and the last comparison is long ago. */
  isDue(): Promise<boolean>;
  /** `moved`: pull first, then go on. */
  next(): Promise<'more' | 'moved' | 'done'>;
};

const everyMs = 6 * 3_600_000;
/** At a busy hour the server moves on between pull and comparison; then it is tried again with the next poll. */
const mostMoves = 5;

export function comparing(engine: Engine): Comparing {
  const { device, board } = engine;
  let left: RowSet[] | null = null;
  let plannedFor: { P1At: number | null; mirror: CryptoKey } | null = null;
  let corrected = 0;
  let moves = 0;
  /** When it last came to its end without a result. */
  let triedAt = -Infinity;

  async function isQuiet(): Promise<boolean> {
    return (await device.outbox.calls.where('state').anyOf(['waiting', 'acked']).count()) === 0;
  }

  async function finish(): Promise<'done'> {
    // Nobody can say that this is the same as there.
    if (await hasUnreadable(device)) {
      triedAt = Date.now();
      return giveUp();
    }
    const compared = { at: Date.now(), corrected };
    left = null;
    await device.mirror.kv.put({ key: 'compared', value: compared });
    board.set({ compared });
    return 'done';
  }

  function giveUp(): 'done' {
    left = null;
    return 'done';
  }

  return {
    async isDue() {
      if (nextPriority(await readHydration(engine)) !== undefined || !(await isQuiet())) return false;
      const at = Math.max(board.read().compared?.at ?? -Infinity, triedAt);
      return Math.abs(Date.now() - at) > everyMs;
    },
    async next() {
      if (!(await isQuiet())) return 'done';
      const { P1At } = await readHydration(engine);
      const mirror = device.mirrorKey.key;
      // After a reset, which makes a new key, other rows are here than those that were to be compared.
      if (left === null || P1At !== plannedFor?.P1At || mirror !== plannedFor.mirror) {
        left = await setsToCompare(engine);
        plannedFor = { P1At, mirror };
        corrected = 0;
        moves = 0;
      }
      const set = left[0];
      if (!set) return finish();
      const found = await compareSet(engine, set).catch(refused);
      // A server of before, or one that cannot read the question: the data is no worse for it.
      if (found === 'refused') return giveUp();
      if (found !== 'moved') {
        moves = 0;
        corrected += found;
        left.shift();
        return 'more';
      }
      moves += 1;
      return moves <= mostMoves ? 'moved' : giveUp();
    },
  };
}

function refused(error: unknown): 'refused' {
  if (error instanceof AppError && (error.kind === 'not-found' || error.kind === 'invalid')) return 'refused';
  throw error;
}
