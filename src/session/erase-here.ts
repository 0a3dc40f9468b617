import { confirmErasure, erasedSentence, eraseHere, orderForHere, resumeErasures } from '#local/keys/erase.ts';
import { askers, eraseKeyringUser } from '#local/keys/erasures.ts';
import type { Asker, Erasure } from '#local/keys/keyring-db.ts';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { EraseOrder } from '#contract/session/device.ts';
import { device } from '#local/store/device.ts';
import { call } from '#shared/api.ts';

/**
 * Erases this device for its person when the order is meant for it; false when it is not. The keys go before
 * anything else, then every tab locks, then the rest is deleted and the server is told.
 */
export async function obeyErasure(current: unknown, lock: (order: EraseOrder) => Promise<void>): Promise<boolean> {
  const order = await orderForHere(current);
  if (!order) return false;
  await eraseKeyringUser(order);
  await lock(order);
  await eraseHere(order);
  forgetRecent(order);
  await tellServer(order);
  return true;
}

/** Finishes what a closed browser or a lost network left undone; what the sign-in page says, or null. */
export async function finishErasures(): Promise<string | null> {
  for (const one of await resumeErasures()) {
    forgetRecent(one);
    await tellServer(one);
  }
  return erasedSentence();
}

const askEveryMs = 60_000;

/**
 * Asks for everybody who keeps something on this device and is not in just now whether theirs must be erased: at once,
 * every minute and when the network is back. Who is in hears it where they call.
 */
export function watchOrders(isIn: (who: Asker) => boolean, obey: (order: EraseOrder) => Promise<unknown>): void {
  let isAsking = false;
  let isAskedAgain = false;
  async function ask(): Promise<void> {
    if (!navigator.onLine) return;
    // Who locks while others are asked for would wait another minute.
    isAskedAgain = isAsking;
    if (isAsking) return;
    isAsking = true;
    const outside = await askers()
      .then((all) => all.filter((one) => !isIn(one)))
      .catch(() => []);
    for (const { DeviceId, site, secret } of outside) {
      const input = { id: DeviceId as never, site: site as never, secret };
      // Without an answer it is asked again in a minute.
      await call('session.askErasure', input, { byCaller: true })
        .then(({ order }) => order && void obey(order))
        .catch(() => undefined);
    }
    isAsking = false;
    if (isAskedAgain) void ask();
  }
  window.addEventListener('online', () => void ask());
  setInterval(() => void ask(), askEveryMs);
  void ask();
}

/**
 * Shows the server whose device is open here: a browser that was killed has kept a refresh cookie that counts no more
 * without it. It is the secret that also asks for orders, and lies here because this chunk is loaded anyway.
 */
export async function deviceProof(): Promise<InputOf<'session.refresh'>> {
  const { DeviceId } = device();
  const deviceSecret = (await askers()).find((one) => one.DeviceId === DeviceId)?.secret;
  return deviceSecret === undefined ? {} : { deviceSecret };
}

/** Ids of patients lately opened are all that is kept outside the databases. */
function forgetRecent({ site, UserId }: EraseOrder): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('mainstay:') && key.endsWith(`:${site}:${UserId}`)) localStorage.removeItem(key);
}

async function tellServer({ DeviceId, site, ticket }: EraseOrder | Erasure): Promise<void> {
  try {
    await call('session.confirmErased', { id: DeviceId, site, ticket }, { byCaller: true });
  } catch (error) {
    // Without the network it is told at the next start.
    if (!(error instanceof AppError) || error.kind !== 'not-found') return;
  }
  await confirmErasure(DeviceId);
}
