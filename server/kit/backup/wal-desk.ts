import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { giveTree, type Account } from '../db/embedded-postgres-place.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { readSealed } from './sealed-file.ts';
import { bytesInHistory, segmentAt, type Stretch } from './timelines.ts';
import type { Vault } from './vault.ts';
import { isThere, namesIn } from './vault-files.ts';

/** Where the log of a database is found: the vault, then folders that a lost server left. */
export type WalSources = {
  vault: Vault;
  key: RecoveryKey;
  folders: readonly string[];
  /** The history that is restored: nothing of another one is handed out. */
  stretches: readonly Stretch[];
};

export type WalDesk = {
  restoreCommand: string;
  /** Where whole segments were found that the vault does not have. */
  lacking: ReadonlyMap<string, string>;
  stop(): Promise<void>;
};

const pollMs = 10;
const file = /^[0-9A-F]{8}(?:[0-9A-F]{16})?(?:\.history)?$/;

/**
 * Hands segments to a PostgreSQL that recovers. It asks by a file with a name and waits for an answer, because its
 * account has neither the passphrase nor, it may be, a way to our programs.
 */
export function openWalDesk(folder: string, sources: WalSources, account: Account | null): WalDesk {
  const at = (kind: string, name = '') => join(folder, kind, name);
  for (const kind of ['wanted', 'ready', 'none']) mkdirSync(at(kind), { recursive: true, mode: 0o700 });
  if (account) giveTree(folder, account);
  const lacking = new Map<string, string>();
  let isOpen = true;
  let failure: unknown;

  async function answer(name: string): Promise<void> {
    const part = join(folder, `${name}.part`);
    const isFound = file.test(name) && (await fetchInto(part, name, { ...sources, lacking }));
    if (isFound) {
      if (account) giveTree(part, account);
      renameSync(part, at('ready', name));
    } else writeFileSync(at('none', name), '', { mode: 0o644 });
    rmSync(at('wanted', name), { force: true });
  }
  async function serve(): Promise<void> {
    while (isOpen) {
      for (const name of await namesIn(at('wanted'))) await answer(name);
      await wait(pollMs);
    }
  }
  const serving = serve().catch((error: unknown) => void (failure = error));
  return {
    restoreCommand: `sh -c '${script}' sh ${shellText(folder)} "%f" "%p"`,
    lacking,
    async stop() {
      isOpen = false;
      await serving;
      rmSync(folder, { recursive: true, force: true });
      if (failure !== undefined) throw failure;
    },
  };
}

/** PostgreSQL puts something in the place of a percent sign, and the shell of many others. */
function shellText(path: string): string {
  return `'${path.replaceAll('%', '%%').replaceAll(`'`, `'\\''`)}'`;
}

/** Gives up after a minute without an answer, so that nothing waits for a process that is gone. */
const script = [
  'n=0',
  ': > "$1/wanted/$2"',
  'while [ $n -lt 3000 ]; do ' +
    'if [ -e "$1/ready/$2" ]; then mv "$1/ready/$2" "$3"; exit $?; fi; ' +
    'if [ -e "$1/none/$2" ]; then rm -f "$1/none/$2"; exit 1; fi; ' +
    'n=$((n+1)); sleep 0.02; done',
  'exit 255',
].join('; ');

type Fetching = WalSources & { lacking: Map<string, string> };

async function fetchInto(path: string, name: string, { vault, key, folders, stretches, lacking }: Fetching) {
  const wanted = name.endsWith('.history') ? 'all' : bytesInHistory(stretches, name);
  if (wanted === 0) return false;
  const sealed = vault.wal(name);
  if (await isThere(sealed.path)) {
    await pipeline(readSealed(sealed.path, sealed.name, key), createWriteStream(path, { mode: 0o600 }));
  } else {
    const from = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
    if (from === undefined) return isTakenNumber(vault, name, path);
    copyFileSync(from, path);
    if (wanted === 'all' && segmentAt(name)) lacking.set(name, from);
  }
  if (wanted !== 'all') clearAfter(path, wanted);
  return true;
}

/** PostgreSQL takes the first number that has no such file; one whose file was never put into the vault is taken too. */
async function isTakenNumber(vault: Vault, name: string, path: string): Promise<boolean> {
  if (!name.endsWith('.history') || !(await vault.isTaken(Number(`0x${name.slice(0, 8)}`)))) return false;
  writeFileSync(path, '', { mode: 0o600 });
  return true;
}

/** To PostgreSQL the log ends where there are zeros. */
function clearAfter(path: string, bytes: number): void {
  const { size } = statSync(path);
  truncateSync(path, bytes);
  truncateSync(path, size);
}
