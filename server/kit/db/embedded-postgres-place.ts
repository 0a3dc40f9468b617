import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Account = { uid: number; gid: number; name: string };

/** Where the database lives and as whom it runs. `account` is null when that is ourselves. */
export type Place = { root: string; socket: string; account: Account | null; notice: string | null };

/** The data directory itself, or a directory PostgreSQL's account can reach when it cannot reach that one. */
export function findPlace(dataDir: string): Place {
  const asked = privateDirectory(dataDir);
  const short = createHash('sha256').update(asked).digest('hex').slice(0, 12);
  if (process.getuid?.() !== 0) return { root: asked, socket: socketFor(asked, short), account: null, notice: null };

  // PostgreSQL refuses to run as root.
  const account = accountFor(asked);
  give(asked, account);
  if (canUse(account, asked)) return { root: asked, socket: socketFor(asked, short), account, notice: null };
  if (existsSync(join(asked, 'pg18', 'PG_VERSION'))) {
    throw new Error(
      `The account ${account.name} can’t reach the database in ${asked}. Nothing was changed. Give it access to the parent directories.`,
    );
  }
  const elsewhere = ['/var/lib', '/var/tmp', tmpdir()].map((parent) => join(parent, `mainstay-${short}`));
  // One that already holds our database comes before a better place.
  for (const root of elsewhere.toSorted(
    (a, b) => Number(existsSync(join(b, 'pg18'))) - Number(existsSync(join(a, 'pg18'))),
  )) {
    if (!tryDirectory(root, account)) continue;
    const notice = `The database is in ${root}, because PostgreSQL’s account ${account.name} can’t reach ${asked}. Keep and back up both.`;
    return { root, socket: socketFor(root, short), account, notice };
  }
  throw new Error(
    `The account ${account.name} can reach neither ${asked} nor any directory for the database. Set DATA_DIR to a directory it can reach.`,
  );
}

function privateDirectory(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const real = realpathSync(path);
  // A sticky directory, like /tmp, belongs to everyone.
  if (statSync(real).mode & 0o1000)
    throw new Error(`${real} is shared by other programs. Set DATA_DIR to a directory of its own.`);
  chmodSync(real, 0o700);
  return real;
}

function accountFor(directory: string): Account {
  const owner = statSync(directory);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: nameOf(owner.uid) };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) => spawnSync('id', [which, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
  }
  throw new Error(
    'PostgreSQL can’t run as root, and this machine has no account named postgres or nobody. Run Mainstay as a regular user, or set DATABASE_URL.',
  );
}

function nameOf(uid: number): string {
  const found = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : String(uid);
}

function give(path: string, account: Account): void {
  if (statSync(path).uid !== account.uid) chownSync(path, account.uid, account.gid);
}

function tryDirectory(path: string, account: Account): boolean {
  try {
    claimDirectory(path, account);
    return canUse(account, path);
  } catch {
    return false;
  }
}

/** A directory for PostgreSQL's account alone. Refuses one that someone else laid there, or a link to elsewhere. */
export function claimDirectory(path: string, account: Account | null): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) throw error;
    if (!found.isDirectory() || ![process.getuid?.(), account?.uid].includes(found.uid)) {
      throw new Error(`${path} belongs to someone else. Remove it or set DATA_DIR to another directory.`, {
        cause: error,
      });
    }
  }
  chmodSync(path, 0o700);
  if (account) give(path, account);
}

function canUse(account: Account, path: string): boolean {
  const { uid, gid } = account;
  return (
    spawnSync('/bin/sh', ['-c', '[ -r "$1" ] && [ -w "$1" ] && [ -x "$1" ]', 'sh', path], { uid, gid, cwd: '/' })
      .status === 0
  );
}

/** The kernel allows about 100 characters for a socket's path. */
function socketFor(root: string, short: string): string {
  const name = '/.s.PGSQL.5432';
  const near = join(root, 'socket');
  if (Buffer.byteLength(near + name) < 100) return near;
  const far = join(tmpdir(), `mainstay-${short}`);
  return Buffer.byteLength(far + name) < 100 ? far : `/tmp/mainstay-${short}`;
}

/** Hands a whole tree to an account. */
export function giveTree(path: string, account: Account): void {
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}
