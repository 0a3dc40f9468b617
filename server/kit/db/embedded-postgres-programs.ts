import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { giveTree, type Place } from './embedded-postgres-place.ts';
import { fakedClock } from '../faked-clock.ts';

const noServer = 'Mainstay brings no PostgreSQL that runs on this system';

/** The directory of PostgreSQL's programs, copied next to the data where its account cannot reach ours. */
export function findPrograms(place: Place): string {
  const native = packagedPrograms();
  const linked = tryLink(native);
  if (linked && runs(native, place)) return native;

  const version = packageVersion(native);
  const copy = join(place.root, `postgres-${version}`);
  if (!existsSync(copy)) {
    const fresh = `${copy}.new-${randomUUID()}`;
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    link(fresh);
    if (place.account) giveTree(fresh, place.account);
    moveInto(fresh, copy);
  }
  if (runs(copy, place)) return copy;
  throw new Error(
    `${noServer} (${process.platform} ${process.arch}; Alpine and other musl systems are not supported). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** Another process may have made the same copy first. */
function moveInto(fresh: string, copy: string): void {
  try {
    renameSync(fresh, copy);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Error(`${noServer} (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

function packageVersion(native: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  return version;
}

function tryLink(native: string): boolean {
  try {
    link(native);
    return true;
  } catch {
    return false;
  }
}

/** npm packages carry no symbolic links; the package's own install script, which makes them, may be blocked. */
function link(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  const placeOf = (path: string) => join(native, relative('native', path));
  for (const { source, target } of list) {
    const to = placeOf(target);
    if (existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    if (lstatSync(to, { throwIfNoEntry: false })) rmSync(to);
    try {
      symlinkSync(relative(dirname(to), placeOf(source)), to);
    } catch (error) {
      // Another process links at the same time.
      if (!existsSync(to)) throw error;
    }
  }
}

function runs(native: string, place: Place): boolean {
  return (
    spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...identity(place), cwd: '/', env: environment() })
      .status === 0
  );
}

/** Runs one of PostgreSQL's programs as its account; `output` is for the operator. */
export function runProgram(
  place: Place,
  native: string,
  program: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(
      join(native, 'bin', program),
      args,
      { ...identity(place), cwd: place.root, env: environment() },
      (error, stdout, stderr) => resolve({ ok: error === null, output: stdout + stderr || String(error ?? '') }),
    );
  });
}

function identity(place: Place): { uid?: number; gid?: number } {
  return place.account ? { uid: place.account.uid, gid: place.account.gid } : {};
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', ...fakedClock() };
}
