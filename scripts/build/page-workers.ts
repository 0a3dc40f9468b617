import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const started = /new URL\((['"])([^'"]+\.worker\.ts)\1,\s*import\.meta\.url\)/g;

/** Builds workers with the page: what both run is then fetched once, where a build of its own would repeat it. */
export function pageWorkers(): Plugin {
  let root = '';
  return {
    name: 'page-workers',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    transform(code, id) {
      if (!code.includes('.worker.ts')) return null;
      const changed = code.replace(started, (_, _quote, path: string) => {
        const file = path.startsWith('/') ? join(root, path) : join(dirname(id), path);
        return `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file })}`;
      });
      return changed === code ? null : { code: changed, map: null };
    },
    generateBundle(_options, bundle) {
      const found = screensInThreads(Object.values(bundle).filter((part) => part.type === 'chunk'));
      if (found.length > 0) this.error(`A worker would load ${found.join(', ')}: see scripts/build/chunks.ts.`);
    },
  };
}

type Chunk = {
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
};

/** Files with code of screens that a worker may come to load: it has no document. */
export function screensInThreads(chunks: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith('.worker.ts')));
  for (const { imports, dynamicImports } of reached)
    for (const name of [...imports, ...dynamicImports]) {
      const next = byName.get(name);
      if (next) reached.add(next);
    }
  return [...reached].filter(({ moduleIds }) => moduleIds.some(isOfScreen)).map(({ fileName }) => fileName);
}

function isOfScreen(id: string): boolean {
  return /\/src\/(app|session|sync|shared|features)\/|\/node_modules\/(react|react-dom|@mantine)\//.test(id);
}
