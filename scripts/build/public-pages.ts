import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { ownAppOf, ownApps, publicPageOf } from '../../contract/public/paths.ts';

const root = join(import.meta.dirname, '../..');

/** Where the parts of the pages for patients lie in what is built; the staff's service worker keeps none of them. */
export const publicParts = 'assets/public/';
export const kioskParts = 'assets/kiosk/';
const kioskWorker = 'kiosk-sw.js';
export const publicFiles = [
  'public.html',
  ...ownApps.flatMap((app) => [`${app}.html`, `${app}-sw.js`]),
  `${publicParts}**`,
  'kiosk.html',
  'kiosk.webmanifest',
  kioskWorker,
  `${kioskParts}**`,
];
/** Each with the page it begins with, or with its service worker, which stands at the root: there alone it may serve. */
const entries = {
  public: 'public.html',
  ...Object.fromEntries(
    ownApps.flatMap((app) => [
      [app, `${app}.html`],
      [`${app}-sw`, `sw/${app}-sw.ts`],
    ]),
  ),
};

/** What a phone of 2019 loads in time over slow 4G, in KB of 1,024 bytes after gzip. */
export const mostOf = { entryKb: 78, pageKb: 90, stylesKb: 12, kioskKb: 130 } as const;

/** What most of the pages share comes in one file: an old phone waits for each, and asks for six at a time. */
const shared =
  /\/(src\/public\/kit\/(controls|failure|retry|login-problem|session|own-store|sign-text)|contract\/words\/refusals)\./;

/** A build of its own: in one with the staff's, React would come in a file with code of both. */
export function publicConfig(more: InlineConfig['build'] = {}): InlineConfig {
  return pagesConfig(entries, publicParts, more);
}

/** The kiosk, a build of its own again: a phone loads nothing of it. */
export function kioskConfig(more: InlineConfig['build'] = {}): InlineConfig {
  return pagesConfig({ kiosk: 'kiosk.html' }, kioskParts, more);
}

function pagesConfig(pages: Record<string, string>, parts: string, more: InlineConfig['build']): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    build: {
      emptyOutDir: false,
      // Phones of patients are older than the machines of a clinic.
      target: 'es2020',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(pages).map(([name, file]) => [name, join(root, file)])),
        output: {
          entryFileNames: ({ name }) => (name.endsWith('-sw') ? `${name}.js` : `${parts}[name]-[hash:7].js`),
          chunkFileNames: `${parts}[hash:7].js`,
          assetFileNames: `${parts}[hash:7][extname]`,
          codeSplitting: { groups: [{ name: 'shared', test: shared }] },
        },
      },
      ...more,
    },
  };
}

/** The kiosk's service worker, which keeps these files. */
export function kioskWorkerConfig(names: readonly string[], more: InlineConfig['build'] = {}): InlineConfig {
  const files = names.map((name) => `/${name}`).toSorted();
  const version = createHash('sha256').update(files.join(' ')).digest('hex').slice(0, 12);
  return {
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { kioskShell: JSON.stringify({ version, files }) },
    build: {
      emptyOutDir: false,
      target: 'es2020',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, 'sw/kiosk.ts'),
        output: { format: 'iife', entryFileNames: kioskWorker },
      },
      ...more,
    },
  };
}

/** Builds the pages for patients and the kiosk beside the staff's app, and serves them at their addresses while developing. */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const page = publicPageOf(pathname);
        if (page !== undefined) request.url = `/${page === 'kiosk' ? page : (ownAppOf(pathname) ?? 'public')}.html`;
        next();
      });
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.config.command !== 'build' || this.environment.name !== 'client') return;
        await build(publicConfig());
        const built = await build(kioskConfig());
        if (!('output' in built)) throw new Error('The build of the kiosk gave no files.');
        await build(kioskWorkerConfig(built.output.map(({ fileName }) => fileName)));
      },
    },
  };
}
