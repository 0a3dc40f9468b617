import type { Device } from '#local/store/device.ts';
import { forgetOpened } from '#local/store/opened.ts';
import { adoptMirrorKey, holdsMirrorKey, makeMirrorKey, readMirrorKey } from '#local/keys/mirror-key.ts';
import type { NameIndex } from '../names/name-index.ts';
import type { ServerCalls } from './server-calls.ts';
import { later, stateBefore, type StateBoard } from './sync-state.ts';

/** What every step of sync works with. */
export type Engine = {
  device: Device;
  server: ServerCalls;
  names: NameIndex;
  board: StateBoard;
  /** Charts to fetch, with who waits for each. */
  wantedCharts: Map<string, ((isWhole: boolean) => void)[]>;
};

export type Priority = 'P0' | 'P1' | 'names';
export type Hydration = { [P in Priority]: { done: boolean; after: string | null } } & {
  /** Noon of the day that a complete P1 is around; it is asked for anew once in a while, because days move on. */
  P1At: number | null;
  /** The day that P0 and P1 are around, from their first page on. */
  day: string | null;
};

export const hydrationBefore: Hydration = {
  P0: { done: false, after: null },
  P1: { done: false, after: null },
  names: { done: false, after: null },
  P1At: null,
  day: null,
};

/** An answer to a question that is no longer the current one: it is dropped, and asked again if need be. */
export const stale = Symbol('stale answer');

export async function readCookie({ device }: Engine): Promise<string | null> {
  const kept = await device.mirror.kv.get('cookie');
  return typeof kept?.value === 'string' ? kept.value : null;
}

/**
 * Whether rows were read under the same scopes as the cookie. Others would stay here unseen if the former scopes
 * came back before the next pull.
 */
export async function isOfCookie({ device }: Engine, scopes: string): Promise<boolean> {
  const kept = (await device.mirror.kv.get('scopes'))?.value;
  return kept === undefined || kept === scopes;
}

export async function readHydration({ device }: Engine): Promise<Hydration> {
  const kept = await device.mirror.kv.get('hydration');
  return { ...hydrationBefore, ...(kept?.value as Partial<Hydration> | undefined) };
}

/**
 * One mirror transaction, only if the cookie is still the one the question was asked with: an answer that
 * was overtaken, by another tab or by a reset, would put old rows over new ones.
 */
export async function writeIfCurrent(
  engine: Engine,
  cookie: string | null,
  write: () => Promise<void>,
): Promise<typeof stale | undefined> {
  const { mirror } = engine.device;
  const written = await mirror.transaction('rw', mirror.tables, async () => {
    const now = await mirror.kv.get('cookie');
    if ((now?.value ?? null) !== cookie || !(await holdsMirrorKey(engine.device))) return stale;
    await write();
    return undefined;
  });
  if (written === stale) await takeKeyOfOthers(engine.device);
  return written;
}

/** Without a key that this device can open, nothing could ever be written, and all would be asked for over and over. */
async function takeKeyOfOthers(device: Device): Promise<void> {
  if (await adoptMirrorKey(device)) return;
  if (!(await readMirrorKey(device.mirror, device.dataKey))) throw new Error('The mirror has no key that opens here.');
}

/**
 * Forgets every mirrored row and where history stood, and destroys the key they were sealed with; setup and
 * the outbox stay.
 */
export async function resetMirror(engine: Engine): Promise<void> {
  const { device, names, board } = engine;
  const { mirror } = device;
  const { kept, key, mark } = await makeMirrorKey(device.dataKey);
  await mirror.transaction('rw', mirror.tables, async () => {
    for (const table of mirror.tables) if (table.name !== 'kv') await table.clear();
    await mirror.kv.bulkDelete([
      'cookie',
      'scopes',
      'hydration',
      'acked',
      'compared',
      'syncedAt',
      'syncMark',
      'unreadable',
    ]);
    await mirror.kv.put(kept);
  });
  device.mirrorKey = { key, mark };
  names.clear();
  forgetOpened(device.opened);
  device.channel.tell({ kind: 'mirrorKey' });
  const { calendarChangedAt, farDaysChangedAt, resetAt } = board.read();
  board.set({
    phase: 'hydrating',
    hydrated: stateBefore.hydrated,
    fetched: stateBefore.fetched,
    compared: null,
    // Days of the server were read with the former scopes too.
    calendarChangedAt: later(calendarChangedAt),
    farDaysChangedAt: later(farDaysChangedAt),
    resetAt: later(resetAt),
  });
}
