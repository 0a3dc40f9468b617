import { entityNames } from '#contract/entities.ts';
import type { Device } from '#local/device.ts';
import type { NameIndex } from './name-index.ts';
import type { ServerCalls } from './server-calls.ts';
import type { StateBoard } from './sync-state.ts';

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
  /** When P1 was complete; it is asked for anew once in a while, because its days move on. */
  P1At: number | null;
};

export const hydrationBefore: Hydration = {
  P0: { done: false, after: null },
  P1: { done: false, after: null },
  names: { done: false, after: null },
  P1At: null,
};

/** An answer to a question that is no longer the current one: it is dropped, and asked again if need be. */
export const stale = Symbol('stale answer');

export async function readCookie({ device }: Engine): Promise<string | null> {
  const kept = await device.mirror.kv.get('cookie');
  return typeof kept?.value === 'string' ? kept.value : null;
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
  return mirror.transaction('rw', mirror.tables, async () => {
    const now = await mirror.kv.get('cookie');
    if ((now?.value ?? null) !== cookie) return stale;
    await write();
    return undefined;
  });
}

/** Forgets every mirrored row and where history stood; setup and the outbox stay. */
export async function resetMirror(engine: Engine): Promise<void> {
  const { device, names, board } = engine;
  const { mirror } = device;
  await mirror.transaction('rw', mirror.tables, async () => {
    for (const entity of entityNames) await mirror.table(entity).clear();
    await mirror.namePages.clear();
    await mirror.charts.clear();
    await mirror.kv.bulkDelete(['cookie', 'hydration']);
  });
  names.clear();
  device.opened.byPlace.clear();
  board.set({ phase: 'hydrating', hydrated: { P0: false, P1: false, names: false } });
}
