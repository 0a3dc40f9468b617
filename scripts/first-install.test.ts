import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Without what the npm that runs the tests hands on. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
);

/** What npm writes beside its result where a package asks for another Node than the one that runs it. */
function warnings(npmrc: string | null): string {
  const folder = mkdtempSync(join(tmpdir(), 'first-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'newcomer', engines: { node: '>=999' } }));
  if (npmrc) copyFileSync(npmrc, join(folder, '.npmrc'));
  const of = { cwd: folder, env: environment, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm', ['install', '--offline', '--no-audit'], of);
  expect(status).toBe(0);
  return stderr;
}

test('an install warns of no Node that is not used: Mainstay brings its own', () => {
  expect(warnings(null)).toContain('EBADENGINE');
  expect(warnings(join(import.meta.dirname, '../.npmrc'))).toBe('');
  const level = execFileSync('npm', ['config', 'get', 'loglevel'], {
    cwd: join(import.meta.dirname, '..'),
    env: environment,
    encoding: 'utf8',
  });
  expect(level.trim()).toBe('error');
});
