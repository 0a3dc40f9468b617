import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { Session } from '#contract/session/current-user.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { device } from '#local/store/device.ts';
import {
  deriveAhead,
  enrol,
  knownDevice,
  knownUsers,
  opensByPasskeyAlone,
  unlock,
  type Person,
  type Unlocked,
} from '#local/keys/keyring.ts';
import { NewerAppError } from '#local/store/newer-app.ts';
import { call, NetworkError } from '#shared/api.ts';
import { toastMustDismiss } from '#shared/ui/toasts/toasts.tsx';
import { showAlert } from './alerts.tsx';
import { authErrorMeaning, isAway, sentenceOf } from './failures.ts';
import { obeyErasure } from './obey-erasure.ts';
import { endHere } from './session-end.ts';
import { leaveSite } from './session-leave.ts';
import { open, openHere } from './session-open.ts';
import { setupFromServer } from './session-setup.ts';
import { nameOf, sessionEmail } from './session-state.ts';
import {
  currentToken,
  forgetToken,
  forgiveLogout,
  logOutOnServer,
  payLogout,
  refreshToken,
  takeToken,
} from './token.ts';
import { readyWorker } from './workers.ts';

/** `sentence` is empty where nothing went wrong; `needsCode` asks for the second step after the right password. */
export type SignInRefusal = {
  sentence: string;
  waitSeconds?: number;
  needsCode?: true;
  /** The server has let them in. Their password is still needed to unlock this device, as `asked` says. */
  goOn?: { Email: string; asked: string; withPassword: (password: string) => Promise<SignInOutcome>; leave(): void };
};
export type SignInOutcome = { signedIn: true; SuperUser: boolean } | { signedIn: false; refusal: SignInRefusal };

/** The email that signed in here before, where there is only one: then only the password has to be typed. */
export async function lastEmail(): Promise<string | null> {
  const emails = new Set((await knownUsers().catch(() => [])).map((user) => user.Email));
  const [only] = emails;
  return emails.size === 1 && only !== undefined ? only : null;
}

/** Signs in with the server. Without the network it unlocks this device for that person. */
export function signIn(email: string, password: string, code?: string): Promise<SignInOutcome> {
  return attempt(() => enter(email, password, code));
}

/** Turns a failure into a sentence, and leaves nothing half open. */
export async function attempt(run: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await run();
  } catch (error) {
    // A person who reads that they are not signed in walks away, so the server must end the session too.
    const wasTaken = currentToken() !== null;
    const isErased = error instanceof AppError && error.kind === 'device-erased' && (await obeyErasure(error.current));
    // A newer app in another tab goes on with this session.
    const isOver = isErased || (wasTaken && !(error instanceof NewerAppError && error.isOpen));
    if (isOver) await logOutOnServer().catch(() => undefined);
    await endHere();
    return { signedIn: false, refusal: isErased ? { sentence: erasedNow } : refusalOf(error) };
  }
}

const erasedNow = 'Your clinic erased this device’s data. Sign in again to start over.';

/** Unlocks this device with the machine's own fingerprint, face or PIN. */
export async function signInWithDevice(who: { site: string; UserId: string }): Promise<SignInOutcome> {
  try {
    // A token left on this page is another person's.
    forgetToken();
    const { unlockHere } = await import('./device-unlock-here.ts');
    const person = await unlockHere(who);
    await openHere(person);
    if (navigator.onLine && (await refreshToken()) === 'over')
      throw new AppError('signed-out', 'Your session has ended. Enter your password.');
    const { SuperUser } = await open(person, null);
    if (currentToken() === null) await meetServer('away');
    return { signedIn: true, SuperUser };
  } catch (error) {
    await endHere();
    return { signedIn: false, refusal: refusalOf(error) };
  }
}

async function enter(email: string, password: string, code?: string): Promise<SignInOutcome> {
  const ahead = deriveAhead(email, password);
  readyWorker();
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
    const here = () => import('./device-unlock-here.ts');
    if (await opensByPasskeyAlone(person.site, person.UserId)) return (await here()).addPasswordHere(person, password);
    return enrol(person, password, ahead, async () => (await here()).addResetPassword(person, password));
  });
}

type Opened = Unlocked & { isFresh?: boolean };
export type NotIn = Extract<SignInOutcome, { signedIn: false }>;

/** Goes on with a session that the server has just opened, with the key of this device. */
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
  await meetServer(setup);
  const sealedAway = found.isFresh ? await sealedAwayHere() : 0;
  if (sealedAway > 0) toastMustDismiss(newPasswordSentence(sealedAway));
  return { signedIn: true, SuperUser };
}

async function sealedAwayHere(): Promise<number> {
  return (await import('#local/keys/sealed-away.ts')).countSealedAway();
}

const newPasswordSentence = (count: number) =>
  `Your password has changed. ${count === 1 ? 'One change was' : `${count} changes were`} saved on this device before that, and ${count === 1 ? 'is' : 'are'} kept. To send ${count === 1 ? 'it' : 'them'}, open Sync status (top right) and enter your old password.`;

/** Null without a network or a server behind it. */
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

/** A silent network is given up only after a minute. A person this device knows waits no longer than this. */
const silentMs = 8_000;

async function isSilent(asked: Promise<unknown>): Promise<boolean> {
  const answered = asked.then(
    () => false,
    () => false,
  );
  return Promise.race([answered, new Promise<true>((resolve) => setTimeout(() => resolve(true), silentMs))]);
}

async function openOffline(unlocked: Unlocked): Promise<SignInOutcome> {
  forgetToken();
  const { SuperUser } = await open(unlocked, null);
  await meetServer('away');
  return { signedIn: true, SuperUser };
}

/** A sign-in without a fresh setup may be an outage, and one with it ends an outage: the next screen must know. */
async function meetServer(setup: Setup | null | 'away'): Promise<void> {
  try {
    const { closeOutage, detectOutage } = await import('./outage/detect-outage.ts');
    await (setup === null || setup === 'away' ? detectOutage({ setupFailed: setup === null }) : closeOutage());
  } catch {
    // The person is in; a failed look at the server must not stop them.
  }
}

/** Goes to another site as a superuser. The data of this one stays sealed on the device. */
export async function chooseSite(site: string): Promise<void> {
  const Email = sessionEmail();
  if (Email === null) return;
  const { dataKey, UserId } = device();
  const session = await call('session.chooseSite', { site });
  try {
    await leaveSite();
    takeToken(session);
    const setup = await setupFromServer();
    await open({ site: session.site, UserId, Email, name: setup ? nameOf(setup) : Email, dataKey }, setup);
    await meetServer(setup);
  } catch (error) {
    await endHere();
    throw error;
  }
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
      'You could not sign in, because this device’s data did not open. Nothing was lost. Reload the page and try again.',
  };
}
