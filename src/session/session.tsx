import { useSyncExternalStore } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { CurrentUser, Session } from '#contract/session/current-user.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { device, isDeviceOpen, lockDevice, onDatabaseLost, onNewerApp, openDevice } from '#local/store/device.ts';
import { isPassed, NewerAppError } from '#local/store/newer-app.ts';
import { forgetKey, giveKey, keepKey, onForget, type ForgetWhy } from '#local/keys/key-keeper.ts';
import { lookAtProof, provedOnline } from '#local/keys/kept-proof.ts';
import type { Unlocked } from '#local/keys/keyring.ts';
import { proofSentence, type ProofState } from '#local/keys/offline-proof.ts';
import { logThrough } from '#local/outbox/outbox-log.ts';
import { keepSetup, readSetup } from '#local/store/setup.ts';
import { call, NetworkError } from '#shared/api.ts';
import { setSyncState } from '#shared/sync-state.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { clearToasts } from '#shared/ui/toasts/toasts.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { idleTimeout } from './idle-timeout.ts';
import { followOutage, isOutage, showOutage, unknown } from './outage/outage-state.ts';
import { watchProof } from './proof-watch.ts';
import { currentSite, currentToken, forgetToken, logOutOnServer, onToken, payLogout, refreshToken } from './token.ts';
import { becomeNewer, followTakeover } from './update.ts';
import { setVisitor } from './visitor.ts';
import { appendToLog, draftCopies, readyWorker, startWorker, stopWorker, tellToken } from './workers.ts';

/** Who is signed in on this device; the token may still be on its way. */
export type SessionState =
  /** `notice` says why, where nobody chose to. */
  | { phase: 'signedOut'; locked?: LockedPerson; notice?: string }
  /** A superuser is on the way from one site to another. */
  | { phase: 'switching' }
  | { phase: 'signedIn'; site: string; UserId: string; SuperUser: boolean; setup: Setup };

/** Whose screen locked itself after `afterMs` without use; the password leads back to it. */
export type LockedPerson = { Email: string; name: string; afterMs: number };

let state: SessionState = { phase: 'signedOut' };
const listeners = new Set<() => void>();
let stopWatching: () => void = () => undefined;

function change(next: SessionState): void {
  state = next;
  setVisitor(next.phase === 'signedIn' ? next.setup : null);
  if (next.phase === 'signedIn') followOutage(next);
  for (const listener of listeners) listener();
  if (next.phase !== 'signedIn') unsay();
}

/** What a person was told names patients, and its Undo is theirs: it is not for who comes next. */
function unsay(): void {
  clearToasts();
  announce('');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

export function sessionSite(): string | null {
  return currentSite() ?? (state.phase === 'signedIn' ? state.site : null);
}

/** After a reload: goes on with the key the service worker still holds, and asks for a new token behind it. */
export async function startSession(): Promise<void> {
  onForget((why) => void endHere(why));
  onDatabaseLost(() => void startOver());
  onNewerApp(makeWay);
  // Signed out, a link that came by mail may be open, with something typed in it.
  followTakeover(() => state.phase === 'signedIn' || window.location.pathname !== '/login');
  onToken(hearToken, (why) => void sessionOver(why), isOfOpenDevice);
  window.addEventListener('online', () => void payLogout());
  void payLogout();
  await takeUp(await giveKey());
  void import('./erase-here.ts').then((file) => file.watchOrders(isIn, obeyErasure)).catch(() => undefined);
}

function isIn({ site, UserId }: { site: string; UserId: string }): boolean {
  return state.phase === 'signedIn' && state.site === site && state.UserId === UserId;
}

let rejoining: ReturnType<typeof rejoin> | null = null;

/** The locked screen, when the same person has unlocked another tab meanwhile: who is in again, or null. */
export function rejoinSession(): Promise<{ SuperUser: boolean } | null> {
  // Coming back to a window is told in two ways at once.
  rejoining ??= rejoin().finally(() => {
    rejoining = null;
  });
  return rejoining;
}

async function rejoin(): Promise<{ SuperUser: boolean } | null> {
  const locked = state.phase === 'signedOut' ? state.locked : undefined;
  const held = locked && (await giveKey());
  if (held?.Email === locked?.Email) await takeUp(held);
  return state.phase === 'signedIn' ? { SuperUser: state.SuperUser } : null;
}

/**
 * The browser deleted what this app keeps, under the app: what the second copy holds is brought back and what is on
 * the screen goes to disk, then the page starts over and says so.
 */
async function startOver(): Promise<void> {
  const who = device();
  // Another tab erases it: what is brought back here would stay behind.
  const erasures = import('#local/keys/erasures.ts');
  const isErased = await erasures.then((file) => file.isOrdered(who.DeviceId)).catch(() => false);
  if (isErased) return endHere('erased');
  // Nothing may take this page away before that.
  const save = () => openAlone(who).then(saveUnsaved, () => false);
  while (!(await save())) await again();
  window.location.reload();
}

/** A newer app was opened in another tab: what is on the screen goes to disk, then this page becomes the newer one, too. */
function makeWay(): Promise<boolean> {
  const saved = saveUnsaved();
  void saved.then(keepTyped).then(() => window.location.reload());
  return saved;
}

async function takeUp(held: Unlocked | undefined): Promise<void> {
  if (!held) return;
  try {
    await openHere(held);
    const found = await proofOf(held);
    if (found !== 'holds') return await endProof(found, held);
    const setup = (await readSetup()) ?? (await fetchSetup());
    if (!setup) return lockDevice();
    keepKey(held);
    begin(held, setup);
    void meetServer();
  } catch (error) {
    await endHere();
    if (error instanceof NewerAppError && state.phase === 'signedOut') change({ ...state, notice: error.message });
  }
}

/** Who goes on with a kept key may be met by an outage like who types a password. */
async function meetServer(): Promise<void> {
  if (!isOutage()) showOutage(unknown);
  if ((await refreshToken()) === 'away')
    await import('./outage/detect-outage.ts').then((file) => file.detectOutage({})).catch(() => undefined);
  if (state.phase === 'signedIn') followOutage(state);
}

/** The mirror was lost and with it the setup: the server still knows who this is. */
async function fetchSetup(): Promise<Setup | undefined> {
  const fresh = (await refreshToken()) === 'fresh' ? await setupFromServer() : null;
  if (fresh) await keepSetup(device(), fresh);
  return readSetup();
}

/** With nothing open, only a sign-in on its way has its token renewed. */
function isOfOpenDevice({ site, UserId }: Session): boolean {
  if (!isDeviceOpen()) return currentToken() !== null;
  return device().site === site && device().UserId === UserId;
}

/** Whether this device may be open for a person; what has run out is proved anew where the network allows. */
async function proofOf({ site, UserId }: { site: string; UserId: string }): Promise<ProofState | 'gone'> {
  const found = await lookAtProof(site, UserId);
  if (found === 'holds' || found === 'gone') return found;
  if ((await refreshToken()) !== 'fresh') return found;
  await provedOnline(site, UserId);
  return 'holds';
}

/** Locks this machine for a person whose last online proof no longer counts; what is not sent stays sealed. */
async function endProof(
  why: Exclude<ProofState, 'holds'> | 'gone',
  who: { site: string; UserId: string },
): Promise<void> {
  const told = why === 'gone' ? 'signedOut' : why;
  forgetKey(told, who);
  await endHere(told);
}

/** The server no longer knows this sign-in: the device locks, or erases itself if that is why. */
async function sessionOver(why: unknown): Promise<void> {
  if (why instanceof AppError && why.kind === 'device-erased' && (await obeyErasure(why.current))) return;
  const who = state;
  if (who.phase === 'signedOut') return;
  forgetKey('serverEnded', who.phase === 'signedIn' ? who : undefined);
  await endHere('serverEnded');
}

/** Erases this device when the server's order is meant for it; whether it was. */
export async function obeyErasure(order: unknown): Promise<boolean> {
  const { obeyErasure: obey } = await import('./erase-here.ts');
  return obey(order, async (who) => {
    forgetKey('erased', who);
    if (idInside() === who.UserId) await endHere('erased');
    // Nobody is in: a locked screen stops naming whose it was, and the page says what happened.
    else if (state.phase === 'signedOut') change({ phase: 'signedOut' });
  });
}

/** Of who is in, or just coming in. */
function idInside(): string | null {
  if (state.phase === 'signedIn') return state.UserId;
  return isDeviceOpen() ? device().UserId : null;
}

function hearToken({ token, site, UserId }: Session): void {
  void tellToken(token);
  void provedOnline(site, UserId);
}

/** Null when the network went away: the one kept on this device is then enough. */
export async function setupFromServer(device?: string): Promise<Setup | null> {
  return call('session.setup', device === undefined ? {} : { device: device as never }).catch((error: unknown) => {
    if (isAway(error)) return null;
    throw error;
  });
}

export async function open(person: Unlocked, fresh: Setup | null): Promise<CurrentUser> {
  await openHere(person);
  if (fresh) await keepSetup(device(), fresh);
  const setup = await readSetup();
  if (!setup)
    throw new AppError(
      'unavailable',
      'This device has not fetched your clinic yet. Sign in once with the network; nothing was lost.',
    );
  keepKey(person);
  begin(person, setup);
  return setup.currentUser;
}

export function nameOf({ currentUser }: Setup): string {
  return `${currentUser.FirstName} ${currentUser.LastName}`;
}

type Opener = Pick<Unlocked, 'site' | 'UserId' | 'dataKey'>;

export async function openHere(who: Opener): Promise<void> {
  try {
    await openAlone(who);
  } catch (error) {
    if (error instanceof NewerAppError) await becomeNewer();
    throw error;
  }
}

async function openAlone({ site, UserId, dataKey }: Opener): Promise<void> {
  readyWorker();
  const log = logThrough(site, UserId, appendToLog);
  await openDevice({ site, UserId, dataKey, log, copies: draftCopies });
  // What a browser that died had no time to put in its place.
  await import('#local/drafts/unsaved-drafts.ts').then((file) => file.takeLeftCopies()).catch(() => undefined);
}

function begin({ site, UserId, dataKey }: Unlocked, setup: Setup): void {
  const { EmployeeId, SuperUser } = setup.currentUser;
  startWorker({ site, UserId, ProviderId: EmployeeId, dataKey, token: currentToken() }, freshToken, (order) => {
    void obeyErasure(order);
  });
  stopWatching();
  const who = { site, UserId };
  stopWatching = watchProof(
    () => proofOf(who),
    (why) => void endProof(why, who),
  );
  change({ phase: 'signedIn', site, UserId, SuperUser, setup });
}

/** One that came while the worker was being opened is fresh: asking for another would use the new cookie at once. */
async function freshToken(held: string | null): Promise<string | null> {
  const here = currentToken();
  if (here !== null && here !== held) return here;
  return (await refreshToken()) === 'fresh' ? currentToken() : null;
}

/** Under which address the person in is known here. */
export function sessionEmail(): string | null {
  return state.phase === 'signedIn' ? state.setup.currentUser.Email : null;
}

/** A superuser is on the way to another site: what this one holds stays sealed. */
export async function leaveSite(): Promise<void> {
  change({ phase: 'switching' });
  await closeHere();
  unsay();
}

async function closeHere(): Promise<void> {
  await stopWorker();
  lockDevice();
  // Until then the worker could ask for a new one.
  forgetToken();
}

/** Ends the session here and on the server. Keys are wiped; unsent changes stay sealed for their owner. */
export async function signOut(): Promise<void> {
  const told = logOutOnServer().catch(() => undefined);
  forgetKey();
  await endHere();
  await told;
}

/**
 * Makes room for another person on a shared machine, in every tab; whatever is not sent stays sealed for this one.
 * False when something typed could not be put on disk: leaving would lose it.
 */
export async function switchUser(): Promise<boolean> {
  if (!(await saveUnsaved())) return false;
  await signOut();
  return true;
}

/**
 * Locks this machine for the person, in every tab (spec 9): the keys are wiped, nothing is discarded and the
 * session on the server stays, so that a password is enough, with or without the network. False when something
 * typed could not be put on disk: locking would lose it.
 */
export async function lockSession(): Promise<boolean> {
  const who = state;
  if (who.phase !== 'signedIn' || !(await saveUnsaved())) return false;
  forgetKey('idle', who);
  await endHere('idle');
  return true;
}

/** The session dialog reached zero (spec 4): as signing out, and the page says why. */
export async function expireSession(): Promise<void> {
  const who = state;
  if (who.phase !== 'signedIn') return;
  await saveUnsaved();
  const told = logOutOnServer().catch(() => undefined);
  forgetKey('expired', who);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  await endHere('expired');
}

/**
 * What is typed goes to disk before its screen goes. Where that fails nothing is readable meanwhile, and the screen and
 * its key stay until it works: they are all there is of that text.
 */
export async function keepTyped(): Promise<void> {
  if (await saveUnsaved()) return;
  const root = document.documentElement;
  root.dataset['covered'] = '';
  const words = import('./cover-words.ts').then((file) => file.showCoverWords());
  while (!isErasing && !(await saveUnsaved())) await again();
  delete root.dataset['covered'];
  words.then(
    (take) => take(),
    () => undefined,
  );
}

function again(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 2_000));
}

let ending: Promise<void> | null = null;
/** What is to be erased is not waited for. */
let isErasing = false;

/** Locks this tab; of several reasons at once the first is told. */
export function endHere(why: ForgetWhy = 'signedOut'): Promise<void> {
  isErasing ||= why === 'erased';
  ending ??= end(why).finally(() => {
    [ending, isErasing] = [null, false];
  });
  return ending;
}

async function end(why: ForgetWhy): Promise<void> {
  await keepTyped();
  const wasOpen = state.phase !== 'signedOut';
  const locked = why === 'idle' && state.phase === 'signedIn' ? lockedPerson(state.setup) : null;
  // The screens go first: none may read a device that is being locked. A locked screen stays one.
  const said = noticeOf(why);
  const notice = said === null ? {} : { notice: said };
  if (wasOpen || said !== null || why === 'erased')
    change({ phase: 'signedOut', ...(locked ? { locked } : {}), ...notice });
  stopWatching();
  forgetToken();
  await closeHere();
  // Until then a save that was under way could tell how it went.
  if (wasOpen) unsay();
  setSyncState(null);
  if (why === 'expired' && wasOpen) window.location.assign('/expired.html');
  if (!wasOpen || !isPassed()) return;
  if (why === 'idle') window.location.reload();
  // Whoever signs in next does not land where this person was.
  if (why === 'signedOut') window.location.replace('/login');
}

function noticeOf(why: ForgetWhy): string | null {
  if (why === 'ended' || why === 'clockSetBack') return proofSentence[why];
  if (why === 'serverEnded') return 'The server has ended this sign-in. Sign in to go on; what you saved here is kept.';
  return null;
}

function lockedPerson(setup: Setup): LockedPerson {
  return { Email: setup.currentUser.Email, name: nameOf(setup), afterMs: idleTimeout() };
}

/** The locked screen is left for another person to sign in. */
export function forgetLocked(): void {
  if (state.phase === 'signedOut') change({ phase: 'signedOut' });
}

/** No network, or nobody behind it: what this device keeps is then enough. */
export function isAway(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof AppError && error.kind === 'unavailable');
}
