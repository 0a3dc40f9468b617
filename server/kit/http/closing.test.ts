import { once } from 'node:events';
import { Agent, request as ask, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { closeInTime } from './closing.ts';

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

async function listening({
  hasRest = false,
  ...options
}: { hasRest?: boolean; drainMs?: number; cutAfterMs?: number; signal?: AbortSignal } = {}) {
  const app = Fastify({ return503OnClosing: false });
  const closing = closeInTime(app, options);
  const rest = Promise.withResolvers<void>();
  if (hasRest) app.addHook('preClose', () => rest.promise);
  const answer = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  app.get('/stream', (_request, reply) => {
    reply.send(Readable.from(['begun ', answer.promise]));
    asked.resolve();
    return reply;
  });
  app.get('/huge', () => 'x'.repeat(50_000_000));
  app.get('/ready', () => (closing.isAsked() ? 'no' : 'yes'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, answer, rest, asked: asked.promise, port: (app.server.address() as AddressInfo).port };
}

/** As a browser asks: its connection stays open for the next request. */
async function get(port: number, path: string): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  const [reply] = (await once(ask({ port, path, agent, host: '127.0.0.1' }).end(), 'response')) as [IncomingMessage];
  return reply;
}

async function unread(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  return socket;
}

async function seconds(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return (performance.now() - began) / 1_000;
}

test('asked to end, it says at once that it is not ready, while others still stop before it', async () => {
  const asked = new AbortController();
  const { app, port } = await listening({ signal: asked.signal });
  const ready = async () => {
    const reply = await get(port, '/ready');
    return [await text(reply), reply.headers.connection];
  };
  expect(await ready()).toEqual(['yes', 'keep-alive']);
  asked.abort();
  expect(await ready()).toEqual(['no', 'close']);
  await app.close();
});

test('who is being answered is answered, and told that the connection ends', async () => {
  const { app, port, answer, asked } = await listening();
  const reply = get(port, '/slow');
  await asked;
  const closed = seconds(app.close());
  await expect.poll(() => app.server.listening).toBe(false);
  answer.resolve('done');
  expect((await reply).headers.connection).toBe('close');
  expect(await text(await reply)).toBe('done');
  expect(await closed).toBeLessThan(5);
}, 30_000);

test('a reply whose head had gone out before is sent whole, and its connection does not stay', async () => {
  const { app, port, answer } = await listening();
  const reply = await get(port, '/stream');
  expect(reply.headers.connection).toBe('keep-alive');
  const closed = seconds(app.close());
  answer.resolve('and ended');
  expect(await text(reply)).toBe('begun and ended');
  expect(await closed).toBeLessThan(5);
}, 30_000);

test('connections that wait for another request end at once', async () => {
  const { app, port } = await listening();
  await Promise.all(Array.from({ length: 50 }, async () => text(await get(port, '/ready'))));
  expect(await seconds(app.close())).toBeLessThan(5);
}, 30_000);

test('who does not read, and what never ends, is cut off', async () => {
  const { app, port, asked } = await listening({ cutAfterMs: 200 });
  const slow = await unread(port, '/huge');
  const endless = await unread(port, '/slow');
  await asked;
  const gone = Promise.all([once(slow, 'close'), once(endless, 'close')]);
  expect(await seconds(app.close())).toBeLessThan(5);
  slow.destroy();
  endless.destroy();
  await gone;
}, 30_000);

test('it says that it is not ready before it takes on nothing more', async () => {
  const { app, port } = await listening({ drainMs: 300 });
  expect(await text(await get(port, '/ready'))).toBe('yes');
  const closed = app.close();
  const reply = await get(port, '/ready');
  expect([reply.headers.connection, await text(reply)]).toEqual(['close', 'no']);
  await closed;
  await expect(get(port, '/ready')).rejects.toThrow('ECONNREFUSED');
}, 30_000);

test('who comes after that is cut off too, while the rest of the end goes on', async () => {
  const { app, port, asked, rest } = await listening({ cutAfterMs: 50, hasRest: true });
  const first = (await unread(port, '/slow')).resume();
  await asked;
  const closed = app.close();
  await once(first, 'close');
  const late = (await unread(port, '/slow')).resume();
  await once(late, 'close');
  rest.resolve();
  expect(await seconds(closed)).toBeLessThan(5);
}, 30_000);
