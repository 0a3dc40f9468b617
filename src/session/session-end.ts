import type { Setup } from '#contract/session/endpoints.ts';
import type { ForgetWhy } from '#local/keys/key-keeper.ts';
import { proofSentence } from '#local/keys/offline-proof.ts';
import { lockDevice } from '#local/store/device.ts';
import { isPassed } from '#local/store/newer-app.ts';
import { setSyncState } from '#shared/sync-state.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { idleTimeout } from './idle-timeout.ts';
import { changeSession, clearMessages, nameOf, session, type LockedPerson } from './session-state.ts';
import { forgetToken } from './token.ts';
import { stopWorker } from './workers.ts';

let stopWatching: () => void = () => undefined;

/** Starts a watch that ends with the session or with the next watch. */
export function watchUntilEnd(start: () => () => void): void {
  stopWatching();
  stopWatching = start();
}

/**
 * Writes what is typed before its screen goes. Where that fails, the screen is covered and stays until it works: nothing
 * else has that text.
 */
export async function keepTyped(): Promise<void> {
  if (await saveUnsaved()) return;
  const root = document.documentElement;
  root.dataset['covered'] = '';
  const words = import('./cover-words.ts').then((file) => file.showCoverWords());
  while (!isErasing && !(await saveUnsaved())) await beforeNextTry();
  delete root.dataset['covered'];
  words.then(
    (take) => take(),
    () => undefined,
  );
}

export function beforeNextTry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2_000));
}

let ending: Promise<void> | null = null;
/** An erasure waits for nothing that is typed. */
let isErasing = false;

/** Locks this tab; of several reasons at once the first is shown. */
export function endHere(why: ForgetWhy = 'signedOut'): Promise<void> {
  isErasing ||= why === 'erased';
  ending ??= end(why).finally(() => {
    [ending, isErasing] = [null, false];
  });
  return ending;
}

async function end(why: ForgetWhy): Promise<void> {
  await keepTyped();
  const before = session();
  const wasOpen = before.phase !== 'signedOut';
  const locked = why === 'idle' && before.phase === 'signedIn' ? lockedPerson(before.setup) : null;
  // The screens go first: none may read a device that is being locked. A locked screen stays locked.
  const notice = noticeOf(why);
  if (wasOpen || notice !== null || why === 'erased')
    changeSession({ phase: 'signedOut', ...(locked && { locked }), ...(notice !== null && { notice }) });
  stopWatching();
  forgetToken();
  await closeDevice();
  // A save that was under way may have shown a message since.
  if (wasOpen) clearMessages();
  setSyncState(null);
  if (why === 'expired' && wasOpen) window.location.assign('/expired.html');
  if (!wasOpen || !isPassed()) return;
  if (why === 'idle') window.location.reload();
  // The next person must not land where this one was.
  if (why === 'signedOut') window.location.replace('/login');
}

/** Ends the worker, then wipes the keys. */
export async function closeDevice(): Promise<void> {
  await stopWorker();
  lockDevice();
  // The worker could ask for a new token until it ended.
  forgetToken();
}

function noticeOf(why: ForgetWhy): string | null {
  if (why === 'ended' || why === 'clockSetBack') return proofSentence[why];
  if (why === 'serverEnded') return 'The server ended this session. Sign in to continue. Your saved work is kept.';
  return null;
}

function lockedPerson(setup: Setup): LockedPerson {
  return { Email: setup.currentUser.Email, name: nameOf(setup), afterMs: idleTimeout() };
}
