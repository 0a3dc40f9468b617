import { proxy, wrap, type Remote } from 'comlink';
import { fail } from '#contract/base/errors.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import type { CopyThread } from '#workers/copies/copy-thread.ts';
import type { LogThread } from '#workers/copies/log-thread.ts';
import type { SyncState, SyncWorker } from '#workers/sync.worker.ts';
import { report } from './failures.ts';

type Opening = Parameters<SyncWorker['open']>[0];

const notStarted = 'Changes are saved on this device but can’t be sent now. Nothing was lost. Reload the page.';

let thread: Worker | null = null;
let worker: Remote<SyncWorker> | null = null;
let opened: Promise<unknown> = Promise.resolve();
let owner: Pick<Opening, 'site' | 'UserId'> | null = null;
let log: Promise<LogThread> | null = null;
let copies: Promise<CopyThread> | null = null;
let stopListening: () => void = () => undefined;

/**
 * Starts the sync worker for who signed in and hands it what only a page can see: the network, the window
 * and a fresh token. The screen does not wait for it: what it shows is on the device already.
 */
export function startWorker(
  opening: Opening,
  freshToken: (held: string | null) => Promise<string | null>,
  onErased: (order: unknown) => void,
): void {
  thread ??= newThread();
  const started = wrap<SyncWorker>(thread);
  worker = started;
  owner = opening;
  setSyncWorker(started);
  stopListening = forward(started);
  opened = open(started, opening, { freshToken, onErased }).catch((error: unknown) => {
    report(error);
    setSyncState({ ...syncState(), problem: notStarted });
  });
  // Once the screen has what it shows first: the first save finds the thread of its copy running.
  void opened.then(async () => void (worker === started && (await logOf(opening)))).catch(() => undefined);
}

/** Has the sync worker loaded while a password is still being checked; it holds nothing before somebody is in. */
export function readyWorker(): void {
  try {
    thread ??= newThread();
  } catch {
    // Whoever comes in meets it again.
  }
}

function newThread(): Worker {
  const made = new Worker(new URL('/workers/sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' });
  made.addEventListener('error', (event) => {
    // Only one whose script could not be fetched never ran.
    if (event instanceof ErrorEvent || thread !== made) return;
    made.terminate();
    thread = null;
    if (worker) setSyncState({ ...syncState(), problem: notStarted });
  });
  return made;
}

async function open(
  started: Remote<SyncWorker>,
  opening: Opening,
  asks: { freshToken: (held: string | null) => Promise<string | null>; onErased: (order: unknown) => void },
): Promise<void> {
  await started.onState(proxy(hearState));
  await started.onTokenWanted(proxy(asks.freshToken));
  await started.onErased(proxy(asks.onErased));
  await started.online(navigator.onLine);
  await started.open(opening);
}

let isAsked = false;

/** Once there is something to lose, the browser is asked not to clear it by itself; some ask the person. */
function hearState(state: SyncState): void {
  setSyncState(state);
  if (!state.hydrated.P0 || isAsked) return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => false);
}

/** The copy of a queued call that only a worker can flush to disk; of a former person it goes nowhere. */
export async function appendToLog(whose: Pick<Opening, 'site' | 'UserId'>, mid: number, text: string): Promise<void> {
  const isIn = () => owner?.site === whose.site && owner.UserId === whose.UserId;
  try {
    if (isIn()) return await (await logOf(whose)).append(mid, text);
  } catch (error) {
    if (isIn()) throw error;
  }
  // Its thread ends with the sign-in.
  fail('signed-out', 'Locked.');
}

function logOf(who: Pick<Opening, 'site' | 'UserId'>): Promise<LogThread> {
  log ??= startLog(who);
  return log;
}

async function startLog({ site, UserId }: Pick<Opening, 'site' | 'UserId'>): Promise<LogThread> {
  try {
    const { logThread } = await import('#workers/copies/log-thread.ts');
    return logThread(site, UserId);
  } catch (error) {
    log = null;
    throw error;
  }
}

/** Copies of what is being typed, through a thread that runs while somebody may type. */
export const draftCopies = {
  async write(path: string, text: string): Promise<void> {
    await (await copyThreadNow()).write(path, text);
  },
  prepare(): void {
    void copyThreadNow().catch(() => undefined);
  },
};

function copyThreadNow(): Promise<CopyThread> {
  copies ??= startCopies();
  return copies;
}

async function startCopies(): Promise<CopyThread> {
  try {
    const { copyThread } = await import('#workers/copies/copy-thread.ts');
    return copyThread();
  } catch (error) {
    copies = null;
    throw error;
  }
}

/** Events of the network do not reach a worker (stack.md), nor does coming back to the window. */
function forward(to: Remote<SyncWorker>): () => void {
  const online = () => void to.online(true);
  const offline = () => void to.online(false);
  const visible = () => document.visibilityState === 'visible' && void to.sync();
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('focus', visible);
  return () => {
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    document.removeEventListener('visibilitychange', visible);
    window.removeEventListener('focus', visible);
  };
}

export async function tellToken(token: string): Promise<void> {
  await opened;
  await worker?.setToken(token);
}

/** Locks the worker, so that it forgets its keys, and ends it. */
export async function stopWorker(): Promise<void> {
  stopListening();
  stopListening = () => undefined;
  const closing = worker;
  worker = null;
  setSyncWorker(null);
  stopCopying();
  // One that nobody came in with is there for the next try.
  if (!closing) return;
  const ending = thread;
  thread = null;
  // A worker that hangs must not keep a person from signing out.
  await Promise.race([closing.lock(), new Promise((resolve) => setTimeout(resolve, 1_000))]).catch(() => undefined);
  ending?.terminate();
}

function stopCopying(): void {
  owner = null;
  for (const started of [log, copies]) void started?.then((one) => one.end()).catch(() => undefined);
  log = null;
  copies = null;
}
