import { AppError } from '#contract/base/errors.ts';
import type { Session } from '#contract/session/current-user.ts';
import { call } from '#shared/api.ts';
import { showAlert } from './alerts.tsx';
import { authErrorMeaning, sentenceOf } from './failures.ts';

type TokenListener = (session: Session) => void;
type Refreshed = 'fresh' | 'away' | 'over';

let token: string | null = null;
let site: string | null = null;
/** Raised with every sign-in and every end of one: what was asked before is not for who is in afterwards. */
let turn = 0;
let underway: { turn: number; outcome: Promise<Refreshed> } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let listener: TokenListener = () => undefined;
/** The alert of a sign-in that is refused just now is not shown again before one was accepted. */
let isTold = false;
let ended: (why: unknown) => void = () => undefined;
let isOwn: (session: Session) => boolean = () => true;

export function currentToken(): string | null {
  return token;
}

/** The site the token is for. */
export function currentSite(): string | null {
  return site;
}

/**
 * Hears every new token, and that the session is over for good. The cookie may still be that of another person who
 * locked this machine: a token that is not `own` is never used.
 */
export function onToken(
  hear: TokenListener,
  hearEnd: (why: unknown) => void,
  own: (session: Session) => boolean,
): void {
  listener = hear;
  ended = hearEnd;
  isOwn = own;
}

/** Takes the token of a sign-in. */
export function takeToken(session: Session): void {
  turn += 1;
  keepToken(session);
}

/** Has it renewed well before it ends. */
function keepToken(session: Session): void {
  token = session.token;
  site = session.site;
  isTold = false;
  clearTimeout(timer);
  timer = setTimeout(() => void refreshToken(), session.expiresIn * 0.8);
  listener(session);
}

export function forgetToken(): void {
  turn += 1;
  token = null;
  site = null;
  clearTimeout(timer);
}

/** One refresh at a time, however many calls want it: a cookie used twice would end the session. */
export function refreshToken(): Promise<Refreshed> {
  if (underway?.turn === turn) return underway.outcome;
  const former = underway?.outcome ?? Promise.resolve();
  const asked = turn;
  const outcome = former
    .then(() => refresh(asked))
    .finally(() => {
      if (underway?.outcome === outcome) underway = null;
    });
  underway = { turn, outcome };
  return outcome;
}

const owedKey = 'mainstay-logout-owed';
const owedMs = 5_000;
let owedTimer: ReturnType<typeof setTimeout> | undefined;

/** Ends the session on the server; without the network it is owed, and paid before anything else asks for a token. */
export async function logOutOnServer(): Promise<void> {
  rememberOwed(true);
  await payLogout();
}

/** False while a session that was ended here still stands on the server: nobody may go on with it. */
export async function payLogout(): Promise<boolean> {
  if (!isOwed()) return true;
  try {
    await call('session.logout', {}, { byCaller: true });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'too-many') {
      // Not every browser says when the network is back.
      clearTimeout(owedTimer);
      owedTimer = setTimeout(() => void payLogout(), owedMs);
      return false;
    }
  }
  rememberOwed(false);
  return true;
}

/** A new sign-in took the place of the cookie whose session was to end: paying now would end the new one. */
export function forgiveLogout(): void {
  clearTimeout(owedTimer);
  rememberOwed(false);
}

function isOwed(): boolean {
  try {
    return localStorage.getItem(owedKey) !== null;
  } catch {
    return false;
  }
}

function rememberOwed(isOwedNow: boolean): void {
  try {
    if (isOwedNow) localStorage.setItem(owedKey, '1');
    else localStorage.removeItem(owedKey);
  } catch {
    // Without storage nothing outlives this page, and the call itself was made.
  }
}

async function refresh(asked: number): Promise<Refreshed> {
  if (!(await payLogout())) return 'away';
  try {
    // Without it the server decides by the cookie alone.
    const proof = await import('./erase-here.ts').then((file) => file.deviceProof()).catch(() => ({}));
    if (asked !== turn) return 'over';
    const session = await call('session.refresh', proof, { byCaller: true });
    // The cookie is renewed all the same; its token is for nobody here.
    if (asked !== turn) return 'over';
    if (!isOwn(session)) throw new AppError('signed-out', 'Sign in again. Someone else was signed in here last.');
    keepToken(session);
    return 'fresh';
  } catch (error) {
    if (asked !== turn) return 'over';
    const meaning = authErrorMeaning(error);
    if (meaning === 'alert' && !isTold) showAlert(sentenceOf(error));
    isTold ||= meaning === 'alert';
    if (meaning === 'alert' || meaning === 'wait') return 'away';
    forgetToken();
    if (meaning === 'logout') void logOutOnServer().catch(() => undefined);
    ended(error);
    return 'over';
  }
}
