import { useSyncExternalStore } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { CurrentUser, Session } from '#contract/session/current-user.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { device, lockDevice, openDevice } from '#local/device.ts';
import { forgetKey, giveKey, keepKey, onForget } from '#local/key-keeper.ts';
import { deriveAhead, enrol, knownUsers, provedOnline, unlock, type Unlocked } from '#local/keyring.ts';
import { logThrough } from '#local/outbox-log.ts';
import { countSealedAway } from '#local/reseal.ts';
import { keepSetup, readSetup } from '#local/setup.ts';
import { call, NetworkError } from '#shared/api.ts';
import { setSyncState } from '#shared/sync-state.ts';
import { toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';
import { currentSite, currentToken, forgetToken, onToken, refreshToken, takeToken } from './token.ts';
import { setVisitor } from './visitor.ts';
import { appendToLog, startWorker, stopWorker, tellToken } from './workers.ts';

/** Who is signed in on this device; the token may still be on its way. */
export type SessionState =
  | { phase: 'signedOut' }
  /** A superuser is on the way from one site to another. */
  | { phase: 'switching' }
  | { phase: 'signedIn'; site: string; UserId: string; SuperUser: boolean; setup: Setup };

export type SignInRefusal = { sentence: string; waitSeconds?: number };
export type SignInOutcome = { signedIn: true; SuperUser: boolean } | { signedIn: false; refusal: SignInRefusal };

let state: SessionState = { phase: 'signedOut' };
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  setVisitor(next.phase === 'signedIn' ? next.setup.currentUser : null);
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
  onForget(() => void endHere());
  onToken(hearToken, () => void signOut());
  const held = await giveKey();
  if (!held) return;
  try {
    await openHere(held);
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

function hearToken({ token, site, UserId }: Session): void {
  void tellToken(token);
  void provedOnline(site, UserId);
}

/** Signs in with the server; without the network unlocks what this device keeps for that person. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    return await enter(email, password);
  } catch (error) {
    await endHere();
    return { signedIn: false, refusal: refusalOf(error) };
  }
}

async function enter(email: string, password: string): Promise<SignInOutcome> {
  const ahead = deriveAhead(email, password);
  const session = await call('session.login', { email, password }, { byCaller: true }).catch((error: unknown) => {
    if (isAway(error)) return null;
    throw error;
  });
  if (!session) return unlockOffline(email, password);
  takeToken(session);
  const { site, UserId, SuperUser } = session;
  const setup = await setupFromServer();
  const unlocked = await enrol({ site, UserId, Email: email, name: setup ? nameOf(setup) : email }, password, ahead);
  await open(unlocked, setup);
  const sealedAway = unlocked.isFresh ? await countSealedAway() : 0;
  if (sealedAway > 0) toastMustDismiss(newPasswordSentence(sealedAway));
  return { signedIn: true, SuperUser };
}

const newPasswordSentence = (count: number) =>
  `Your password has changed since you were here. ${count === 1 ? 'One change was' : `${count} changes were`} saved on this device before; they are kept. To send them, open the list of changes (top right) and type the password you had then.`;

async function unlockOffline(email: string, password: string): Promise<SignInOutcome> {
  const unlocked = await unlock(email, password);
  const { SuperUser } = await open(unlocked, null);
  return { signedIn: true, SuperUser };
}

/** Null when the network went away: the one kept on this device is then enough. */
async function setupFromServer(): Promise<Setup | null> {
  return call('session.setup', {}).catch((error: unknown) => {
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

async function openHere({ site, UserId, dataKey }: Unlocked): Promise<void> {
  await openDevice({ site, UserId, dataKey, log: logThrough(site, UserId, appendToLog) });
}

function begin({ site, UserId, dataKey }: Unlocked, setup: Setup): void {
  const { EmployeeId, SuperUser } = setup.currentUser;
  startWorker({ site, UserId, ProviderId: EmployeeId, dataKey, token: currentToken() }, freshToken);
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
  const told = currentToken() === null ? null : call('session.logout', {}, { byCaller: true }).catch(() => null);
  forgetKey();
  await endHere();
  await told;
}

async function endHere(): Promise<void> {
  // The screens go first: none may read a device that is being locked.
  change({ phase: 'signedOut' });
  forgetToken();
  await stopWorker();
  lockDevice();
  setSyncState(null);
}

/** No network, or nobody behind it: what this device keeps is then enough. */
function isAway(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof AppError && error.kind === 'unavailable');
}

function refusalOf(error: unknown): SignInRefusal {
  if (error instanceof AppError)
    return { sentence: error.message, ...(error.retryAfter === undefined ? {} : { waitSeconds: error.retryAfter }) };
  if (error instanceof NetworkError) return { sentence: error.message };
  return {
    sentence:
      'Signing in did not work, because this device could not be opened. Nothing was lost; reload the page and try again.',
  };
}
