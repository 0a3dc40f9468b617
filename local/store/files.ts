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
  const inFolder = keptFolders();
  return {
    async write(path, text) {
      const file = await inFolder(path, true, (folder) => folder.getFileHandle(nameOf(path), { create: true }));
      const writable = await file.createWritable();
      await writable.write(text);
      await writable.close();
    },
    async read(path) {
      try {
        const file = await inFolder(path, false, (folder) => folder.getFileHandle(nameOf(path)));
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
        await inFolder(path, false, (folder) => folder.removeEntry(nameOf(path)));
      } catch {
        // Already gone.
      }
    },
  };
}

type Folder = FileSystemDirectoryHandle;
/** Works in the folder of a path, made on the way when asked. */
export type InFolder = <R>(path: string, create: boolean, work: (folder: Folder) => Promise<R>) => Promise<R>;

/** Each folder is looked up once for all its files; one that was cleared away meanwhile is looked up again. */
export function keptFolders(): InFolder {
  const known = new Map<string, Folder>();
  return async (path, create, work) => {
    const at = path.slice(0, path.lastIndexOf('/'));
    const kept = known.get(at);
    if (kept) {
      try {
        return await work(kept);
      } catch (error) {
        if ((error as { name?: unknown }).name !== 'NotFoundError') throw error;
        known.delete(at);
      }
    }
    const folder = await folderOf(path, create);
    known.set(at, folder);
    return work(folder);
  };
}

async function folderOf(path: string, create: boolean): Promise<Folder> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path.split('/').slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create });
  return folder;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
