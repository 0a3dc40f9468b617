import { useSyncExternalStore } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { CurrentUser, Session } from '#contract/session/current-user.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { device, isDeviceOpen, lockDevice, onDatabaseLost, openDevice } from '#local/device.ts';
import { forgetKey, giveKey, keepKey, onForget, type ForgetWhy } from '#local/key-keeper.ts';
import {
  deriveAhead,
  enrol,
  knownDevice,
  knownUsers,
  lookAtProof,
  opensByPasskeyAlone,
  provedOnline,
  unlock,
  type Person,
  type Unlocked,
} from '#local/keyring.ts';
import { proofSentence, type ProofState } from '#local/offline-proof.ts';
import { logThrough } from '#local/outbox-log.ts';
import { keepSetup, readSetup } from '#local/setup.ts';
import { call, NetworkError } from '#shared/api.ts';
import { setSyncState } from '#shared/sync-state.ts';
import { saveTyped } from '#shared/unsaved.ts';
import { toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';
import { showAlert } from './alerts.tsx';
import { authErrorMeaning, sentenceOf } from './failures.ts';
import { idleTimeout } from './idle-timeout.ts';
import { watchProof } from './proof-watch.ts';
import {
  currentSite,
  currentToken,
  forgetToken,
  logOutOnServer,
  onToken,
  forgiveLogout,
  payLogout,
  refreshToken,
  takeToken,
} from './token.ts';
import { setVisitor } from './visitor.ts';
import { appendToLog, startWorker, stopWorker, tellToken } from './workers.ts';

/** Who is signed in on this device; the token may still be on its way. */
export type SessionState =
  /** `notice` says why, where nobody chose to. */
  | { phase: 'signedOut'; locked?: LockedPerson; notice?: string }
  /** A superuser is on the way from one site to another. */
  | { phase: 'switching' }
  | { phase: 'signedIn'; site: string; UserId: string; SuperUser: boolean; setup: Setup };

/** Whose screen locked itself after `afterMs` without use; the password leads back to it. */
export type LockedPerson = { Email: string; name: string; afterMs: number };

/** `sentence` is empty where nothing went wrong so far; `needsCode`: the password is right, and the account has a second step. */
export type SignInRefusal = {
  sentence: string;
  waitSeconds?: number;
  needsCode?: true;
  /** The server knows who it is; the password of this e-mail is typed for what this device keeps, as `asked` says. */
  goOn?: { Email: string; asked: string; withPassword: (password: string) => Promise<SignInOutcome>; leave(): void };
};
export type SignInOutcome = { signedIn: true; SuperUser: boolean } | { signedIn: false; refusal: SignInRefusal };

let state: SessionState = { phase: 'signedOut' };
const listeners = new Set<() => void>();
let stopWatching: () => void = () => undefined;

function change(next: SessionState): void {
  state = next;
  setVisitor(next.phase === 'signedIn' ? next.setup : null);
  for (const listener of listeners) listener();
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

/** The one address that has signed in here before, so that only the password has to be typed. */
export async function lastEmail(): Promise<string | null> {
  const emails = new Set((await knownUsers().catch(() => [])).map((user) => user.Email));
  const [only] = emails;
  return emails.size === 1 && only !== undefined ? only : null;
}

/** After a reload: goes on with the key the service worker still holds, and asks for a new token behind it. */
export async function startSession(): Promise<void> {
  onForget((why) => void endHere(why));
  onDatabaseLost(() => void startOver());
  onToken(hearToken, (why) => void sessionOver(why), isOfOpenDevice);
  window.addEventListener('online', () => void payLogout());
  void payLogout();
  await takeUp(await giveKey());
}

/** The locked screen, when the same person has unlocked another tab meanwhile: who is in again, or null. */
export async function rejoinSession(): Promise<{ SuperUser: boolean } | null> {
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
  const { site, UserId, dataKey } = device();
  await openHere({ site, UserId, dataKey }).then(saveTyped, () => false);
  window.location.reload();
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
    void refreshToken();
  } catch {
    await endHere();
  }
}

/** The mirror was lost and with it the setup: the server still knows who this is. */
async function fetchSetup(): Promise<Setup | undefined> {
  const fresh = (await refreshToken()) === 'fresh' ? await setupFromServer() : null;
  if (fresh) await keepSetup(device(), fresh);
  return readSetup();
}

function isOfOpenDevice({ site, UserId }: Session): boolean {
  return !isDeviceOpen() || (device().site === site && device().UserId === UserId);
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
  forgetKey('signedOut', who.phase === 'signedIn' ? who : undefined);
  await endHere();
}

/** Erases this device when the server's order is meant for it; whether it was. */
export async function obeyErasure(order: unknown): Promise<boolean> {
  const { obeyErasure: obey } = await import('./erase-here.ts');
  return obey(order, async (who) => {
    forgetKey('erased', who);
    if (state.phase !== 'signedIn' || state.UserId === who.UserId) await endHere('erased');
  });
}

function hearToken({ token, site, UserId }: Session): void {
  void tellToken(token);
  void provedOnline(site, UserId);
}

/** Signs in with the server; without the network unlocks what this device keeps for that person. */
export function signIn(email: string, password: string, code?: string): Promise<SignInOutcome> {
  return attempt(() => enter(email, password, code));
}

/** What went wrong becomes a sentence, and nothing is left half open. */
export async function attempt(run: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await run();
  } catch (error) {
    const isErased = error instanceof AppError && error.kind === 'device-erased' && (await obeyErasure(error.current));
    if (isErased) await logOutOnServer().catch(() => undefined);
    await endHere();
    return { signedIn: false, refusal: isErased ? { sentence: erasedNow } : refusalOf(error) };
  }
}

const erasedNow =
  'What was kept on this device has just been erased, as your clinic asked. Sign in again to start anew on it.';

/** Unlocks with this machine's own fingerprint, face or PIN what a person keeps here. */
export async function signInWithDevice(who: { site: string; UserId: string }): Promise<SignInOutcome> {
  try {
    const { unlockHere } = await import('./device-unlock-here.ts');
    const person = await unlockHere(who);
    await openHere(person);
    if (navigator.onLine && (await refreshToken()) === 'over')
      throw new AppError('signed-out', 'Your sign-in has ended on the server. Type your password.');
    const { SuperUser } = await open(person, null);
    if (currentToken() === null) await meetOutage(false);
    return { signedIn: true, SuperUser };
  } catch (error) {
    await endHere();
    return { signedIn: false, refusal: refusalOf(error) };
  }
}

async function enter(email: string, password: string, code?: string): Promise<SignInOutcome> {
  const ahead = deriveAhead(email, password);
  const waiting = new AbortController();
  const asked = askServer({ email, password, ...(code && { code }) }, waiting.signal);
  const known = (await isSilent(asked)) ? await unlock(email, password).catch(() => null) : null;
  if (known) {
    waiting.abort();
    return openOffline(known);
  }
  const session = await asked;
  if (!session) return openOffline(await unlock(email, password));
  takeToken(session);
  return goIn(session, email, async (person) => {
    if (!(await opensByPasskeyAlone(person.site, person.UserId))) return enrol(person, password, ahead);
    return (await import('./device-unlock-here.ts')).addPasswordHere(person, password);
  });
}

type Opened = Unlocked & { isFresh?: boolean };
export type NotIn = Extract<SignInOutcome, { signedIn: false }>;

/** Goes on with a session that the server has just opened, with the key of what this device keeps. */
export async function goIn(
  { site, UserId, SuperUser }: Session,
  email: string,
  findKey: (person: Person) => Promise<Opened | NotIn>,
): Promise<SignInOutcome> {
  const setup = await setupFromServer(await knownDevice(site, UserId));
  const Email = setup?.currentUser.Email ?? email;
  const found = await findKey({ site, UserId, Email, name: setup ? nameOf(setup) : Email });
  if ('refusal' in found) return found;
  await open(found, setup);
  if (!setup) await meetOutage(true);
  const sealedAway = found.isFresh ? await sealedAwayHere() : 0;
  if (sealedAway > 0) toastMustDismiss(newPasswordSentence(sealedAway));
  return { signedIn: true, SuperUser };
}

async function sealedAwayHere(): Promise<number> {
  return (await import('#local/reseal.ts')).countSealedAway();
}

const newPasswordSentence = (count: number) =>
  `Your password has changed since you were here. ${count === 1 ? 'One change was' : `${count} changes were`} saved on this device before; they are kept. To send them, open the list of changes (top right) and type the password you had then.`;

/** Null when there is no network, or nobody behind it. */
async function askServer(given: InputOf<'session.login'>, signal: AbortSignal): Promise<Session | null> {
  await payLogout();
  signal.throwIfAborted();
  try {
    const session = await call('session.login', given, { byCaller: true, signal });
    forgiveLogout();
    return session;
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}

/** A network that swallows what it is given is given up only after a minute: nobody this device knows waits for that. */
const silentMs = 8_000;

async function isSilent(asked: Promise<unknown>): Promise<boolean> {
  const answered = asked.then(
    () => false,
    () => false,
  );
  return Promise.race([answered, new Promise<true>((resolve) => setTimeout(() => resolve(true), silentMs))]);
}

async function openOffline(unlocked: Unlocked): Promise<SignInOutcome> {
  const { SuperUser } = await open(unlocked, null);
  await meetOutage(false);
  return { signedIn: true, SuperUser };
}

/** In without a fresh setup: perhaps an outage, which the next screen must know. */
async function meetOutage(setupFailed: boolean): Promise<void> {
  await import('./outage/meet-outage.ts').then((file) => file.meetOutage({ setupFailed })).catch(() => undefined);
}

/** Null when the network went away: the one kept on this device is then enough. */
async function setupFromServer(device?: string): Promise<Setup | null> {
  return call('session.setup', device === undefined ? {} : { device: device as never }).catch((error: unknown) => {
    if (isAway(error)) return null;
    throw error;
  });
}

async function open(person: Unlocked, fresh: Setup | null): Promise<CurrentUser> {
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

function nameOf({ currentUser }: Setup): string {
  return `${currentUser.FirstName} ${currentUser.LastName}`;
}

async function openHere({ site, UserId, dataKey }: Pick<Unlocked, 'site' | 'UserId' | 'dataKey'>): Promise<void> {
  await openDevice({ site, UserId, dataKey, log: logThrough(site, UserId, appendToLog) });
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

async function freshToken(): Promise<string | null> {
  return (await refreshToken()) === 'fresh' ? currentToken() : null;
}

/** Goes to another site as a superuser; what this one holds stays sealed on the device. */
export async function chooseSite(site: string): Promise<void> {
  if (state.phase !== 'signedIn') return;
  const { dataKey, UserId } = device();
  const { Email } = state.setup.currentUser;
  const session = await call('session.chooseSite', { site });
  try {
    change({ phase: 'switching' });
    await stopWorker();
    lockDevice();
    takeToken(session);
    const setup = await setupFromServer();
    await open({ site: session.site, UserId, Email, name: setup ? nameOf(setup) : Email, dataKey }, setup);
  } catch (error) {
    await endHere();
    throw error;
  }
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
  if (!(await saveTyped())) return false;
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
  if (who.phase !== 'signedIn' || !(await saveTyped())) return false;
  forgetKey('idle', who);
  await endHere('idle');
  return true;
}

/** The session dialog reached zero (spec 4): as signing out, and the page says why. */
export async function expireSession(): Promise<void> {
  const who = state;
  if (who.phase !== 'signedIn') return;
  await saveTyped();
  const told = logOutOnServer().catch(() => undefined);
  forgetKey('expired', who);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  await endHere('expired');
}

async function endHere(why: ForgetWhy = 'signedOut'): Promise<void> {
  await saveTyped();
  const wasOpen = state.phase !== 'signedOut';
  const locked = why === 'idle' && state.phase === 'signedIn' ? lockedPerson(state.setup) : null;
  // The screens go first: none may read a device that is being locked. A locked screen stays one.
  const notice = why === 'ended' || why === 'clockSetBack' ? { notice: proofSentence[why] } : {};
  if (wasOpen || 'notice' in notice) change({ phase: 'signedOut', ...(locked ? { locked } : {}), ...notice });
  stopWatching();
  forgetToken();
  await stopWorker();
  lockDevice();
  setSyncState(null);
  if (why === 'expired' && wasOpen) window.location.assign('/expired.html');
}

function lockedPerson(setup: Setup): LockedPerson {
  return { Email: setup.currentUser.Email, name: nameOf(setup), afterMs: idleTimeout() };
}

/** The locked screen is left for another person to sign in. */
export function forgetLocked(): void {
  if (state.phase === 'signedOut') change({ phase: 'signedOut' });
}

/** No network, or nobody behind it: what this device keeps is then enough. */
function isAway(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof AppError && error.kind === 'unavailable');
}

function refusalOf(error: unknown): SignInRefusal {
  if (error instanceof AppError) {
    const { kind, retryAfter } = error;
    if (authErrorMeaning(error) === 'alert') showAlert(sentenceOf(error));
    return {
      sentence: sentenceOf(error),
      ...(retryAfter !== undefined && { waitSeconds: retryAfter }),
      ...(kind === 'multifactor-required' && { needsCode: true as const }),
    };
  }
  if (error instanceof NetworkError) return { sentence: error.message };
  return {
    sentence:
      'Signing in did not work, because this device could not be opened. Nothing was lost; reload the page and try again.',
  };
}
