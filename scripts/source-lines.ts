import { execFileSync } from 'node:child_process';

/** What every room is built with; the rest are the rooms. */
const workshop = /^(contract\/(base|record)|src\/shared|server\/kit|scripts)\//;
const isSource = /^(contract|local|workers|server|src|sw)\/.*\.(ts|tsx|css)$/;
const isOfTests = /\.test\.|\/testing\//;

function git(args: string[], input?: string): Buffer {
  return execFileSync('git', args, { input, maxBuffer: 1 << 28 });
}

function sourcesOf(commit: string): string[] {
  const files = git(['ls-tree', '-r', '--name-only', commit]).toString().split('\n');
  return files.filter((file) => isSource.test(file) && !isOfTests.test(file));
}

/** Lines with something on them, comments among them. */
function linesIn(commit: string, file: string): number {
  const text = git(['cat-file', 'blob', `${commit}:${file}`]).toString();
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** Source lines of the rooms and of the workshop, tests apart; what moved between folders counts once. */
function countAt(commit: string): { rooms: number; workshop: number } {
  const count = { rooms: 0, workshop: 0 };
  for (const file of sourcesOf(commit)) count[workshop.test(file) ? 'workshop' : 'rooms'] += linesIn(commit, file);
  return count;
}

const [before, after = 'HEAD'] = process.argv.slice(2);
if (before === undefined) throw new Error('Name the commit to compare with: npm run lines -- <commit>.');
const [then, now] = [countAt(before), countAt(after)];
for (const part of ['rooms', 'workshop'] as const) {
  const change = now[part] - then[part];
  console.log(`${part}: ${then[part]} lines at ${before}, ${now[part]} at ${after}, ${change > 0 ? '+' : ''}${change}`);
}
