import 'fake-indexeddb/auto';
import type { RowOf } from '#contract/entities.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import { readyToWrite } from '../outbox/ready-to-write.ts';
import { openDevice, type Device } from '../store/device.ts';
import type { Files } from '../store/files.ts';
import { mirrorEdit, type MirrorChange } from '../store/mirror-edit.ts';
import { allMirrorRows } from '../store/mirror-rows.ts';
import { newId } from '../store/new-id.ts';

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

/** A device of a new user, with real databases on fake-indexeddb; somebody has touched a key, so that a save waits for nothing. */
export async function testDevice(
  more: { UserId?: string; dataKey?: CryptoKey; files?: ReturnType<typeof memoryFiles> } = {},
): Promise<TestDevice> {
  const UserId = more.UserId ?? newId();
  const files = more.files ?? memoryFiles();
  const dataKey = more.dataKey ?? (await newDataKey());
  const opened = await openDevice({ site: 'demo', UserId, dataKey, files });
  await readyToWrite();
  return Object.assign(opened, { files });
}

/** Puts rows into the mirror as a pull would. */
export async function mirrorRows<E extends EntityName>(device: Device, entity: E, rows: RowOf<E>[]): Promise<void> {
  await changeMirror(device, { put: [{ entity, rows, versions: rows.map(() => '1') }], gone: [] });
}

/** Takes rows out of the mirror, as if they had never come; all of them without keys. */
export async function loseRows(device: Device, entity: EntityName, keys?: string[]): Promise<void> {
  await changeMirror(device, { put: [], gone: [{ entity, keys: keys ?? (await mirroredKeys(device, entity)) }] });
}

/** The keys of the rows the mirror holds, in order. */
export async function mirroredKeys(device: Device, entity: EntityName): Promise<string[]> {
  return (await allMirrorRows(device, entity)).map((row) => keyOf(entity, row)).toSorted();
}

async function changeMirror(device: Device, change: MirrorChange): Promise<void> {
  const edit = await mirrorEdit(device, change);
  await device.mirror.transaction('rw', device.mirror.tables, async () => {
    if (!(await edit.write())) throw new Error('The mirror changed meanwhile.');
  });
  // Whoever reads next opens what is on disk.
  device.opened.byPlace.clear();
}
