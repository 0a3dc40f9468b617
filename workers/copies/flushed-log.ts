import { keptFolders, nameOf, originFiles, type Files, type InFolder } from '#local/store/files.ts';
import { filesLog, logFileName, logFolder, type OutboxLog } from '#local/outbox/outbox-log.ts';

/** The part of a sync access handle used here; the types of a page do not know it. */
type Flushable = {
  truncate(size: number): void;
  write(bytes: Uint8Array, options?: { at: number }): number;
  flush(): void;
  close(): void;
};
type FlushableFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<Flushable> };

const canFlush = () =>
  typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype;

async function openFile(inFolder: InFolder, path: string): Promise<Flushable> {
  const file = await inFolder(path, true, (folder) => folder.getFileHandle(nameOf(path), { create: true }));
  return (file as FlushableFile).createSyncAccessHandle();
}

/** The outbox log with every file flushed to disk before `append` resolves; only workers can do that. */
export function flushedLog(site: string, UserId: string): OutboxLog {
  const plain = filesLog(site, UserId);
  if (!canFlush()) return plain;
  const inFolder = keptFolders();
  return {
    ...plain,
    async append(mid, sealedCall) {
      const handle = await openFile(inFolder, `${logFolder(site, UserId)}/${logFileName(mid)}`);
      try {
        handle.truncate(0);
        handle.write(new TextEncoder().encode(sealedCall));
        handle.flush();
      } finally {
        handle.close();
      }
    },
  };
}

/** Files written in place, which the system has at once and the disk when it gets to it; only workers can do that. */
export function unflushedFiles(): Pick<Files, 'write'> {
  if (!canFlush()) return originFiles();
  const inFolder = keptFolders();
  return {
    async write(path, text) {
      const handle = await openFile(inFolder, path);
      try {
        const written = handle.write(new TextEncoder().encode(text), { at: 0 });
        handle.truncate(written);
      } finally {
        handle.close();
      }
    },
  };
}
