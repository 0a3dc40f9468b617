import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openBytes, sealBytes, type SealingKeys } from '../auth/sealed-text.ts';
import { secretsOf } from '../auth/sealed-kinds.ts';
import { decryptFile, encryptFile } from './encrypted-file.ts';

/** Whose content it is; what was stored for one opens for no other. */
export type Stored = { site: string; FileVersionId: string };
/** Where the content lies, and its key under the server's present one: both stand in the row of the version. */
export type Placed = { storedAs: string; sealedFileKey: string };

export type FileStore = {
  /** Encrypted and on disk for good once it resolves; without its row nobody has the key. */
  put(of: Stored, content: Uint8Array): Promise<Placed>;
  /** Undefined where it is missing or was changed. */
  get(of: Stored, placed: Placed): Promise<Buffer<ArrayBuffer> | undefined>;
};

/** The folder of a data directory that holds the content of files. */
export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

/** Among the folders of content: what no row named when it was last looked at (remove-unnamed.ts). */
export const unnamedFolder = 'unnamed';

/** Files in a folder of this server, readable by its owner alone. */
export function fileStore(dataDir: string, keys: SealingKeys): FileStore {
  const root = filesFolder(dataDir);
  return {
    async put(of, content) {
      const key = randomBytes(32);
      const storedAs = randomBytes(16).toString('hex');
      await writeWhole(pathOf(root, storedAs), encryptFile(content, key, tie(of)));
      return { storedAs, sealedFileKey: sealBytes(keys, secretsOf.file(of), key) };
    },
    async get(of, { storedAs, sealedFileKey }) {
      const key = openBytes(keys, secretsOf.file(of), sealedFileKey);
      const sealed = await contentOf(root, storedAs);
      return key && sealed && decryptFile(sealed, key, tie(of));
    },
  };
}

const tie = ({ site, FileVersionId }: Stored) => `file|${site}|${FileVersionId}`;

/** In its own place, or set aside while no row named it; it may be put back between the two looks. */
async function contentOf(root: string, storedAs: string): Promise<Buffer | undefined> {
  const own = pathOf(root, storedAs);
  for (const path of [own, join(root, unnamedFolder, storedAs), own]) {
    const found = await readFile(path).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

/** Folders of a few hundred names each. */
export function pathOf(root: string, storedAs: string): string {
  return join(root, storedAs.slice(0, 2), storedAs);
}

/** It has its name only once it is whole on disk, whenever the power goes. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(part, path);
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
