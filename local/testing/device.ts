import 'fake-indexeddb/auto';
import { entities, keyOf, type EntityName, type RowOf } from '#contract/entities.ts';
import { mirrorTable, type MirrorRow } from '../db.ts';
import { openDevice, type Device } from '../device.ts';
import type { Files } from '../files.ts';
import { newId } from '../new-id.ts';
import { filesLog } from '../outbox-log.ts';
import { placeOf, seal } from '../seal.ts';

/** Files in memory, as a browser keeps them. */
export function memoryFiles(): Files & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    write: async (path, text) => void kept.set(path, text),
    read: async (path) => kept.get(path),
    list: async (folder) =>
      [...kept.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1)),
    remove: async (path) => void kept.delete(path),
  };
}

export function newDataKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export type TestDevice = Device & { files: ReturnType<typeof memoryFiles> };

/** A device of a new user, with real databases on fake-indexeddb. */
export async function testDevice(
  more: { UserId?: string; dataKey?: CryptoKey; files?: ReturnType<typeof memoryFiles> } = {},
): Promise<TestDevice> {
  const UserId = more.UserId ?? newId();
  const files = more.files ?? memoryFiles();
  const dataKey = more.dataKey ?? (await newDataKey());
  const opened = await openDevice({ site: 'demo', UserId, dataKey, log: filesLog('demo', UserId, files) });
  return Object.assign(opened, { files });
}

/** Puts rows into the mirror as a pull would. */
export async function mirrorRows<E extends EntityName>(device: Device, entity: E, rows: RowOf<E>[]): Promise<void> {
  const clear = Object.entries(entities[entity].clear) as [string, (row: RowOf<E>) => string][];
  const stored = await Promise.all(
    rows.map(async (row): Promise<MirrorRow> => {
      const key = keyOf(entity, row);
      const sealed = await seal(device.mirrorKey.key, placeOf(entity, key), row);
      return { key, ...Object.fromEntries(clear.map(([index, of]) => [index, of(row)])), ...sealed };
    }),
  );
  await mirrorTable(device.mirror, entity).bulkPut(stored);
}
