import type { Arrival } from '#contract/kiosk/arrival.ts';
import type { kioskEndpoints } from '#contract/kiosk/endpoints.ts';
import { pairForOne, sealArrival } from '#contract/kiosk/seal.ts';
import { mostSealed, mostSealedLength } from '#contract/kiosk/seal-text.ts';
import { inStore } from '../kit/own-store.ts';
import { endpoint } from '../kit/send.ts';
import { asKiosk, sealingHere } from './device.ts';

const sealedCall = endpoint<(typeof kioskEndpoints)['sealed']>('POST /kiosk/sealed');

/** Arrivals that the server does not have yet: ciphertext alone, which this tablet can't open either. */
export const arrivalsDatabase = 'mainstay-kiosk-arrivals';
const own = { database: arrivalsDatabase, store: 'sealed', keyPath: 'ArrivalId' };
/** `isRefused`: the server could not take it, and what was sealed is gone. */
type Kept = { ArrivalId: string; sealed: string; isRefused: boolean };

/** Resolves once it is on disk, sealed; false where this tablet has no key to seal with, or keeps nothing. */
export async function keepArrival(told: Omit<Arrival, 'at' | 'clock'>): Promise<boolean> {
  try {
    const sealing = await sealingHere();
    if (!sealing) return false;
    const { clock, ...here } = sealing;
    const ArrivalId = crypto.randomUUID();
    const pair = await crypto.subtle.generateKey(pairForOne, false, ['deriveBits']);
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const arrival = { ...told, at: new Date().toISOString(), ...(clock && { clock }) };
    const sealed = await sealArrival(arrival, { ...here, ArrivalId, pair, nonce, subtle: crypto.subtle });
    if (sealed.length > mostSealedLength) return false;
    await inStore(own, 'readwrite', (all) => all.put({ ArrivalId, sealed, isRefused: false } satisfies Kept));
    return true;
  } catch {
    return false;
  }
}

const allKept = () =>
  inStore<Kept[]>(own, 'readonly', (all) => all.getAll() as IDBRequest<Kept[]>).catch((): Kept[] => []);

/** How many the server could not take; with `all`, those too that were not sent yet. */
export async function countUnsent({ all }: { all: boolean }): Promise<number> {
  return (await allKept()).filter(({ isRefused }) => isRefused || all).length;
}

let sending: Promise<void> | null = null;

/** Sends what is kept, several at once; what has arrived goes. Without a connection it stays for the next time. */
export function sendArrivals(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  // Each once: what the server can't take just now waits for the next time, and keeps none back behind it.
  const tried = new Set<string>();
  for (;;) {
    const arrivals = firstOf(
      (await allKept()).filter(({ ArrivalId, isRefused }) => !isRefused && !tried.has(ArrivalId)),
    );
    if (arrivals.length === 0) return;
    for (const { ArrivalId } of arrivals) tried.add(ArrivalId);
    if (!(await sendThese(arrivals))) return;
  }
}

/** Without a connection, of a tablet that was removed, or asked to wait: nothing else gets through either. */
const endsAll = [0, 401, 429];

/** False where it is of no use to go on; a call that fails is tried again one by one. */
async function sendThese(arrivals: readonly { ArrivalId: string; sealed: string }[]): Promise<boolean> {
  const { data, error } = await asKiosk((token) => sealedCall({ arrivals: [...arrivals] }, { token }));
  if (error) {
    if (endsAll.includes(error.status)) return false;
    if (arrivals.length > 1) for (const one of arrivals) if (!(await sendThese([one]))) return false;
    return true;
  }
  for (const { ArrivalId, isKept } of data.arrivals) {
    if (isKept) await inStore(own, 'readwrite', (all) => all.delete(ArrivalId));
    else await inStore(own, 'readwrite', (all) => all.put({ ArrivalId, sealed: '', isRefused: true } satisfies Kept));
  }
  return true;
}

/** As many as one call takes. */
function firstOf(all: readonly Kept[]): { ArrivalId: string; sealed: string }[] {
  let length = 0;
  return all
    .slice(0, mostSealed)
    .filter(({ sealed }) => (length += sealed.length) <= mostSealedLength)
    .map(({ ArrivalId, sealed }) => ({ ArrivalId, sealed }));
}

/** The front desk was told of those that the server could not take. */
export async function forgetRefused(): Promise<void> {
  for (const { ArrivalId, isRefused } of await allKept())
    if (isRefused) await inStore(own, 'readwrite', (all) => all.delete(ArrivalId));
}
