import Fastify, { type FastifyInstance } from 'fastify';
import type { EndpointTable } from '#contract/base/endpoint.ts';
import { notFound } from './failures.ts';
import { withoutTrustedTypes } from './web.ts';

type Parts = { table: Record<string, EndpointTable>; publicUrl: string };

/** How long the pages are kept that nobody asks for any more. */
const keptMs = 10 * 60_000;

const asked = ['if-none-match', 'if-modified-since'] as const;
/** What the pages say of themselves; all else is said as by every reply. */
const told = ['content-type', 'cache-control', 'etag', 'last-modified', 'location'] as const;

/**
 * The table as OpenAPI, and a page to read and try it. Both are made when somebody asks, since they take 20 MB that a
 * server at work has no use for.
 */
export function apiDocs(app: FastifyInstance, parts: Parts): void {
  let pages: Promise<FastifyInstance> | undefined;
  const forget = () => (pages = undefined);
  const unused = setTimeout(forget, keptMs).unref();
  app.addHook('onClose', async () => clearTimeout(unused));
  for (const url of ['/openapi.json', '/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      pages ??= makePages(app.prefix, parts).catch((error: unknown) => {
        forget();
        throw error;
      });
      unused.refresh();
      const headers = Object.fromEntries(asked.map((name) => [name, request.headers[name] ?? '']));
      const page = await (await pages).inject({ method: 'GET', url: request.url, headers });
      if (page.statusCode === 404) return reply.code(404).send({ ...notFound, requestId: request.id });
      for (const name of told) if (page.headers[name] !== undefined) reply.header(name, page.headers[name]);
      // Swagger's page writes markup through policies of its own; it shows the table of calls and nothing of any site.
      if (String(page.headers['content-type']).startsWith('text/html')) withoutTrustedTypes(reply);
      return reply.code(page.statusCode).send(page.rawPayload);
    });
  }
}

/** A server that only the one around it asks, as routes cannot be added to one that runs. */
async function makePages(prefix: string, { table, publicUrl }: Parts): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const { openApiDocument } = await import('./openapi.ts');
  const document = openApiDocument(table, publicUrl);
  const pages = Fastify();
  // Ours is OpenAPI 3.1, the plugin's types know 3.0.
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } });
  pages.get(`${prefix}/openapi.json`, async () => document);
  await pages.register(swaggerUi, {
    routePrefix: `${prefix}/docs`,
    uiConfig: { validatorUrl: null, docExpansion: 'none' },
  });
  return pages;
}
