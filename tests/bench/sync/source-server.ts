import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { BenchRow } from './bench-rows.ts';

export type SourceServer = { url: string; close(): Promise<void> };

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const rev = '1-00000000000000000000000000000000';

/**
 * One origin for all contestants: the page, the rows as plain pages and as a CouchDB would give them, both out of
 * memory, and the API of the real clinic behind it.
 */
export async function sourceServer(folder: string, rows: BenchRow[], clinicUrl: string): Promise<SourceServer> {
  const couch = couchSource(rows);
  const server = createServer((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) return passOn(asked, answer, clinicUrl);
    if (pathname.startsWith('/db/rows'))
      return void couch(asked, answer, pathname.slice('/db/rows'.length), searchParams);
    if (pathname === '/rows') {
      const from = Number(searchParams.get('from'));
      return sendJson(answer, rows.slice(from, from + Number(searchParams.get('count'))));
    }
    return sendFile(answer, join(folder, pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function sendJson(answer: ServerResponse, value: unknown, status = 200): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendFile(answer: ServerResponse, path: string): void {
  try {
    const bytes = readFileSync(path);
    answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
}

function passOn(asked: IncomingMessage, answer: ServerResponse, clinicUrl: string): void {
  const onward = request(
    `${clinicUrl}${asked.url}`,
    { method: asked.method ?? 'GET', headers: asked.headers },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    },
  );
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/** As much of the protocol as a replication asks for, faster than any CouchDB: nothing is looked up on disk. */
function couchSource(rows: BenchRow[]) {
  const docs = rows.map((row) => ({ ...row, _id: `${row.entity}|${row.day}|${row.id}`, _rev: rev }));
  const byId = new Map(docs.map((doc) => [doc._id, doc]));
  const revisions = { start: 1, ids: [rev.slice(2)] };

  function changes(searchParams: URLSearchParams): object {
    const since = Number(searchParams.get('since') ?? 0);
    const page = docs.slice(since, since + Number(searchParams.get('limit') ?? docs.length));
    const results = page.map(({ _id: id }, at) => ({ seq: since + at + 1, id, changes: [{ rev }] }));
    return { results, last_seq: since + page.length, pending: docs.length - since - page.length };
  }

  return async (asked: IncomingMessage, answer: ServerResponse, path: string, searchParams: URLSearchParams) => {
    if (path === '' || path === '/') {
      return sendJson(answer, {
        db_name: 'rows',
        doc_count: docs.length,
        update_seq: docs.length,
        instance_start_time: '0',
      });
    }
    if (path === '/_changes') return sendJson(answer, changes(searchParams));
    if (path.startsWith('/_local/')) {
      if (asked.method === 'GET') return sendJson(answer, { error: 'not_found', reason: 'missing' }, 404);
      return sendJson(answer, { ok: true, id: path.slice(1), rev: '0-1' });
    }
    if (path === '/_bulk_get') {
      const wanted = JSON.parse(await bodyOf(asked)) as { docs: { id: string }[] };
      const results = wanted.docs.map(({ id }) => ({ id, docs: [{ ok: { ...byId.get(id), _revisions: revisions } }] }));
      return sendJson(answer, { results });
    }
    return sendJson(answer, { error: 'not_found', reason: path }, 404);
  };
}

async function bodyOf(asked: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of asked) text += String(chunk);
  return text;
}
