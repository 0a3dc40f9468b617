import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const usual = ['/usr/lib/*/faketime', '/usr/lib/faketime', '/usr/lib64/faketime', '/usr/local/lib/faketime'];

function installed(): string | undefined {
  return globSync(usual.map((folder) => `${folder}/libfaketimeMT.so.1`))[0];
}

function attempt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0;
}

/** The library that sets the clock of a process: an installed one, or one installed now. */
export function findLibfaketime(): string {
  const found = installed();
  if (found) return found;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log('No libfaketime found; installing it.');
    if (attempt('update')) attempt('install', '-y', '--no-install-recommends', 'libfaketime');
  }
  const now = installed();
  if (!now)
    throw new Error(
      'npm run test:clock needs libfaketime (Linux; the Debian package libfaketime): install it and run this again.',
    );
  return now;
}
