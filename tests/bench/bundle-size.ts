import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { figure, type Figure } from './measure.ts';

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Loaded before the work list is painted, whichever of them the build cuts off into files of their own. */
const firstRoute = /^(index\.html|src\/app\/(app|router|staff-frame|shell\/shell|routes\/on-deck)\.tsx)$/;
/** Fetched after that without anybody asking. */
const afterPaint = /workbox-window/;

/** Gzipped JavaScript loaded to show the work list to somebody signed in; workers are not part of it. */
export function benchBundleSize(): Figure[] {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) add(next);
  };
  const names = Object.keys(manifest);
  if (!names.includes('index.html')) throw new Error('The build has no index.html.');
  for (const name of names) if (firstRoute.test(name) || afterPaint.test(name)) add(name);
  const sizes = [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(`dist/${file}`)).length }));
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const note = sizes.map((size) => `${size.file.replace('assets/', '')} ${(size.bytes / 1024).toFixed(1)}`).join(', ');
  return [figure('first-route JavaScript, gzip', 'KB', [bytes / 1024], 220, note)];
}
