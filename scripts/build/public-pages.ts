import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin } from 'vite';
import { ownAppOf, ownApps, publicAddress } from '../../contract/public/paths.ts';

const root = join(import.meta.dirname, '../..');

/** Where the parts of the pages for patients lie in what is built; the staff's service worker keeps none of them. */
export const publicParts = 'assets/public/';
export const publicFiles = [
  'public.html',
  ...ownApps.flatMap((app) => [`${app}.html`, `${app}-sw.js`]),
  `${publicParts}**`,
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
export const mostOf = { entryKb: 78, pageKb: 90, stylesKb: 12 } as const;

/** A build of its own: in one with the staff's, React would come in a file with code of both. */
export function publicConfig(more: InlineConfig['build'] = {}): InlineConfig {
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
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
        output: {
          entryFileNames: ({ name }) => (name.endsWith('-sw') ? `${name}.js` : `${publicParts}[name]-[hash:7].js`),
          chunkFileNames: `${publicParts}[hash:7].js`,
          assetFileNames: `${publicParts}[hash:7][extname]`,
        },
      },
      ...more,
    },
  };
}

/** Builds the pages for patients beside the staff's app, and serves them at their addresses while developing. */
export function publicPages(): Plugin {
  return {
    name: 'public-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (publicAddress.test(pathname)) request.url = `/${ownAppOf(pathname) ?? 'public'}.html`;
        next();
      });
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (this.environment.config.command === 'build' && this.environment.name === 'client')
          await build(publicConfig());
      },
    },
  };
}
