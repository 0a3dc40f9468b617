import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** The pages of ours and of the others, built like the product but into a folder of their own: none can reach the product. */
export async function buildPages(pages: readonly string[]): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'mainstay-sync-bench-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    // As the product does it (vite.config.ts).
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: pages.map((page) => join(import.meta.dirname, page)) },
    },
  });
  return outDir;
}
