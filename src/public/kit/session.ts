import type { DeviceKey, patientLoginEndpoints, PatientSession } from '#contract/patient-login/endpoints.ts';
import { inStore } from './own-store.ts';
import { endpoint, type Answer } from './send.ts';

/** The pages' own; those of the staff have other names, and stay whatever a patient does here. */
const database = 'mainstay-patient';
/** What is typed and not sent yet (sealed-text.ts). */
export const typedDatabase = 'mainstay-patient-input';
const own = { database, store: 'session', keyPath: 'id' };
const only = 'own';

type Kept = { id: typeof only; keys: CryptoKeyPair; SessionId: string; turn: number };

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

/** In memory alone: a page that is loaded again asks for the next turn. */
let current: PatientSession | null = null;

/** A key of this device that no script can take away, with its public half for the server. */
export async function newDeviceKey(): Promise<{ keys: CryptoKeyPair; deviceKey: DeviceKey }> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  return { keys, deviceKey: { kty: 'EC', crv: 'P-256', x, y } };
}

/** From now on this device is logged in. */
export async function keepSession(session: PatientSession, keys: CryptoKeyPair): Promise<void> {
  current = session;
  try {
    localStorage.setItem(siteKept, siteOf(session.token));
  } catch {
    // Then the way back to the login needs the clinic's link.
  }
  await inStore(own, 'readwrite', (all) =>
    all.put({ id: only, keys, SessionId: session.SessionId, turn: session.turn } satisfies Kept),
  );
}

/** A token names its site; it is not judged here. */
function siteOf(token: string): string {
  const [, body = ''] = token.split('.');
  const claims = JSON.parse(atob(body.replace(/-/g, '+').replace(/_/g, '/'))) as { site: string };
  return claims.site;
}

async function signed({ keys, SessionId, turn }: Kept): Promise<string> {
  const text = new TextEncoder().encode(`mainstay patient refresh.${SessionId}.${turn}`);
  const bytes = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, text));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

const expired = { error: { status: 401, message: 'Your login has expired. Go back to login.' } };

/** The next turn. Two tabs take turns one after the other: a turn that is used twice looks like a copy. */
export function refreshSession(): Promise<Answer<PatientSession>> {
  const run = async (): Promise<Answer<PatientSession>> => {
    const kept = await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only)).catch(() => undefined);
    if (!kept) return expired;
    const answer = await refreshCall({ turn: kept.turn, signature: await signed(kept) });
    if (answer.data) await keepSession(answer.data, kept.keys);
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
  const { data, error } = await refreshSession();
  return error ? { error } : call(data.token);
}

/** Ends the session and deletes what these pages keep, by name: nothing else of this site is touched. */
export async function logOut(): Promise<Answer<{ ended: boolean }>> {
  const answer = await logoutCall({});
  current = null;
  await Promise.all([deleted(database), deleted(typedDatabase)]);
  return answer;
}

function deleted(name: string): Promise<void> {
  return new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    request.onblocked = () => resolve();
  });
}
