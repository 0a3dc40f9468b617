import { keptFolders } from '#local/files.ts';
import { filesLog, logFileName, logFolder, type OutboxLog } from '#local/outbox-log.ts';

/** The part of a sync access handle used here; the types of a page do not know it. */
type Flushable = { truncate(size: number): void; write(bytes: Uint8Array): number; flush(): void; close(): void };
type FlushableFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<Flushable> };

/** The outbox log with every file flushed to disk before `append` resolves; only workers can do that. */
export function flushedLog(site: string, UserId: string): OutboxLog {
  const plain = filesLog(site, UserId);
  const canFlush =
    typeof FileSystemFileHandle !== 'undefined' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype;
  if (!canFlush) return plain;
  const inFolder = keptFolders();
  return {
    ...plain,
    async append(mid, sealedCall) {
      const file = (await inFolder(`${logFolder(site, UserId)}/`, true, (folder) =>
        folder.getFileHandle(logFileName(mid), { create: true }),
      )) as FlushableFile;
      const handle = await file.createSyncAccessHandle();
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
