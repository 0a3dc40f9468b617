import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passingFolder } from '#server/testing/passing-folder.ts';
import { countFrom } from '#server/testing/seed.ts';
import { startEmbedded, walFolder, type Embedded } from '../db/embedded-postgres.ts';
import { asOwner } from './as-owner.ts';
import { choose, type Wishes } from './choose.ts';
import { archived, makeBackup } from './make-backup.ts';
import { backUpWhenDue } from './nightly.ts';
import { recoveryKey } from './recovery-key.ts';
import { restoreInto } from './restore.ts';
import { sealWal } from './seal-wal.ts';
import { segmentOf } from './timelines.ts';
import { backupsIn, vaultOf, type About } from './vault.ts';

/** Each restore takes some seconds of a database's start; `npm run test:long -- backups` does all of them. */
const isLong = countFrom('BACKUP_RESTORES', 0) > 0;

const key = recoveryKey('twelve brown horses', { n: 16, r: 1, p: 1 });
const root = mkdtempSync(join(passingFolder(), 'mainstay-histories-'));
chmodSync(root, 0o755);
const dir = join(root, 'vault');
const started: Embedded[] = [];
let vault: ReturnType<typeof vaultOf>;
let before: About;
let after: About;
let noon: string;
let places = 0;

async function ask<R>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}
const rows = async (url: string) => (await ask<{ a: number }>(url, 'select a from kept order by a')).map(({ a }) => a);
const put = (server: Embedded, a: number) => ask(server.ownerUrl, `insert into kept values (${a})`);
const sourceOf = ({ ownerUrl, where }: Embedded) => ({ ownerUrl, where, dataDir: where });
const backUp = (server: Embedded) => makeBackup(sourceOf(server), { dir, key });

async function start(name: string): Promise<Embedded> {
  const server = await startEmbedded(join(root, name), { fsync: false, archives: true });
  started.push(server);
  return server;
}

/** All that was written so far is in the vault. */
async function sealed(server: Embedded): Promise<void> {
  await asOwner(server, (client) => archived(client, () => sealWal(walFolder(server.where), vault, key), { vault }));
}

async function chosen(wishes: Wishes) {
  return choose(await backupsIn(dir), () => vault.histories(), wishes);
}

/** What a restore brings back, which nothing goes on from. */
async function found(wishes: Wishes): Promise<number[]> {
  places += 1;
  const into = join(root, `looked-at-${places}`);
  const { server } = await restoreInto({ ...(await chosen(wishes)), dir, key, into, walFolders: [], fsync: false });
  const there = await rows(server.ownerUrl);
  await server.stop();
  return there;
}

/** As `admin restore` does; the server is started by itself later. */
async function restored(name: string, wishes: Wishes): Promise<number | undefined> {
  const into = join(root, name);
  const back = await restoreInto({
    ...(await chosen(wishes)),
    dir,
    key,
    into,
    walFolders: [],
    goesOn: true,
    fsync: false,
  });
  await back.putStart();
  await back.server.stop();
  return back.goneOn?.timeline;
}

beforeAll(async () => {
  const server = await start('first');
  await ask(server.ownerUrl, 'create table kept (a int primary key)');
  await put(server, 1);
  before = await backUp(server);
  vault = vaultOf(dir, before.system);
  await put(server, 2);
  const [now] = await ask<{ now: Date }>(server.ownerUrl, 'select clock_timestamp() as now');
  noon = now?.now.toISOString() ?? '';
  await put(server, 3);
  after = await backUp(server);
  await put(server, 4);
  await sealed(server);
  await server.stop();
});
afterAll(async () => {
  await Promise.all(started.map((server) => server.stop()));
  rmSync(root, { recursive: true, force: true });
});

/** What is brought back of a history, every day or only in the long run. */
type Back = [what: string, wishes: Wishes, rows: number[]];
const alsoLong = (everyDay: Back[], ...others: Back[]) => (isLong ? [...everyDay, ...others] : everyDay);

describe('after a restore to an earlier moment', () => {
  let timeline: number | undefined;
  beforeAll(async () => {
    // A moment of the database is finer than one of the settings.
    timeline = await restored('second', { at: new Date(Date.parse(noon) + 1).toISOString() });
    const server = await start('second');
    await put(server, 20);
    await sealed(server);
  });

  test('a backup from before it is chosen, in the history that goes on; a later one where its own is named', async () => {
    expect(timeline).toBe(2);
    expect(await chosen({})).toMatchObject({ about: before, history: { timeline: 2, parents: [{ timeline: 1 }] } });
    expect((await chosen({ history: 1 })).about).toEqual(after);
  });

  test.each(
    alsoLong(
      [['everything there is, and of what was left behind nothing', {}, [1, 2, 20]]],
      ['what was left behind, where its history is named', { history: 1 }, [1, 2, 3, 4]],
    ),
  )('it brings back %s', async (_, wishes, wanted) => {
    expect(await found(wishes)).toEqual(wanted);
  });

  test('without the first of its log, it comes back up to the fork and not past it', async () => {
    const [history] = (await vault.histories()).filter((each) => each.timeline === 2);
    const name = segmentOf(2, history?.parents[0]?.lsn ?? '');
    expect(await vault.walNames()).toContain(name);
    const { path } = vault.wal(name);
    renameSync(path, `${path}.aside`);
    const there = await found({ history: 2 });
    renameSync(`${path}.aside`, path);
    expect(there).toEqual([1, 2]);
  });
});

describe('two servers that were restored from one backup', () => {
  let timeline: number | undefined;
  beforeAll(async () => {
    timeline = await restored('third', { backup: before.id });
    await start('third');
  });

  test('both go on with the same vault, each on a timeline of its own', async () => {
    expect(timeline).toBe(3);
    const [, second, third] = started;
    if (!second || !third) throw new Error('They were not started.');
    await put(third, 30);
    const due = (server: Embedded) =>
      backUpWhenDue({ source: sourceOf(server), to: { dir, key }, hour: 3, auditKey: undefined, fsync: false });
    // Each has none of its own yet, and is not disturbed by that of the other.
    expect([await due(second), await due(third), await due(second), await due(third)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await backupsIn(dir)).map((each) => each.timeline)).toEqual([1, 1, 2, 3]);
    await put(second, 21);
    await put(third, 31);
    await sealed(second);
    await sealed(third);
    await expect(chosen({})).rejects.toThrow(
      /^Servers wrote side by side after a restore: history 2 .*, history 3 .*--history/,
    );
  });

  test.each(alsoLong([['2', { history: 2 }, [1, 2, 20, 21]]], ['3', { history: 3 }, [1, 30, 31]]))(
    'that of history %s comes back whole',
    async (_, wishes, wanted) => {
      expect(await found(wishes)).toEqual(wanted);
    },
  );
});
