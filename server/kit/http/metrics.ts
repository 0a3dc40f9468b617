import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Parts = { token: string | undefined; sockets: () => { open: number; waiting: number } };

const limitsS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
type Timed = { count: number; sum: number; upTo: number[] };

/**
 * Figures of this process in Prometheus' text format, for whoever shows the token; without one there is nothing at this
 * address. Labels name routes as patterns and statuses, never an id, a site or an address.
 */
export function metricsRoute(app: FastifyInstance, { token, sockets }: Parts): void {
  const answered = new Map<string, Timed>();
  const delay = token === undefined ? undefined : monitorEventLoopDelay({ resolution: 20 });
  delay?.enable();
  app.addHook('onClose', async () => void delay?.disable());
  if (token !== undefined) {
    app.addHook('onResponse', async (request, reply) => {
      const { method, url = 'unknown' } = request.routeOptions;
      const labels = `method="${String(method)}",route="${url}",status="${reply.statusCode}"`;
      const timed = answered.get(labels) ?? { count: 0, sum: 0, upTo: limitsS.map(() => 0) };
      const seconds = reply.elapsedTime / 1_000;
      timed.count += 1;
      timed.sum += seconds;
      limitsS.forEach((limit, at) => (timed.upTo[at] = (timed.upTo[at] ?? 0) + (seconds <= limit ? 1 : 0)));
      answered.set(labels, timed);
    });
  }
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (token === undefined) return reply.code(404).type('text/plain').send('Nothing was found at this address.');
    if (!showsToken(request, token))
      return reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('Show the token.');
    const { open, waiting } = sockets();
    const { rss, heapUsed } = process.memoryUsage();
    const lines = [
      ...histogram('mainstay_http_request_seconds', 'How long requests took.', answered),
      ...gauge('mainstay_sockets_open', 'Open WebSockets.', open),
      ...gauge('mainstay_sockets_waiting', 'WebSockets without a subscription.', waiting),
      ...gauge('mainstay_event_loop_delay_p99_seconds', 'Delay of the event loop.', (delay?.percentile(99) ?? 0) / 1e9),
      ...gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      ...gauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
      ...gauge('process_uptime_seconds', 'Since the start.', process.uptime()),
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** Without a token nobody does. */
export function showsToken(request: FastifyRequest, token: string | undefined): boolean {
  return token !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${token}`);
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

function histogram(name: string, help: string, of: Map<string, Timed>): string[] {
  const rows = [...of].flatMap(([labels, { count, sum, upTo }]) => [
    ...limitsS.map((limit, at) => `${name}_bucket{${labels},le="${limit}"} ${upTo[at] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ]);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...rows];
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
