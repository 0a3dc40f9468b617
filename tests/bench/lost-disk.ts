import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { recoveryKey } from '#server/kit/backup/recovery-key.ts';
import { removePlace, restoreInto } from '#server/kit/backup/restore.ts';
import { backupsIn, vaultOf } from '#server/kit/backup/vault.ts';
import { startEmbedded, stopEmbedded, walFolder } from '#server/kit/db/embedded-postgres.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { assertAll, figure, type Figure } from './measure.ts';
import { startProgram } from './start-program.ts';

const passphrase = 'twelve brown horses';
/** What a lost disk may cost (spec 8: RPO). */
const mostSeconds = 60;
const everyMs = 100;
const longestMs = 300_000;

/** When a write was answered, and in which segment of the log it lies; by `performance.now()`. */
type Write = { at: number; segment: string };

/**
 * What a clinic loses with its disk: a server with backups, as `npm start` runs it, is written to all the time, and its
 * data is destroyed at the worst moment, when a segment of the log has just ended and is not in the backups yet. What is
 * restored from them alone tells the writes, each answered with yes, that are gone.
 */
export async function benchLostDisk(): Promise<Figure[]> {
  const root = mkdtempSync(join(tmpdir(), 'mainstay-lost-disk-'));
  chmodSync(root, 0o755);
  const dir = join(root, 'vault');
  const clinic = await makeClinic({ BACKUP_DIR: dir, BACKUP_PASSPHRASE: passphrase }, 'own', startProgram());
  try {
    await clinic.start();
    const system = await firstBackup(dir);
    console.error('The first backup is there. Writing until its disk is lost, for two minutes.');
    const lost = await writeUntilLost(clinic, { dir, system });
    return await whatCameBack(root, { dir, ...lost });
  } finally {
    await clinic.kill9();
    await stopEmbedded(clinic.dataDir);
    removePlace(clinic.dataDir);
    rmSync(root, { recursive: true, force: true });
  }
}

type Lost = { writes: Write[]; lostAt: number; exposedMs: number };

async function firstBackup(dir: string): Promise<string> {
  for (const until = performance.now() + longestMs; performance.now() < until; await wait(500)) {
    const [about] = existsSync(dir) ? await backupsIn(dir) : [];
    if (about) return about.system;
  }
  throw new Error('There is no first backup.');
}

/** Destroys the data once two segments with writes are in the backups and the next one has just ended. */
async function writeUntilLost(clinic: Clinic, { dir, system }: { dir: string; system: string }): Promise<Lost> {
  const { ownerUrl, where } = await startEmbedded(clinic.dataDir);
  const vault = vaultOf(dir, system);
  const writes: Write[] = [];
  const sealed = new Map<string, number>();
  let isLost = false;
  const writing = writeOn(ownerUrl, writes, () => isLost);
  try {
    const since = performance.now();
    const isOurs = (segment: string) => writes.some((write) => write.segment === segment);
    for (;;) {
      if (performance.now() - since > longestMs) throw new Error('The log does not come into the backups.');
      for (const name of await vault.walNames()) if (!sealed.has(name)) sealed.set(name, performance.now());
      const waiting = readdirSync(walFolder(where)).filter((name) => /^[0-9A-F]{24}$/.test(name) && !sealed.has(name));
      if ([...sealed.keys()].filter(isOurs).length >= 2 && waiting.some(isOurs)) break;
      await wait(20);
    }
    const lostAt = performance.now();
    isLost = true;
    await clinic.kill9();
    await stopEmbedded(clinic.dataDir);
    removePlace(clinic.dataDir);
    return { writes, lostAt, exposedMs: longestExposed(writes, sealed) };
  } finally {
    isLost = true;
    await writing;
  }
}

async function writeOn(ownerUrl: string, writes: Write[], isOver: () => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table bench_writes (n int primary key)');
  try {
    for (let n = 0; !isOver(); n += 1) {
      await client.query('insert into bench_writes values ($1)', [n]);
      const at = performance.now();
      const { rows } = await client.query<{ segment: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as segment',
      );
      writes.push({ at, segment: rows[0]?.segment ?? '' });
      await wait(everyMs);
    }
  } catch (error) {
    if (!isOver()) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** From the answer to a write until the backups have it, the longest of those whose segment was seen to come there. */
function longestExposed(writes: readonly Write[], sealed: ReadonlyMap<string, number>): number {
  const spans = writes.flatMap(({ at, segment }) => {
    const there = sealed.get(segment);
    return there === undefined ? [] : [there - at];
  });
  assertAll('writes in the backups', spans.length, 100);
  return Math.max(...spans);
}

async function whatCameBack(
  root: string,
  { dir, writes, lostAt, exposedMs }: Lost & { dir: string },
): Promise<Figure[]> {
  const about = (await backupsIn(dir)).at(-1);
  if (!about) throw new Error('The backup is gone.');
  const into = join(root, 'restored');
  const key = recoveryKey(passphrase);
  const back = await restoreInto({ about, dir, key, into, target: { kind: 'latest' }, walFolders: [] });
  try {
    const there = await numbersIn(back.server.ownerUrl);
    const firstLost = writes[there.length];
    if (there.some((n, at) => n !== at)) throw new Error('A write is lacking before the last that came back.');
    const seconds = firstLost ? (lostAt - firstLost.at) / 1_000 : 0;
    const note = `${there.length} of ${writes.length} writes came back`;
    return [
      figure('writes lost with the disk, its log destroyed too (RPO)', 's', [seconds], mostSeconds, note),
      figure('until an answered write is in the backups, the longest', 's', [exposedMs / 1_000], mostSeconds),
    ];
  } finally {
    await back.server.stop();
    removePlace(into);
  }
}

async function numbersIn(ownerUrl: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select n from bench_writes order by n');
  await client.end();
  return rows.map(({ n }) => n);
}
