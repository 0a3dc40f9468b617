import type { DeviceKey, patientLoginEndpoints, PatientSession } from '#contract/patient-login/endpoints.ts';
import { dropped, inStore } from './own-store.ts';
import { endpoint, type Answer } from './send.ts';
import { signText } from './sign-text.ts';

/** The pages' own; those of the staff have other names, and stay whatever a patient does here. */
const database = 'mainstay-patient';
/** What is typed and not sent yet (sealed-text.ts). */
export const typedDatabase = 'mainstay-patient-input';
/** What is kept of a home program (hep/kept-program.ts). */
export const programDatabase = 'mainstay-patient-hep';
const own = { database, store: 'session', keyPath: 'id' };
const only = 'own';

type Kept = {
  id: typeof only;
  keys: CryptoKeyPair;
  SessionId: string;
  turn: number;
  /** Of whom it is, as in its tokens. Logins that were kept before this was get it with their next turn. */
  subject?: string;
};

const refreshCall = endpoint<typeof patientLoginEndpoints.refresh>('POST /patientLogin/refresh');
const logoutCall = endpoint<typeof patientLoginEndpoints.logout>('POST /patientLogout');

const siteKept = 'mainstay-patient-site';

/** The clinic of the last login here, for the way back to it. */
export function lastSite(): string | null {
  try {
    return localStorage.getItem(siteKept);
  } catch {
    return null;
  }
}

type Held = { token: string };

/** In memory alone: a page that is loaded again asks for the next turn. */
let current: Held | null = null;
/** How an expired token is renewed. */
let renew: () => Promise<Answer<Held>> = refreshSession;

/** Another object once somebody's login on this device is over. */
let login = {};

/** To tell later whether the same login goes on: once it is over, nothing of it may be kept. */
export const loginNow = (): object => login;

/** On a device of many people: the token of one visit, in memory alone. Nothing is kept on the device. */
export function actFor(token: string, renewed: () => Promise<Answer<Held>>): void {
  login = {};
  current = { token };
  renew = async () => {
    const answer = await renewed();
    if (answer.data) current = answer.data;
    return answer;
  };
}

/** Ends `actFor`: what still runs in the name of the one before gets nowhere. */
export function actForNobody(): void {
  login = {};
  current = null;
  renew = async () => expired;
}

/** Whether what is typed may be kept on this device. */
export const mayKeepInput = (): boolean => renew === refreshSession;

/** A key of this device that no script can take away, with its public half for the server. */
export async function newDeviceKey(): Promise<{ keys: CryptoKeyPair; deviceKey: DeviceKey }> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  return { keys, deviceKey: { kty: 'EC', crv: 'P-256', x, y } };
}

/** From now on this device is logged in. */
export async function keepSession(session: PatientSession, keys: CryptoKeyPair): Promise<void> {
  current = session;
  const { site, sub: subject } = claimsOf(session.token);
  try {
    localStorage.setItem(siteKept, site);
  } catch {
    // Then the way back to the login needs the clinic's link.
  }
  await inStore(own, 'readwrite', (all) =>
    all.put({ id: only, keys, SessionId: session.SessionId, turn: session.turn, subject } satisfies Kept),
  );
}

/** What a token names; it is not judged here. */
function claimsOf(token: string): { site: string; sub: string } {
  const [, body = ''] = token.split('.');
  return JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/'))) as { site: string; sub: string };
}

function signed({ keys, SessionId, turn }: Kept): Promise<string> {
  return signText(keys, `mainstay patient refresh.${SessionId}.${turn}`);
}

const expired = { error: { status: 401, message: 'Your login has expired. Go back to login.' } };

/** The next turn. Two tabs take turns one after the other: a turn that is used twice looks like a copy. */
export function refreshSession(): Promise<Answer<PatientSession>> {
  const run = async (): Promise<Answer<PatientSession>> => {
    const kept = await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only)).catch(() => undefined);
    if (!kept) return expired;
    const answer = await refreshCall({ turn: kept.turn, signature: await signed(kept) });
    // A full phone goes on with it until the page is closed.
    if (answer.data) await keepSession(answer.data, kept.keys).catch(() => undefined);
    return answer;
  };
  return 'locks' in navigator ? navigator.locks.request('mainstay-patient', run) : run();
}

/** A call in the name of who is logged in; an expired token is renewed once. Nothing is thrown. */
export async function asPatient<T>(call: (token: string) => Promise<Answer<T>>): Promise<Answer<T>> {
  if (current !== null) {
    const answer = await call(current.token);
    if (answer.error?.status !== 401) return answer;
  }
  const { data, error } = await renew();
  return error ? { error } : call(data.token);
}

/** Of whom the session of this page is: an opaque id; null before the first call of this page. */
export function subjectNow(): string | null {
  return current === null ? null : subjectOf(current.token);
}

/** Of whom a token is. */
export const subjectOf = (token: string): string => claimsOf(token).sub;

/**
 * Of whom the login on this device is, also without a connection; null where there is none, or that is not known yet.
 * The last login counts, in whichever tab it was: from here on this page acts for nobody else.
 */
export async function subjectHere(): Promise<string | null> {
  const row = inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only));
  // A device that keeps nothing has only what this page knows.
  const kept = await row.catch(() => 'closed' as const);
  if (kept === 'closed') return subjectNow();
  if (kept && (kept.subject === undefined || kept.subject === subjectNow())) return subjectNow();
  if (current !== null) login = {};
  current = null;
  return kept?.subject ?? null;
}

/**
 * Ends the session and deletes what these pages keep of it, by name: nothing else of this site is touched. Of home
 * programs see hep/kept-program.ts.
 */
export async function logOut(): Promise<Answer<{ ended: boolean }>> {
  const answer = await logoutCall({});
  login = {};
  current = null;
  await Promise.all([dropped(database), dropped(typedDatabase)]);
  return answer;
}
