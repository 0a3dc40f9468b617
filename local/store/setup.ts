import type { Setup, Website } from '#contract/session/endpoints.ts';
import { callsShown } from '../outbox/calls.ts';
import { whileOpen, type Device } from './device.ts';
import { openCached } from './opened.ts';
import { sealContext, seal, type Sealed } from '../keys/seal.ts';

const place = () => sealContext('kv', 'setup');

/** The setup as the server last gave it. */
export async function setupOf(from: Device): Promise<Setup | undefined> {
  const kept = await from.mirror.kv.get('setup');
  if (!kept?.sealed) return undefined;
  return (await openCached<Setup>(from.opened, from.dataKey, [{ place: place(), sealed: kept.sealed }]))[0];
}

/** The setup of the signed-in user with waiting preferences applied; undefined before the first sync. */
export function readSetup(): Promise<Setup | undefined> {
  return whileOpen(setupShown);
}

async function setupShown(from: Device): Promise<Setup | undefined> {
  // First the calls, as in reads.ts.
  const waiting = (await callsShown(from)).filter((call) => call.name === 'session.savePreferences');
  const setup = await setupOf(from);
  if (!setup) return undefined;
  if (waiting.length === 0) return setup;
  const currentUser = { ...setup.currentUser };
  for (const { input } of waiting) {
    currentUser.Preferences = { ...currentUser.Preferences, ...(input.Preferences as object) };
    if (typeof input.TimeZone === 'string') currentUser.TimeZone = input.TimeZone;
  }
  return { ...setup, currentUser };
}

export async function keepSetup(to: Device, setup: Setup): Promise<void> {
  const sealed = await seal(to.dataKey, place(), withEnd(setup));
  await to.mirror.kv.put({ key: 'setup', sealed });
}

/** Emergency access ends by the server's clock; this device's may be another, so the time left is counted from here. */
function withEnd(setup: Setup): Setup {
  const { emergency } = setup.currentUser;
  if (!emergency || emergency.until !== undefined) return setup;
  const until = Date.now() + emergency.leftMs;
  return { ...setup, currentUser: { ...setup.currentUser, emergency: { ...emergency, until } } };
}

/** The website with its settings as the server just gave them; the rest of the setup stays. */
export async function keepWebsite(to: Device, website: Website): Promise<void> {
  let isKept = false;
  while (!isKept) {
    const before = (await to.mirror.kv.get('setup'))?.sealed;
    const setup = await setupOf(to);
    if (!before || !setup) return;
    const sealed = await seal(to.dataKey, place(), { ...setup, website });
    // Sealing ends a transaction: a setup that the worker stored meanwhile is not written over, but taken instead.
    isKept = await to.mirror.transaction('rw', to.mirror.kv, async () => {
      const now = (await to.mirror.kv.get('setup'))?.sealed;
      if (now && !isSameSeal(now, before)) return false;
      await to.mirror.kv.put({ key: 'setup', sealed });
      return true;
    });
  }
}

/** Each sealing has its own number. */
function isSameSeal(one: Sealed, other: Sealed): boolean {
  return one.n.length === other.n.length && one.n.every((byte, at) => byte === other.n[at]);
}
