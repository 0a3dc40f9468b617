import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups, fileNameOf } from './scripts/build/chunks.ts';
import { pageWorkers } from './scripts/build/page-workers.ts';
import { publicFiles, publicPages } from './scripts/build/public-pages.ts';

const api = `http://localhost:${process.env.PORT ?? '3000'}`;

/** Only the server writes schemas out as JSON Schema; in the page that is a fifth of zod which never runs. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
      const names = [...code.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1]);
      return { code: names.map((name) => `export const ${name} = () => undefined;`).join('\n'), map: null };
    },
  };
}

/** What each call does, and why it shows no chart, is for the server and its API page; no screen shows it. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/[\w-]+\/(?:endpoints|queued-[\w-]+)\.ts$/.test(id)) return null;
      const sentence = /\b(?:summary|noChart):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*,?/g;
      return { code: code.replace(sentence, ''), map: null };
    },
  };
}

/** What makes a component and what names it has no effect of its own: of the router, only what is used stays. */
function withoutUnusedRouter(): Plugin {
  return {
    name: 'without-unused-router',
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/production\//.test(id)) return null;
      const pure = code.replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1');
      return { code: pure.replace(/^\w+\.displayName = .*;$/gm, ''), map: null };
    },
  };
}

const partsDir = 'assets/';

export default defineConfig({
  plugins: [
    withoutJsonSchema(),
    withoutSummaries(),
    withoutUnusedRouter(),
    pageWorkers(),
    publicPages(),
    // Where it pays, asked for by 'use memo': everywhere it would be a twentieth of what the first page loads.
    react({ compiler: { compilationMode: 'annotation' } }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // The app registers it itself and asks before a new version takes over.
      injectRegister: false,
      // Hand-written in public/: the plugin's own would end up in every page.
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,webmanifest}', 'icons/*.{svg,png}'],
        // Staff's devices do not show them, and patients' phones have no service worker of ours.
        globIgnores: publicFiles,
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        // The names of all parts in one entry (sw.ts): the list is half of the service worker.
        manifestTransforms: [
          (entries) => {
            const parts = entries.filter(({ revision }) => revision === null);
            const url = parts
              .map((part) => part.url.slice(partsDir.length))
              .toSorted()
              .join(' ');
            const size = parts.reduce((sum, part) => sum + part.size, 0);
            return { manifest: [...entries.filter((each) => each.revision !== null), { url, revision: null, size }] };
          },
        ],
        rollupFormat: 'iife',
      },
      // It would list its one file even where only warnings are asked for.
      integration: { configureCustomSWViteBuild: (options) => void (options.logLevel = 'warn') },
    }),
  ],
  // Dexie's default is built for ES5: a tenth larger and slower.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' }] },
  worker: { format: 'es', plugins: () => [withoutJsonSchema(), withoutSummaries()] },
  build: {
    manifest: true,
    target: 'es2023',
    // A screen's files are in the service worker's cache: a list of them in the first file only makes that larger.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, names) => names.filter((name) => name.endsWith('.css')),
    },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // Where a module goes is decided by scripts/build/chunks.ts, which this check does not see.
      checks: { ineffectiveDynamicImport: false },
      output: {
        entryFileNames: fileNameOf,
        chunkFileNames: fileNameOf,
        assetFileNames: `${partsDir}[hash:7][extname]`,
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/app': { target: api, ws: true }, '/healthz': api, '/readyz': api },
  },
});
