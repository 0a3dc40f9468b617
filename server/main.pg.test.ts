import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from './demo/cast.ts';
import { startEmbedded } from './kit/db/embedded-postgres.ts';
import { appCode } from './testing/app-code.ts';
import { passingFolder } from './testing/passing-folder.ts';
import { ended, finished, freePort, program } from './testing/server-process.ts';

const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(passingFolder(), 'mainstay-start-'));
let port: number;
let server: ChildProcess | undefined;

beforeAll(async () => {
  port = await freePort();
});
afterAll(async () => {
  if (server && server.exitCode === null && server.signalCode === null) await ended(server, 'SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

function node(script: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess {
  return program(script, args, { DATA_DIR: dataDir, PORT: String(port), ...env });
}
async function started(): Promise<string[]> {
  const child = node('server/main.ts');
  server = child;
  let out = '';
  child.stdout?.on('data', (bytes) => (out += String(bytes)));
  await expect.poll(() => out, { timeout: 60_000 }).toContain('super@demo2.test');
  return out.trim().split('\n');
}
function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://localhost:${port}${path}`, { headers });
}
const token = (email: string) => finished(node('server/admin.ts', ['token', '--site', 'demo', '--email', email]));

test(
  'the first start seeds, says one line and the logins, and keeps its secrets to itself',
  { timeout: 90_000 },
  async () => {
    const lines = await started();
    expect(lines[0]).toBe(`Mainstay is ready at http://localhost:${port}`);
    expect(lines.filter((line) => line.includes('@demo')).length).toBe(12);
    expect(await (await get('/readyz')).json()).toMatchObject({ status: 'ready' });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of ['signing-key.jwk', 'realtime.json'])
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  },
);

test('a second start says so and disturbs nothing', { timeout: 60_000 }, async () => {
  const same = await finished(node('server/main.ts'));
  expect([same.code, same.err.trim()]).toEqual([1, `Mainstay is already running at http://localhost:${port}.`]);
  const other = await finished(node('server/main.ts', [], { PORT: String(await freePort()) }));
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('already runs on the data')]);
  expect((await get('/readyz')).status).toBe(200);
});

test('a command works beside the server and leaves it running', { timeout: 60_000 }, async () => {
  const { out, code } = await token('pt@demo.test');
  expect(code).toBe(0);
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const reply = await get('/api/setup', { authorization: `Bearer ${out.trim()}`, 'x-site-key': 'demo' });
  expect(reply.status).toBe(200);
  expect((await token('nobody@demo.test')).code).toBe(1);
});

test('the command line opens a site that its own list of addresses has shut', { timeout: 90_000 }, async () => {
  const bearer = (await token('admin@demo.test')).out.trim();
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://localhost:${port}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}`, 'x-site-key': 'demo', 'content-type': 'application/json' },
    });
  const saved = await call('/company/allowedAddresses', {
    method: 'PUT',
    body: JSON.stringify({
      addresses: [
        { network: '127.0.0.1', note: 'here' },
        { network: '::1', note: 'here' },
      ],
      base: { addresses: [] },
    }),
  });
  expect(saved.status).toBe(200);
  const open = () => finished(node('server/admin.ts', ['clear-allowed-addresses', '--site', 'demo']));
  const done = await open();
  expect(done, done.err).toMatchObject({ code: 0 });
  expect(done.out).toContain('2 addresses');
  expect(await (await call('/company/allowedAddresses')).json()).toMatchObject({ addresses: [] });
  const again = await open();
  expect(again).toMatchObject({ code: 1 });
  expect(again.err).toContain('no allowed addresses');
});

test('the command line takes a second step away, for who no one else can help', { timeout: 90_000 }, async () => {
  const reset = () =>
    finished(node('server/admin.ts', ['reset-second-factor', '--site', 'demo', '--email', 'PT@demo.test']));
  expect(await reset()).toMatchObject({
    code: 1,
    err: expect.stringContaining('pt@demo.test has no two-step sign-in and no passkey.'),
  });
  const authorization = `Bearer ${(await token('pt@demo.test')).out.trim()}`;
  const post = async (path: string, body: object) => {
    const headers = { authorization, 'x-site-key': 'demo', 'content-type': 'application/json' };
    const reply = await fetch(`http://localhost:${port}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as { key: string; kind: string } };
  };
  const { key } = (await post('/account/secondFactor/start', { current: cast.password })).body;
  expect((await post('/account/secondFactor/confirm', { code: appCode(key) })).status).toBe(200);
  const given = { email: 'pt@demo.test', password: cast.password };
  expect((await post('/session/login', given)).body.kind).toBe('multifactor-required');
  const { code, out } = await reset();
  expect([code, out]).toEqual([0, expect.stringContaining('pt@demo.test now signs in with only a password.')]);
  const headers = { authorization, 'x-site-key': 'demo' };
  await expect.poll(async () => (await get('/api/account', headers)).status).toBe(401);
  expect((await post('/session/login', given)).status).toBe(200);
});

test(
  'a database that was killed is started again, and still belongs to this server alone',
  { timeout: 90_000 },
  async () => {
    const [pid] = readFileSync(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    await expect.poll(async () => (await get('/readyz')).status, { timeout: 60_000 }).toBe(200);
    expect(server?.exitCode).toBeNull();
    const other = await finished(node('server/main.ts', [], { PORT: String(await freePort()) }));
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('already runs on the data')]);
  },
);

test(
  'after kill -9 it starts again on the same data; asked to end, it stops with code 0',
  { timeout: 90_000 },
  async () => {
    if (server) await ended(server, 'SIGKILL');
    const { out } = await token('pt@demo.test');
    await started();
    const reply = await get('/api/setup', { authorization: `Bearer ${out.trim()}`, 'x-site-key': 'demo' });
    expect(reply.status).toBe(200);
    expect(server && (await ended(server, 'SIGINT'))).toBe(0);
    await expect(get('/healthz')).rejects.toThrow();
  },
);

test('a command works while nothing runs, and leaves nothing running', { timeout: 60_000 }, async () => {
  expect((await token('pt@demo.test')).out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(() => statSync(join(dataDir, 'pg18', 'postmaster.pid'))).toThrow();
});

/** Holds what a migration waits for, as a long round of one would. */
async function holdMigrations() {
  const { ownerUrl } = await startEmbedded(dataDir);
  const holder = new pg.Client({ connectionString: ownerUrl });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('select pg_advisory_lock(7260002)');
  const isWaiting = async () =>
    (await holder.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount;
  return { isWaiting, release: () => holder.end().catch(() => undefined) };
}
const isDatabaseThere = () => existsSync(join(dataDir, 'pg18', 'postmaster.pid'));

test(
  'asked to end in a round of a migration, it ends at once and its database with it',
  { timeout: 60_000 },
  async () => {
    const held = await holdMigrations();
    const child = node('server/main.ts');
    await expect.poll(held.isWaiting, { timeout: 30_000 }).toBe(1);
    const began = performance.now();
    expect(await ended(child, 'SIGTERM')).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    await held.release();
    expect(isDatabaseThere()).toBe(false);
  },
);

test(
  'killed in a round of a migration and while it stops, the next start takes it up',
  { timeout: 120_000 },
  async () => {
    const held = await holdMigrations();
    const child = node('server/main.ts');
    await expect.poll(held.isWaiting, { timeout: 30_000 }).toBe(1);
    await ended(child, 'SIGKILL');
    await held.release();
    await started();
    // The rest of its body never comes, so that the end takes as long as it may.
    const slow = connect(port, 'localhost').on('error', () => undefined);
    slow.write(
      'POST /api/session/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    );
    await once(slow, 'connect');
    const gone = once(slow, 'close');
    server?.kill('SIGTERM');
    await expect
      .poll(() =>
        get('/readyz').then(
          (reply) => reply.status,
          () => 'refused',
        ),
      )
      .not.toBe(200);
    if (server) await ended(server, 'SIGKILL');
    await gone;
    await started();
    expect((await get('/readyz')).status).toBe(200);
    expect(server && (await ended(server, 'SIGTERM'))).toBe(0);
    expect(isDatabaseThere()).toBe(false);
  },
);

test(
  'asked to end while a backup is under way, it first says that it is not ready, and ends in time',
  { timeout: 90_000 },
  async () => {
    const { ownerUrl, stop } = await startEmbedded(dataDir, { archives: true });
    const holder = new pg.Client({ connectionString: ownerUrl });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin; lock table patients in row exclusive mode');
    const BACKUP_DIR = join(dataDir, 'backups');
    const child = node('server/main.ts', [], { BACKUP_DIR, BACKUP_PASSPHRASE: 'twelve brown horses' });
    let out = '';
    child.stdout?.on('data', (bytes) => (out += String(bytes)));
    try {
      const isWaiting = async () =>
        (await holder.query(`select 1 from pg_locks where not granted and mode = 'ShareLock'`)).rowCount;
      await expect.poll(isWaiting, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
      await expect.poll(() => out, { timeout: 60_000 }).toContain('is ready at');
      const began = performance.now();
      const end = ended(child, 'SIGTERM');
      const ready = () =>
        get('/readyz').then(
          (reply) => reply.status,
          () => 'refused',
        );
      await expect.poll(ready).not.toBe(200);
      expect(await end).toBe(0);
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      await holder.end().catch(() => undefined);
      await stop().catch(() => undefined);
    }
    expect(isDatabaseThere()).toBe(false);
  },
);

/** The other end of a FIFO that somebody reads, who gets nothing from then on; undefined while nobody does. */
function heldOpen(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

test(
  'a backup disk that hangs keeps neither people from their answers nor the server from its end',
  { timeout: 120_000 },
  async () => {
    const BACKUP_DIR = mkdtempSync(join(passingFolder(), 'mainstay-hanging-'));
    const { ownerUrl, stop } = await startEmbedded(dataDir, { archives: true });
    const owner = new pg.Client({ connectionString: ownerUrl });
    let held: number | undefined;
    try {
      await owner.connect();
      const { rows } = await owner.query('select system_identifier::text as system from pg_control_system()');
      await owner.end();
      await stop();
      // As on a network folder whose server is gone.
      const hanging = join(BACKUP_DIR, rows[0].system, 'bases', 'x', 'about.json');
      mkdirSync(join(hanging, '..'), { recursive: true });
      execFileSync('mkfifo', [hanging]);
      const child = node('server/main.ts', [], { BACKUP_DIR, BACKUP_PASSPHRASE: 'twelve brown horses' });
      let [out, err] = ['', ''];
      child.stdout?.on('data', (bytes) => (out += String(bytes)));
      child.stderr?.on('data', (bytes) => (err += String(bytes)));
      await expect.poll(() => out, { timeout: 60_000 }).toContain('is ready at');
      await expect.poll(() => (held = heldOpen(hanging)), { timeout: 30_000 }).toBeDefined();
      for (let round = 0; round < 3; round += 1) {
        const login = { method: 'POST', headers: { 'content-type': 'application/json' } };
        const body = JSON.stringify({ email: 'pt@demo.test', password: cast.password });
        const reply = await fetch(`http://localhost:${port}/api/session/login`, { ...login, body });
        expect([reply.status, (await get('/readyz')).status]).toEqual([200, 200]);
      }
      const began = performance.now();
      const code = await ended(child, 'SIGTERM');
      expect(code, err).toBe(0);
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(isDatabaseThere()).toBe(false);
    } finally {
      if (held !== undefined) closeSync(held);
      rmSync(BACKUP_DIR, { recursive: true, force: true });
    }
  },
);

const https = { PUBLIC_URL: 'https://clinic.example', TRUST_PROXY: '127.0.0.1' };

test('over https it does not start while a demo password works', { timeout: 90_000 }, async () => {
  for (const env of [https, { NODE_ENV: 'production' }]) {
    const { code, out, err } = await finished(node('server/main.ts', [], env));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Mainstay did not start: \d+ demo logins still have the published password/m);
  }
});

test('wrong settings are told in one sentence each', { timeout: 30_000 }, async () => {
  const { err, code } = await finished(node('server/main.ts', [], { PORT: 'many', DATABASE_URL: 'mysql://x' }));
  expect(code).toBe(1);
  expect(err.trim().split('\n').slice(1)).toEqual([
    'PORT must be a port number from 1 to 65535.',
    'DATABASE_URL must begin with postgresql:// and name a PostgreSQL database.',
  ]);
});

test('a data directory that cannot be written is told in one sentence', { timeout: 30_000 }, async () => {
  const DATA_DIR = join(root, 'package.json', 'data');
  for (const [script, ...args] of [['server/main.ts'], ['server/admin.ts', 'seed']] as const) {
    const { out, err, code } = await finished(node(script, args, { DATA_DIR }));
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(`Mainstay cannot write to ${DATA_DIR}. Set DATA_DIR to a writable directory.\n`);
  }
});

test('a database that does not answer is told in one sentence, without its password', { timeout: 30_000 }, async () => {
  const DATABASE_URL = 'postgresql://clinic:open-sesame@127.0.0.1:1/clinic';
  const { err, code } = await finished(node('server/main.ts', [], { DATABASE_URL }));
  expect(code).toBe(1);
  expect(err).toBe(
    'The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Is it running?\n',
  );
});
