import { fromBase64, toBase64 } from '../store/base64.ts';
import type { KeptValue, MirrorDatabase } from '../store/db.ts';
import { forgetOpened, type OpenedValues } from '../store/opened.ts';
import { sealContext, seal, tryOpen, type Sealed } from './seal.ts';

/** What the rows and names of a mirror are sealed with. `mark` names it without telling anything of it. */
export type MirrorKey = { key: CryptoKey; mark: string };

/** What of a device is sealed with it. */
type Mirrored = { mirror: MirrorDatabase; mirrorKey: MirrorKey };

const place = () => sealContext('kv', 'mirrorKey');

/** The key of a mirror, opened with the person's data key; undefined when there is none that it opens. */
export async function readMirrorKey(mirror: MirrorDatabase, dataKey: CryptoKey): Promise<MirrorKey | undefined> {
  const sealed = (await mirror.kv.get('mirrorKey'))?.sealed;
  // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
  const raw = sealed && (await Promise.resolve(tryOpen<string>(dataKey, place(), sealed)));
  if (!sealed || raw === undefined) return undefined;
  return { key: await Promise.resolve(importKey(fromBase64(raw))), mark: markOf(sealed) };
}

/**
 * A new random key and how it is kept, to be written in the transaction that empties the mirror: what was sealed with
 * the former key cannot be opened with this one, whatever the disk still holds of it (docs/decisions/0013).
 */
export async function makeMirrorKey(dataKey: CryptoKey): Promise<MirrorKey & { kept: KeptValue }> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const sealed = await seal(dataKey, place(), toBase64(raw));
  const key = await importKey(raw);
  raw.fill(0);
  return { key, mark: markOf(sealed), kept: { key: 'mirrorKey', sealed } };
}

/** Takes over the key another tab has made, and forgets what was opened with the former one; whether there is one. */
export async function adoptMirrorKey(
  device: Mirrored & { dataKey: CryptoKey; opened: OpenedValues },
): Promise<boolean> {
  const kept = await readMirrorKey(device.mirror, device.dataKey);
  if (!kept || kept.mark === device.mirrorKey.mark) return false;
  device.mirrorKey = kept;
  forgetOpened(device.opened);
  return true;
}

/** Inside a transaction: whether rows sealed with this device's key can be opened by whoever reads them later. */
export async function holdsMirrorKey({ mirror, mirrorKey }: Mirrored): Promise<boolean> {
  const sealed = (await mirror.kv.get('mirrorKey'))?.sealed;
  return sealed !== undefined && markOf(sealed) === mirrorKey.mark;
}

function markOf({ n }: Sealed): string {
  return toBase64(n);
}

function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
}
