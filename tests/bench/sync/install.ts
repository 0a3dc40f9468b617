import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The other engines have a package of their own, so that nobody fetches them who does not compare. */
const folder = join(import.meta.dirname, 'others');

export const notInstalledSentence =
  'PouchDB and RxDB are left out, because they are not installed. `npm run bench -- sync --install` fetches them first.';

type Package = { version?: string; dependencies?: Record<string, string> };

function packageIn(path: string): Package | undefined {
  const file = join(path, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package) : undefined;
}

/** Whether all of them are there, in the versions that are compared with. */
export function areOthersInstalled(): boolean {
  const wanted = Object.entries(packageIn(folder)?.dependencies ?? {});
  return wanted.every(([name, version]) => packageIn(join(folder, 'node_modules', name))?.version === version);
}

export async function installOthers(): Promise<void> {
  console.error('Fetching PouchDB and RxDB.');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => npm.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new Error('PouchDB and RxDB could not be installed.');
}
