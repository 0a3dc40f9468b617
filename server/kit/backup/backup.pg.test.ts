import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileAnchor } from '../audit/chain/anchor.ts';
import { sealSite } from '../audit/chain/seal.ts';
import { textRing } from '#server/testing/key-rings.ts';
import { passingFolder } from '#server/testing/passing-folder.ts';
import { countFrom } from '#server/testing/seed.ts';
import { openDatabase } from '../db/database.ts';
import { startEmbedded, walFolder, type Embedded } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { filesFolder } from '../files/file-store.ts';
import { drill } from './drill.ts';
import { backUpWhenDue, checkAuditWhenDue, drillWhenDue, type Nightly, type Tell } from './nightly.ts';
import { keepBackups } from './keep-backups.ts';
import { makeBackup, verifyBase } from './make-backup.ts';
import { sealNewKeys } from './new-keys.ts';
import { recoveryKey } from './recovery-key.ts';
import type { Target } from './choose.ts';
import { restoreInto } from './restore.ts';
import { sealWal } from './seal-wal.ts';
import { backupsIn, vaultOf, type About } from './vault.ts';
import { logFailingSentence } from './warnings.ts';

/** Each restore takes some seconds of a database's start; `npm run test:long -- backups` does all of them. */
const times = Array.from({ length: countFrom('BACKUP_RESTORES', 0) }, (_, at) => [at + 1]);
const alsoLong = <T>(everyDay: T[], ...others: T[]) => (times.length > 0 ? [...everyDay, ...others] : everyDay);

const key = recoveryKey('twelve brown horses', { n: 16, r: 1, p: 1 });
const root = mkdtempSync(join(passingFolder(), 'mainstay-backup-'));
chmodSync(root, 0o755);
const dir = join(root, 'vault');
const dataDir = join(root, 'data');
let server: Embedded;
let about: About;
/** What the table of the test held at the restore point, and at moments after it. */
let noon: string;
let seeds = 0;

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

async function restored(target: Target, walFolders: string[] = []) {
  seeds += 1;
  const into = join(root, `restored-${seeds}`);
  return restoreInto({ about, dir, key, into, target, walFolders, fsync: false });
}

/** The audit log grows and is sealed all the while, as on a busy day. */
async function whileSealing<R>(work: () => Promise<R>): Promise<R> {
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  const keeper = { keys: textRing('the audit key of this test, long enough'), anchor: fileAnchor(dataDir) };
  let isOver = false;
  const sealing = (async () => {
    while (!isOver) {
      await ask(
        server.ownerUrl,
        `insert into audit_entry (site, action, entity, pk) values ('a', 'view', 'patients', '1')`,
      );
      await sealSite(database, keeper, 'a');
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await sealing;
    await database.close();
  }
}

beforeAll(async () => {
  server = await startEmbedded(dataDir, { fsync: false, archives: true });
  await migrate(server.ownerUrl);
  writeFileSync(join(dataDir, 'audit-key'), 'the audit key of this test, long enough', { mode: 0o600 });
  await ask(server.ownerUrl, `create table kept (a int primary key); insert into kept values (1)`);
  about = await whileSealing(() =>
    makeBackup({ ownerUrl: server.ownerUrl, where: server.where, dataDir }, { dir, key }),
  );
  await ask(server.ownerUrl, 'insert into kept values (2)');
  const [now] = await ask<{ now: string }>(server.ownerUrl, `select clock_timestamp()::text as now`);
  noon = now?.now ?? '';
  await ask(server.ownerUrl, 'insert into kept values (3)');
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a backup is listed, verified, and holds nothing in clear', async () => {
  expect(await backupsIn(dir)).toEqual([about]);
  expect(about.bytes).toBeGreaterThan(20_000_000);
  expect(about.sealedBytes).toBeLessThan(about.bytes / 2);
  const vault = vaultOf(dir, about.system);
  for (const { path } of [vault.base(about.id), vault.keys(about.id), vault.manifest(about.id)])
    expect(readFileSync(path).includes('schema_migrations')).toBe(false);
  expect(readFileSync(vault.keys(about.id).path).includes('the audit key of this test, long enough')).toBe(false);
  expect(readdirSync(walFolder(server.where)).filter((name) => name <= about.walEnd)).toEqual([]);
});

const told: [string, readonly string[]][] = [];
const tell: Tell = (line, findings) => void told.push([line, findings]);
const nightly = (): Nightly => ({
  source: { ownerUrl: server.ownerUrl, where: server.where, dataDir },
  to: { dir, key },
  hour: 3,
  auditKey: undefined,
  fsync: false,
});

test('the first backup is restored on trial: every row is as it was, which is told and kept, and nothing is left', async () => {
  expect(await drillWhenDue(nightly(), tell)).toBe(true);
  expect(told.splice(0)).toEqual([[expect.stringMatching(/restored on trial in [\d.]+ s: \d+ rows$/), []]]);
  expect((await backupsIn(dir))[0]?.drilledAt).toEqual(expect.any(String));
  expect((await vaultOf(dir, about.system).checks()).drill).toMatchObject({ backup: about.id, findings: [] });
  expect(readdirSync(dataDir).filter((name) => name.includes('drill'))).toEqual([]);
  expect(await drillWhenDue(nightly(), tell)).toBe(false);
});

test('the audit log is looked at once a night; what was altered is told and kept', async () => {
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  const tomorrow = { ...nightly(), now: () => new Date(Date.now() + 24 * 3_600_000) };
  try {
    expect(await checkAuditWhenDue(nightly(), database, tell)).toBe(true);
    expect(await checkAuditWhenDue(nightly(), database, tell)).toBe(false);
    await ask(server.ownerUrl, `update audit_entry set pk = '2' where id = (select min(id) from audit_entry)`);
    expect(await checkAuditWhenDue(tomorrow, database, tell)).toBe(true);
    await ask(server.ownerUrl, `update audit_entry set pk = '1' where id = (select min(id) from audit_entry)`);
  } finally {
    await database.close();
  }
  const altered = [expect.stringContaining('was altered.')];
  expect(told.splice(0)).toEqual([
    [expect.stringMatching(/audit log of 1 sites was checked in [\d.]+ s$/), []],
    [expect.any(String), altered],
  ]);
  expect((await vaultOf(dir, about.system).checks()).audit?.findings).toEqual(altered);
});

test('a backup that does not open fails its trial, which is kept and not tried again at once', async () => {
  const { path } = vaultOf(dir, about.system).keys(about.id);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, -1));
  const nextWeek = { ...nightly(), now: () => new Date(Date.now() + 8 * 24 * 3_600_000) };
  await vaultOf(dir, about.system).saveCheck({ drill: null });
  expect(await drillWhenDue(nextWeek, tell)).toBe(true);
  writeFileSync(path, whole);
  expect(told.splice(0)).toEqual([[expect.any(String), [expect.stringContaining('It does not come back')]]]);
  expect(await drillWhenDue(nextWeek, tell)).toBe(false);
});

/** PostgreSQL archives a segment a moment after it was ended. */
async function archived(): Promise<void> {
  if ((await sealWal(walFolder(server.where), vaultOf(dir, about.system), key)) === 0) throw new Error('Not yet.');
}

type Case = { name: string; target: () => Target; fromLeft: boolean; rows: number[]; endsEarly: boolean };
const moments = alsoLong<Case>(
  [
    { name: 'a moment', target: () => ({ kind: 'time', at: noon }), fromLeft: true, rows: [1, 2], endsEarly: false },
    { name: 'all there is', target: () => ({ kind: 'latest' }), fromLeft: true, rows: [1, 2, 3, 4], endsEarly: false },
  ],
  { name: 'all in the vault', target: () => ({ kind: 'latest' }), fromLeft: false, rows: [1, 2, 3], endsEarly: false },
  {
    name: 'a moment after everything',
    target: () => ({ kind: 'time', at: '2100-01-01T00:00:00Z' }),
    fromLeft: true,
    rows: [1, 2, 3, 4],
    endsEarly: true,
  },
);

describe('a restore gives back what was committed until then, with what a lost server left in its folders', () => {
  beforeAll(async () => {
    await ask(server.ownerUrl, 'select pg_switch_wal()');
    await vi.waitFor(archived, { timeout: 60_000 });
    await ask(server.ownerUrl, 'insert into kept values (4)');
    // They are in no backup yet.
    const newKeys = { 'audit-key': '["a newer audit key","the audit key of this test, long enough"]' };
    await sealNewKeys({ ownerUrl: server.ownerUrl }, { dir, key }, newKeys);
  });

  test.each(moments)('$name', async ({ target, fromLeft, rows: wanted, endsEarly }) => {
    const left = [walFolder(server.where), join(server.where, 'pg18', 'pg_wal')];
    const back = await restored(target(), fromLeft ? left : []);
    const found = await rows(back.server.ownerUrl);
    await back.server.stop();
    expect([found, back.endsEarly]).toEqual([wanted, endsEarly]);
    expect(JSON.parse(readFileSync(join(root, `restored-${seeds}`, 'audit-key'), 'utf8'))).toEqual([
      'a newer audit key',
      'the audit key of this test, long enough',
    ]);
  });
});

test('a directory with something in it is refused, and a spoiled backup is found', async () => {
  await expect(
    restoreInto({ about, dir, key, into: dataDir, target: { kind: 'latest' }, walFolders: [] }),
  ).rejects.toThrow('not empty');
  const { path } = vaultOf(dir, about.system).base(about.id);
  const whole = readFileSync(path);
  const spoiled = Buffer.from(whole);
  spoiled[whole.length >> 1] = (spoiled[whole.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, spoiled);
  await expect(verifyBase(vaultOf(dir, about.system), about.id, key)).rejects.toThrow('does not open');
  await expect(restored({ kind: 'point' })).rejects.toThrow('does not open');
  writeFileSync(path, whole);
});

test('a backup whose counts of rows are damaged comes back all the same, and its trial says that nothing was compared', async () => {
  const { path } = vaultOf(dir, about.system).state(about.id);
  const whole = readFileSync(path);
  writeFileSync(path, whole.subarray(0, -1));
  try {
    const trial = { about, dir, key, dataDir, auditKey: undefined, fsync: false };
    const { rows: found, findings } = await drill(trial);
    expect(found).toBeGreaterThan(1);
    expect(findings).toEqual([expect.stringContaining('nothing was compared')]);
    expect(readdirSync(dataDir).filter((name) => name.includes('drill'))).toEqual([]);
  } finally {
    writeFileSync(path, whole);
  }
});

test('a restore that fails at its end leaves no database that runs', async () => {
  const into = join(root, 'not-begun');
  const begin = vi.fn().mockRejectedValueOnce(new Error('Another restore was faster.'));
  // Loaded anew: which tests ran before in this process must not decide what restores are made of.
  vi.doMock('./begin-history.ts', async (original) => ({ ...(await original<object>()), beginHistory: begin }));
  vi.resetModules();
  const { restoreInto: restoreHere } = await import('./restore.ts');
  vi.doUnmock('./begin-history.ts');
  vi.resetModules();
  const restoring = { about, dir, key, into, target: { kind: 'point' as const }, walFolders: [], fsync: false };
  await expect(restoreHere({ ...restoring, goesOn: true })).rejects.toThrow('was faster');
  expect(begin).toHaveBeenCalledTimes(1);
  expect(existsSync(join(into, 'pg18', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(into, 'pg18', 'postmaster.pid'))).toBe(false);
});

test('a backup under way is given up at once when the server is to end, and nothing of it is left', async () => {
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  await holder.query('begin; lock table kept in row exclusive mode');
  const isWaiting = async () => (await ask(server.ownerUrl, 'select 1 from pg_locks where not granted')).length > 0;
  const ending = new AbortController();
  const source = { ownerUrl: server.ownerUrl, where: server.where, dataDir };
  const making = makeBackup(source, { dir, key }, ending.signal);
  const failed = making.then(
    () => 'made',
    () => 'given up',
  );
  try {
    await expect.poll(isWaiting, { timeout: 30_000, interval: 5 }).toBe(true);
    ending.abort(new Error('Mainstay was asked to end.'));
    expect(await failed).toBe('given up');
  } finally {
    await holder.end();
  }
  expect(await vaultOf(dir, about.system).unfinished()).toEqual([]);
  expect((await backupsIn(dir)).map(({ id }) => id)).toEqual([about.id]);
});

test('a copy of the files is given up too', async () => {
  const ending = new AbortController();
  const source = { ownerUrl: server.ownerUrl, where: server.where, dataDir };
  const isCopying = async () => (await ask(server.ownerUrl, 'select 1 from pg_stat_progress_basebackup')).length > 0;
  const failed = makeBackup(source, { dir, key }, ending.signal).then(
    () => 'made',
    () => 'given up',
  );
  await expect.poll(isCopying, { timeout: 30_000, interval: 5 }).toBe(true);
  ending.abort(new Error('Mainstay was asked to end.'));
  expect(await failed).toBe('given up');
  await expect.poll(isCopying).toBe(false);
  expect(await vaultOf(dir, about.system).unfinished()).toEqual([]);
});

test('a file of a chart that cannot be read keeps nothing else from a backup, and it is told', async () => {
  const bad = join(filesFolder(dataDir), 'aa', 'a'.repeat(32));
  // Reading a folder as a file fails for whoever reads.
  mkdirSync(bad, { recursive: true });
  const tellFiles = vi.fn();
  const source = { ownerUrl: server.ownerUrl, where: server.where, dataDir };
  try {
    const made = await makeBackup(source, { dir, key, tellFiles });
    expect((await backupsIn(dir)).map(({ id }) => id)).toEqual([about.id, made.id]);
    await vaultOf(dir, about.system).remove(made.id);
  } finally {
    rmSync(bad, { recursive: true });
  }
  expect(tellFiles).toHaveBeenCalledTimes(1);
});

test('no backup is made twice in a night', async () => {
  expect(await backUpWhenDue({ ...nightly(), now: () => new Date(about.endedAt) })).toBe(false);
});

test.each(times)('a backup is made each night, and at once on a timeline that has none, time %i', async () => {
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  expect(await backUpWhenDue({ ...nightly(), now: () => tomorrow })).toBe(true);
  expect((await backupsIn(dir)).length).toBeGreaterThan(1);
  const back = await restored({ kind: 'point' });
  const where = back.server.where;
  await back.server.stop();
  const again = await startEmbedded(join(root, `restored-${seeds}`), { fsync: false, archives: true });
  const there = { ...nightly(), source: { ownerUrl: again.ownerUrl, where, dataDir: where } };
  try {
    expect(await backUpWhenDue({ ...there, now: () => new Date(about.endedAt) })).toBe(true);
    expect((await backupsIn(dir)).at(-1)?.walEnd).toMatch(/^00000002/);
  } finally {
    await again.stop();
  }
});

test.each(times)('a server that ends during a trial leaves no database, and tells of no fault, time %i', async () => {
  await vaultOf(dir, about.system).saveCheck({ drill: null });
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  const isUnderWay = () => readdirSync(dataDir).some((name) => name.includes('drill'));
  const keeping = await keepBackups({
    ...nightly(),
    database,
    told: { failed: () => undefined, checked: tell, left: () => undefined },
  });
  await expect.poll(isUnderWay).toBe(true);
  await keeping.stop();
  await database.close();
  expect([isUnderWay(), (await vaultOf(dir, about.system).checks()).drill]).toEqual([false, null]);
});

test('where the log cannot be put into the vault, that is warned of until it can', async () => {
  const vault = vaultOf(dir, about.system).wal('000000010000000000000001').path;
  const folder = join(vault, '..');
  renameSync(folder, `${folder}.aside`);
  writeFileSync(folder, 'no folder');
  // A segment that holds nothing is not ended.
  await ask(server.ownerUrl, 'insert into kept values (5)');
  await ask(server.ownerUrl, 'select pg_switch_wal()');
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  await vaultOf(dir, about.system).saveCheck({
    drill: { at: new Date().toISOString(), seconds: 1, backup: about.id, findings: [] },
  });
  const keeping = await keepBackups({
    ...nightly(),
    database,
    told: { failed: () => undefined, checked: tell, left: () => undefined },
  });
  try {
    await expect.poll(() => keeping.warnings(), { timeout: 30_000 }).toContain(logFailingSentence);
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
    await expect.poll(() => keeping.warnings(), { timeout: 30_000 }).not.toContain(logFailingSentence);
  } finally {
    await keeping.stop();
    await database.close();
  }
});
