import { existsSync } from 'node:fs';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SiteKey } from '#contract/base/ids.ts';
import { ownAppOf, ownApps, publicPageOf } from '#contract/public/paths.ts';
import type { Config } from '#server/config.ts';

/** A year. */
const hstsSeconds = 31_536_000;

const features = (camera: string) => `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/** Headers that every reply carries, whatever answers it. */
export async function safeHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Named besides 'self', which older browsers take for https alone.
        connectSrc: ["'self'", config.publicUrl.replace(/^http(s?:\/\/[^/]+).*$/, 'ws$1')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'none'"],
        // src/app/trusted-types.ts is the one policy.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    frameguard: { action: 'deny' },
    hsts: config.secure ? { maxAge: hstsSeconds, includeSubDomains: true } : false,
  });
  // Asked once: for each reply it works its policies out anew, which cost more than looking a patient up.
  let said: Record<string, string> | undefined;
  app.addHook('onRequest', async (_request, reply) => {
    if (!said) {
      reply.helmet();
      said = Object.fromEntries(Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]));
      said['permissions-policy'] = features('()');
    }
    reply.headers(said);
  });
  await app.register(compress, {
    // zstd makes as little of a page of a first sync in a quarter of the time.
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/** What helmet would say, for replies that no hook sees. */
export function headersOfUnread(config: Config): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none';require-trusted-types-for 'script'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.secure && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
  };
}

/** For a page whose scripts bring policies of their own. */
export function withoutTrustedTypes(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/;(require-trusted-types-for|trusted-types) [^;]*/g, ''));
}

/** Pages for patients bring no markup and no policy of their own: nothing but our files runs, and nothing frames them. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];
/** Installed, and there without a connection: a manifest, and a service worker by a policy of its own. */
const installed = (policy: string) =>
  [...strictPolicy, "worker-src 'self'", "manifest-src 'self'", `trusted-types ${policy}`].join(';');
/** By which policy each built page for patients runs. */
const policies: Record<string, string> = {
  'public.html': [...strictPolicy, "trusted-types 'none'"].join(';'),
  'kiosk.html': installed('kiosk'),
  ...Object.fromEntries(ownApps.map((app) => [`${app}.html`, installed('own-worker')])),
};

function fileOf(path: string): string {
  const page = publicPageOf(path);
  if (page === undefined) return 'index.html';
  return page === 'kiosk' ? 'kiosk.html' : `${ownAppOf(path) ?? 'public'}.html`;
}

/** How a phone keeps the page of home programs on its home screen; a copy there has to know whose clinic to log in to. */
function hepManifest(w: string | null): string {
  const site = SiteKey.safeParse(w).data;
  return JSON.stringify({
    id: '/hep?app=hep',
    name: 'Home program',
    short_name: 'Program',
    start_url: `/hep?app=hep${site === undefined ? '' : `&w=${site}`}`,
    scope: '/hep',
    display: 'standalone',
    background_color: '#f7f9fa',
    theme_color: '#0f665d',
    icons: [192, 512].map((size) => ({
      src: `/icons/mainstay-${size}.png`,
      type: 'image/png',
      sizes: `${size}x${size}`,
    })),
  });
}

/** The built screens: hashed files for a year, pages and the service worker always asked for anew. */
export async function screens(app: FastifyInstance, config: Config): Promise<void> {
  const isBuilt = existsSync(config.distDir);
  if (isBuilt) {
    await app.register(staticFiles, {
      root: config.distDir,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders(reply, path) {
        const isHashed = path.startsWith(`${config.distDir}/assets/`);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        const policy = policies[path.slice(config.distDir.length + 1)];
        if (policy === undefined) return;
        reply.header('cache-control', 'no-store').header('content-security-policy', policy);
        // It reads check-in codes; no other page asks for a camera.
        if (path.endsWith('/kiosk.html')) reply.header('permissions-policy', features('(self)'));
      },
    });
  }
  app.get('/hep.webmanifest', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(hepManifest(new URL(request.url, 'http://here').searchParams.get('w'))),
  );
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    // The token of a message's link has a dot in it, as the name of a file has.
    const isScreen = /^\/s\/[^/]+$/.test(path) || !/\.[^/]*$/.test(path);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && isScreen;
    if (isPage && isBuilt) return reply.sendFile(fileOf(path));
    const sentence = isPage
      ? 'The screens are not built. Start Mainstay with npm start.'
      : 'Nothing was found at this address.';
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(sentence);
  });
}
