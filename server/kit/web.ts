import { existsSync } from 'node:fs';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

/** Headers that every reply carries, whatever answers it. */
export async function safeHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    frameguard: { action: 'deny' },
    hsts: config.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
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
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.[^/]*$/.test(path);
    if (isPage && isBuilt) return reply.sendFile('index.html');
    const sentence = isPage
      ? 'The screens are not built. Start Mainstay with npm start.'
      : 'There is nothing at this address.';
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(sentence);
  });
}
