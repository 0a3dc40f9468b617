import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { toolEnvironment } from './run.ts';

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin');
const children = [
  spawn(join(bin, 'node'), ['--watch-path=server', '--watch-path=contract', 'server/main.ts'], {
    stdio: 'inherit',
    env: toolEnvironment(),
  }),
  spawn(join(bin, 'vite'), ['--port', '5173', '--clearScreen', 'false'], { stdio: 'inherit', env: toolEnvironment() }),
];

function endAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', endAll);
process.on('SIGTERM', endAll);
for (const child of children) child.on('exit', endAll);
