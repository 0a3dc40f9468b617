import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** `hour`: the night's backup is due from then on, on the server's clock. */
export type BackupSettings = { dir: string; passphrase: string; hour: number };

type BackupEnvironment = {
  DATA_DIR: string;
  BACKUP_DIR?: string | undefined;
  BACKUP_PASSPHRASE?: string | undefined;
  BACKUP_PASSPHRASE_FILE?: string | undefined;
  BACKUP_HOUR: number;
};

const shortest = 12;

/** Undefined where no passphrase is given: nothing leaves the database unsealed. */
export function backupSettings(is: BackupEnvironment, root: string): BackupSettings | undefined {
  const passphrase = passphraseOf(is);
  if (passphrase === undefined) {
    if (is.BACKUP_DIR !== undefined)
      throw new Error('BACKUP_DIR needs the passphrase that encrypts the backups: set BACKUP_PASSPHRASE_FILE.');
    return undefined;
  }
  if (passphrase.length < shortest) throw new Error(`The passphrase of the backups needs ${shortest} characters.`);
  const dir = is.BACKUP_DIR === undefined ? resolve(root, is.DATA_DIR, 'backups') : resolve(root, is.BACKUP_DIR);
  return { dir, passphrase, hour: is.BACKUP_HOUR };
}

function passphraseOf({ BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE }: BackupEnvironment): string | undefined {
  if (BACKUP_PASSPHRASE_FILE === undefined) return BACKUP_PASSPHRASE;
  if (BACKUP_PASSPHRASE !== undefined)
    throw new Error('Set either BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both.');
  try {
    if ((statSync(BACKUP_PASSPHRASE_FILE).mode & 0o077) === 0)
      return readFileSync(BACKUP_PASSPHRASE_FILE, 'utf8').trim();
  } catch (cause) {
    throw new Error('BACKUP_PASSPHRASE_FILE names a file that cannot be read.', { cause });
  }
  throw new Error('BACKUP_PASSPHRASE_FILE must be readable by its owner alone (mode 0600).');
}
