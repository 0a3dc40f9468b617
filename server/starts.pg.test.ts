import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './kit/db/embedded-postgres.ts';
import { passingFolder } from './testing/passing-folder.ts';
import { finished, freePort, oneStart, program } from './testing/server-process.ts';

/** Each on a directory of its own. */
let given: { DATA_DIR: string; PORT: string };
beforeEach(async () => {
  given = { DATA_DIR: mkdtempSync(join(passingFolder(), 'mainstay-starts-')), PORT: String(await freePort()) };
});
afterEach(() => rmSync(given.DATA_DIR, { recursive: true, force: true }));

const https = { PUBLIC_URL: 'https://clinic.example', TRUST_PROXY: '127.0.0.1' };

test('over https it starts empty, and the first site can be made', { timeout: 120_000 }, async () => {
  const { out, err, isReady } = await oneStart({ ...given, ...https });
  expect(isReady, err).toBe(true);
  expect(out).toContain('Mainstay is ready at https://clinic.example');
  expect(out).not.toContain('@demo');
  const site = ['--site', 'river', '--name', 'River PT', '--zone', 'America/Chicago'];
  const owner = ['--email', 'ida@river.test', '--person', 'Ida Lund'];
  // Refused where there is a site at all.
  const made = await finished(program('server/admin.ts', ['first-site', ...site, ...owner], { ...given, ...https }));
  expect(made, made.err).toMatchObject({ code: 0 });
});

test('the demo is filled in where nobody else comes, and nowhere else', { timeout: 60_000 }, async () => {
  const seed = (env: Record<string, string>) => finished(program('server/admin.ts', ['seed'], { ...given, ...env }));
  for (const env of [https, { HOST: '0.0.0.0' }, { NODE_ENV: 'production' }]) {
    const { code, out, err } = await seed(env);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('The demo was not filled in: everyone knows its passwords');
  }
});

test('over https it does not start before it is told whose word on addresses counts', { timeout: 60_000 }, async () => {
  const { out, err, isReady } = await oneStart({ ...given, PUBLIC_URL: https.PUBLIC_URL });
  expect([isReady, out]).toEqual([false, '']);
  expect(err).toContain('TRUST_PROXY does not say which proxy requests come through');
});

test('on a given database the API never logs in as its owner', { timeout: 120_000 }, async () => {
  const elsewhere = mkdtempSync(join(passingFolder(), 'mainstay-given-'));
  const { ownerUrl, stop } = await startEmbedded(elsewhere, { fsync: false });
  const owner = new pg.Client({ connectionString: ownerUrl });
  try {
    await owner.connect();
    // As a database is that somebody has just made; here the role is part of the program.
    await owner.query('alter role mainstay_api nologin');
    const seen = new Set<string>();
    const { isReady, err, out } = await oneStart({ ...given, DATABASE_URL: ownerUrl }, async () => {
      expect((await fetch(`http://localhost:${given.PORT}/readyz`)).status).toBe(200);
      const { rows } = await owner.query<{ usename: string }>(
        `select usename from pg_stat_activity where application_name = 'mainstay'`,
      );
      for (const { usename } of rows) seen.add(usename);
    });
    expect(isReady, err).toBe(true);
    expect([...seen]).toEqual(['mainstay_api']);
    expect(out).not.toContain('@demo');
    expect((await owner.query('select from sites')).rowCount).toBe(0);
  } finally {
    await owner.end();
    await stop();
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
