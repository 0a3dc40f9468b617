/** Small files beside IndexedDB (OPFS), each replaced as a whole. A path is `folder/…/name`. */
export type Files = {
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string | undefined>;
  list(folder: string): Promise<string[]>;
  remove(path: string): Promise<void>;
};

/** Where the browser has no such files nothing is kept twice; IndexedDB then stands alone. */
export const noFiles: Files = {
  write: () => Promise.resolve(),
  read: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  remove: () => Promise.resolve(),
};

export function originFiles(): Files {
  const storage = globalThis.navigator?.storage;
  if (typeof storage?.getDirectory !== 'function') return noFiles;
  return {
    async write(path, text) {
      const file = await (await folderOf(path, true)).getFileHandle(nameOf(path), { create: true });
      const writable = await file.createWritable();
      await writable.write(text);
      await writable.close();
    },
    async read(path) {
      try {
        const file = await (await folderOf(path, false)).getFileHandle(nameOf(path));
        return await (await file.getFile()).text();
      } catch {
        return undefined;
      }
    },
    async list(folder) {
      try {
        const names: string[] = [];
        for await (const name of (await folderOf(`${folder}/`, false)).keys()) names.push(name);
        return names;
      } catch {
        return [];
      }
    },
    async remove(path) {
      try {
        await (await folderOf(path, false)).removeEntry(nameOf(path));
      } catch {
        // Already gone.
      }
    },
  };
}

/** The folder of a path, made on the way when asked. */
export async function folderOf(path: string, create: boolean): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path.split('/').slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
