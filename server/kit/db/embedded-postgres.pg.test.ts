import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './embedded-postgres.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mainstay-launch-'));
  // As a project's own directory usually is: others may pass through.
  chmodSync(root, 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function ask<R>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows as R[];
}

test('a server whose launcher was killed is taken over, with what it was told', async () => {
  const dataDir = join(root, 'data');
  const script = join(root, 'launch.mjs');
  const launcher = new URL('./embedded-postgres.ts', import.meta.url).href;
  writeFileSync(
    script,
    `import { startEmbedded } from ${JSON.stringify(launcher)};
     await startEmbedded(${JSON.stringify(dataDir)});
     console.log('up');
     setInterval(() => undefined, 1000);`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const server = await startEmbedded(dataDir);
  expect(server.adopted).toBe(true);
  expect(await ask(server.ownerUrl, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await ask(server.ownerUrl, 'create table kept (a int); insert into kept values (7)');
  await server.stop();
  await expect(ask(server.ownerUrl, 'select 1')).rejects.toThrow();

  const again = await startEmbedded(dataDir);
  expect(again.adopted).toBe(false);
  expect(await ask(again.ownerUrl, 'select a from kept')).toEqual([{ a: 7 }]);
  await again.stop();
}, 60_000);

test('one private socket, no TCP, checksums, and the API logs in as itself', async () => {
  const dataDir = join(root, 'data');
  const [server, twin] = await Promise.all([
    startEmbedded(dataDir, { fsync: false }),
    startEmbedded(dataDir, { fsync: false }),
  ]);
  try {
    const show = async (name: string) =>
      (await ask<Record<string, string>>(server.ownerUrl, `show ${name}`))[0]?.[name];
    expect(await show('listen_addresses')).toBe('');
    expect(await show('data_checksums')).toBe('on');
    expect(await ask(server.ownerUrl, 'select datcollate from pg_database where datname = current_database()')).toEqual(
      [{ datcollate: 'C' }],
    );
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'api-password')).mode & 0o777).toBe(0o600);
    expect(twin.apiUrl).toBe(server.apiUrl);
    expect(
      await ask(server.apiUrl, "select current_user::text as who, current_setting('is_superuser') as super"),
    ).toEqual([{ who: 'mainstay_api', super: 'off' }]);
    await expect(ask(server.apiUrl.replace(/password=[^&]+/, 'password=wrong'), 'select 1')).rejects.toThrow(
      'password',
    );
  } finally {
    await server.stop();
  }
}, 60_000);

test('a long path and a stale lock file do not keep it from starting', async () => {
  const dataDir = join(root, 'd'.repeat(60), 'e'.repeat(40));
  const server = await startEmbedded(dataDir, { fsync: false });
  await server.stop();
  // What a power cut leaves: the number now belongs to someone else.
  writeFileSync(join(dataDir, 'pg18', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'pg18')}\n1\n5432\n/tmp\n\n`);
  const again = await startEmbedded(dataDir, { fsync: false });
  expect(again.adopted).toBe(false);
  expect(await ask(again.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await again.stop();
}, 60_000);

test('where its account cannot go, the database lies elsewhere, says so and is found again', async () => {
  const isRoot = process.getuid?.() === 0;
  const closed = join(root, 'home');
  mkdirSync(closed, { mode: 0o700 });
  const dataDir = join(closed, 'data');
  const server = await startEmbedded(dataDir, { fsync: false });
  await server.stop();
  const again = await startEmbedded(dataDir, { fsync: false });
  await again.stop();
  const isInside = server.where === dataDir;
  const hasData = existsSync(join(server.where, 'pg18', 'PG_VERSION'));
  if (!isInside) rmSync(server.where, { recursive: true });
  // An ordinary user runs PostgreSQL as itself and reaches its own home.
  expect(isInside).toBe(!isRoot);
  expect(server.notice?.includes(server.where) ?? false).toBe(isRoot);
  expect(hasData).toBe(true);
  expect(again.where).toBe(server.where);
}, 60_000);

test('a directory that others share is refused', async () => {
  await expect(startEmbedded(tmpdir())).rejects.toThrow('shared by other programs');
});
