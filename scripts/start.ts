import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { run, toolEnvironment } from './run.ts';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist', '.build-stamp');
/** What the built screens are made of. */
const sources = [
  'contract',
  'local',
  'workers',
  'sw',
  'src',
  'public',
  'index.html',
  'public.html',
  'hep.html',
  'kiosk.html',
  'scripts/build',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds the screens when they are missing or older than their sources, then starts the server in this process. */
async function start(): Promise<void> {
  const stamp = stampOf(sources);
  const isFresh =
    existsSync(join(root, 'dist', 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (!isFresh) {
    console.error('Building the screens, which takes a moment the first time.');
    if ((await run('vite', ['build', '--logLevel', 'warn'])) !== 0)
      throw new Error('The screens could not be built; the lines above say why.');
    writeFileSync(stampFile, stamp);
  }
  // Halves the time a second start takes to load the server.
  enableCompileCache(join(root, 'node_modules', '.cache', 'mainstay'));
  if (process.env['npm_lifecycle_event'] === 'start') endWithParent();
  const { startServer } = await import('#server/main.ts');
  await startServer();
}

function stampOf(names: string[]): string {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory() ? filesIn(path) : [path];
    for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** npm hands SIGTERM to its shell only, which leaves the server without a parent: it then ends itself as if asked to. */
function endWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/** Runs this script again under the Node that npm install brought, and passes on signals and the exit code. */
function startUnderOwnNode(): void {
  const child = spawn(join(root, 'node_modules', '.bin', 'node'), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: toolEnvironment(),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * Goes on as the same process with two arenas for memory outside of V8: glibc gives each thread one of its own and keeps
 * what it once took, 50 MB after a busy hour. It reads how many only when a process begins.
 */
function useFewArenas(): void {
  if (process.platform !== 'linux' || !process.execve || process.env['MALLOC_ARENA_MAX'] !== undefined) return;
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  startUnderOwnNode();
} else {
  useFewArenas();
  start().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  });
}
