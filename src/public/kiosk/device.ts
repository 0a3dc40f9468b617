import type { kioskEndpoints, SealingKey } from '#contract/kiosk/endpoints.ts';
import type { IntakeForm } from '#contract/intake/form.ts';
import type { TabletClock } from '#contract/kiosk/tablet-clock.ts';
import { inStore } from '../kit/own-store.ts';
import { endpoint, type Answer } from '../kit/send.ts';
import { newDeviceKey } from '../kit/session.ts';
import { signText } from '../kit/sign-text.ts';

type Table = typeof kioskEndpoints;
const enrollCall = endpoint<Table['enroll']>('POST /kiosk/enroll');
const tokenCall = endpoint<Table['token']>('POST /kiosk/token');

/** All that a kiosk keeps: which one it is, its key, and its last turn. Never a patient. */
export const kioskDatabase = 'mainstay-kiosk';
const own = { database: kioskDatabase, store: 'device', keyPath: 'id' };
const only = 'own';
type Kept = {
  id: typeof only;
  site: string;
  KioskId: string;
  keys: CryptoKeyPair;
  turn: number;
  sealing?: SealingKey;
  place?: Place;
  forms?: { key: string; forms: IntakeForm[] };
  clock?: TabletClock;
};

/** Where it stands, for the top of its pages. */
export type Place = { clinic: string; facility: string };

let token: string | null = null;
let asking: Promise<Answer<Place>> | null = null;

/** Whether this tablet was enrolled; throws where the browser keeps nothing. */
export async function isEnrolled(): Promise<boolean> {
  return (await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only))) !== undefined;
}

/** Makes this tablet a kiosk. Its private key never leaves it. */
export async function enrollTablet(code: string): Promise<Answer<Place>> {
  const { keys, deviceKey } = await newDeviceKey();
  const { data, error } = await enrollCall({ code, deviceKey });
  if (error) return { error };
  const { site, KioskId } = data;
  await oneByOne(() =>
    inStore(own, 'readwrite', (all) => all.put({ id: only, site, KioskId, keys, turn: 0 } satisfies Kept)),
  );
  return greet();
}

/** Two windows of a tablet take turns one after the other: the lower of two turns that come late is refused. */
function oneByOne<T>(run: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('mainstay-kiosk', run) : run();
}

/**
 * The server refused this tablet: asks once more, since a turn may have come late, and refused again it is none from
 * now on. Answers as `greet` does.
 */
export function greetOrForget(): Promise<Answer<Place>> {
  return oneByOne(async () => {
    const answer = await ask();
    if (answer.error?.status === 401) {
      token = null;
      await inStore(own, 'readwrite', (all) => all.delete(only));
    }
    return answer;
  });
}

function signed({ KioskId, keys }: Kept, turn: number): Promise<string> {
  return signText(keys, `mainstay kiosk token.${KioskId}.${turn}`);
}

/** A new token, and where the tablet stands; one at a time, since a turn is good once. */
export function greet(): Promise<Answer<Place>> {
  asking ??= oneByOne(ask).finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Answer<Place>> {
  const kept = await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only));
  if (!kept) return { error: { status: 401, message: '' } };
  const { site, KioskId } = kept;
  // Higher than any before, whatever became of the clock; kept before it is used.
  const turn = Math.max(Date.now(), kept.turn + 1);
  await inStore(own, 'readwrite', (all) => all.put({ ...kept, turn } satisfies Kept));
  const { data, error } = await tokenCall({
    site,
    KioskId,
    turn,
    signature: await signed(kept, turn),
    clock: new Date().toISOString(),
    ...(kept.forms && { formsKey: kept.forms.key }),
  });
  if (error) return { error };
  token = data.token;
  const { sealing, clinic, facility, now, forms = kept.forms } = data;
  const place = { clinic, facility };
  const clock = { heardAt: now, aheadMs: Date.now() - Date.parse(now) };
  await inStore(own, 'readwrite', (all) =>
    all.put({ ...kept, turn, sealing, place, clock, ...(forms && { forms }) } satisfies Kept),
  );
  return { data: place };
}

/** Where it stood when it last heard of the server. */
export async function placeHere(): Promise<Place | null> {
  return (await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only)))?.place ?? null;
}

/** The clinic's forms for anybody, as the server last told them, in each language; none before it first did. */
export async function formsHere(): Promise<readonly IntakeForm[]> {
  return (await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only)))?.forms?.forms ?? [];
}

/** `clock`: undefined of a tablet that was told none yet. */
type Sealing = { site: string; KioskId: string; key: SealingKey; clock: TabletClock | undefined };

/** With what this tablet seals arrivals while it has no connection; undefined before the server first told. */
export async function sealingHere(): Promise<Sealing | undefined> {
  const kept = await inStore<Kept | undefined>(own, 'readonly', (all) => all.get(only));
  return kept?.sealing && { site: kept.site, KioskId: kept.KioskId, key: kept.sealing, clock: kept.clock };
}

/** A call in the name of this tablet; a token that has run out is renewed once. */
export async function asKiosk<T>(call: (token: string) => Promise<Answer<T>>): Promise<Answer<T>> {
  if (token !== null) {
    const answer = await call(token);
    if (answer.error?.status !== 401) return answer;
  }
  const { error } = await greet();
  if (error) return { error };
  return token === null ? { error: { status: 401, message: '' } } : call(token);
}
