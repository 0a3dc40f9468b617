/** The private files of one browser profile (OPFS), in memory. */
export type FileTree = { folders: Map<string, FileTree>; files: Map<string, Uint8Array> };

export function fileTree(): FileTree {
  return { folders: new Map(), files: new Map() };
}

/** What stands between a tab and its files: `before` may throw, or hang for good when the tab has died. */
export type FileGate = {
  before(): Promise<void>;
  /** The power fails while this is written. */
  isTorn(): boolean;
};

/** The product asks its prototype whether files can be flushed. */
export class FileHandle {
  private place: { tree: FileTree; name: string; gate: FileGate };

  constructor(tree: FileTree, name: string, gate: FileGate) {
    this.place = { tree, name, gate };
  }

  async createSyncAccessHandle(): Promise<object> {
    const { tree, name, gate } = this.place;
    await gate.before();
    return {
      truncate: () => tree.files.set(name, new Uint8Array()),
      write(bytes: Uint8Array) {
        tree.files.set(name, gate.isTorn() ? bytes.slice(0, bytes.length / 2) : bytes.slice());
        return bytes.length;
      },
      flush: () => undefined,
      close: () => undefined,
    };
  }

  /** The file is as it was until all of it is written. */
  async createWritable(): Promise<object> {
    const { tree, name, gate } = this.place;
    await gate.before();
    let text = '';
    return {
      write: async (more: string) => void (text += more),
      async close() {
        await gate.before();
        tree.files.set(name, new TextEncoder().encode(text));
      },
    };
  }

  async getFile(): Promise<{ text(): Promise<string> }> {
    const bytes = this.place.tree.files.get(this.place.name) ?? new Uint8Array();
    return { text: async () => new TextDecoder().decode(bytes) };
  }
}

export function folderHandle(tree: FileTree, gate: FileGate) {
  return {
    async getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<object> {
      const found = tree.folders.get(name) ?? (options?.create ? fileTree() : undefined);
      if (!found) throw new DOMException('There is no such folder.', 'NotFoundError');
      tree.folders.set(name, found);
      return folderHandle(found, gate);
    },
    async getFileHandle(name: string, options?: { create?: boolean }): Promise<FileHandle> {
      if (!tree.files.has(name) && !options?.create) throw new DOMException('There is no such file.', 'NotFoundError');
      return new FileHandle(tree, name, gate);
    },
    async removeEntry(name: string): Promise<void> {
      await gate.before();
      if (!tree.files.delete(name)) throw new DOMException('There is no such file.', 'NotFoundError');
    },
    async *keys(): AsyncGenerator<string> {
      yield* Array.from(tree.files.keys());
    },
  };
}
