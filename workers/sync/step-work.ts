import { AppError } from '#contract/base/errors.ts';
import { forgetOldWrites } from '#local/drafts/forget-own-writes.ts';
import { keepSetup } from '#local/store/setup.ts';
import { comparing } from '../compare/comparing.ts';
import { takeCookie } from '../mirror/hydrate.ts';
import { lastNotes } from '../mirror/last-notes.ts';
import { lookAgain } from '../mirror/unreadable.ts';
import { wantKept } from '../mirror/wanted-charts.ts';
import type { Engine } from './engine.ts';
import { needsOfNewHistory, type Needs } from './needs.ts';
import { pull, settleOutbox } from './pull.ts';
import { push } from './push.ts';
import { BlockedError } from './server-calls.ts';
import type { SyncNotices } from './sync-notices.ts';

/** Long enough to be read. */
const copyNoticeMs = 20_000;
const copySentence =
  'Another copy of this device’s data is in use, or an older copy was restored. This now counts as a new device. Nothing was lost, and waiting changes are sent.';

export type StepWork = ReturnType<typeof stepWork>;

/** The work of each step of the loop, and the needs that follow from it. */
export function stepWork(engine: Engine, needs: Needs, notices: SyncNotices, onSetup: () => Promise<void>) {
  const comparison = comparing(engine);
  const notes = lastNotes(engine);

  /** Finishes what the former leader left undone. */
  async function settle(): Promise<void> {
    await settleOutbox(engine);
    await wantKept(engine);
    await lookAgain(engine);
    await forgetOldWrites(engine.device);
  }

  async function begin(): Promise<void> {
    await takeCookie(engine);
    notices.stepEnded('cookie');
    needsOfNewHistory(needs);
  }

  async function refreshSetup(): Promise<void> {
    const setup = await engine.server.call('session.setup', {}).catch((error: unknown) => {
      // A server that cannot be reached says nothing about its setup.
      const isServers = error instanceof AppError && !(error instanceof BlockedError);
      const isRefused = isServers && error.kind === 'unavailable' && engine.board.read().online;
      if (isRefused) engine.board.set({ setupFailed: true });
      throw error;
    });
    engine.board.set({ setupFailed: false });
    await keepSetup(engine.device, setup);
    await onSetup();
  }

  async function pushSome(): Promise<void> {
    needs.push = false;
    try {
      const pushed = await push(engine);
      if (pushed.preferences) needs.setup = true;
      if (pushed.sent > 0) needs.pull = true;
      if (pushed.again) needs.push = true;
      if (pushed.isCopy) notices.show(copySentence, copyNoticeMs);
      if (pushed.later)
        throw new AppError('unavailable', 'The server is busy. Waiting changes are kept and sent again soon.');
    } catch (error) {
      needs.push = true;
      throw error;
    }
  }

  return {
    settle,
    begin,
    refreshSetup,
    pushSome,
    async pullSome() {
      needs.catchUp = false;
      if ((await pull(engine)) === 'reset') needs.pull = true;
    },
    async lookForNotes() {
      needs.notes = await notes.next();
    },
    async compareSome() {
      const next = await comparison.next();
      if (next === 'moved') needs.pull = true;
      if (next === 'done') needs.compare = false;
    },
    isComparisonDue: () => comparison.isDue(),
  };
}
