import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { keepBackups, type Backups } from './kit/backup/keep-backups.ts';
import { recoveryKey } from './kit/backup/recovery-key.ts';
import { isSameDisk, sameDiskSentence } from './kit/backup/warnings.ts';
import type { OwnDatabase } from './kit/db/own-database.ts';

/** For one look at the disk of the backups. */
const longestMs = 2_000;

const none: Backups = { warnings: () => [], stop: () => Promise.resolve() };

/** What a running server does for the backups of its embedded database; nothing without a passphrase. */
export async function backupsOf(
  { ownerUrl, where, database }: OwnDatabase,
  { backup, dataDir, auditKey }: Config,
  { log, say, signal }: { log: FastifyBaseLogger; say: (line: string) => void; signal?: AbortSignal },
): Promise<Backups> {
  if (!backup || where === null) return none;
  const to = { dir: backup.dir, key: recoveryKey(backup.passphrase) };
  return keepBackups({
    source: { ownerUrl, where, dataDir },
    to,
    hour: backup.hour,
    auditKey,
    database,
    ...(signal && { signal }),
    told: {
      failed: () => log.error('backups could not be made just now'),
      left: (sentences) => log.error({ sentences }, 'old backups could not be removed'),
      checked(line, findings) {
        if (findings.length > 0) log.error({ findings }, `${line}, and it is not as it was`);
        else say(`Backups: ${line}, and nothing was changed.`);
      },
    },
  });
}

/** Where people rely on a server that keeps nothing but its one disk, or all its backups on that. */
export async function backupNotice(
  { isEmbedded, where }: Pick<OwnDatabase, 'isEmbedded' | 'where'>,
  config: Config,
): Promise<string | null> {
  if (!isEmbedded) return null;
  if (config.backup) {
    const isOneDisk = where !== null && isSameDisk(config.backup.dir, where);
    // A disk that hangs keeps nobody from the server.
    return (await Promise.race([isOneDisk, setTimeout(longestMs, false, { ref: false })])) ? sameDiskSentence : null;
  }
  if (!config.secure) return null;
  return 'No backups are made: a lost disk loses everything. Set BACKUP_PASSPHRASE_FILE and BACKUP_DIR.';
}
