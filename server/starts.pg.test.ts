import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
