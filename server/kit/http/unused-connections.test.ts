import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { endUnusedConnections } from './unused-connections.ts';

async function listening() {
  const app = Fastify();
  endUnusedConnections(app);
  const answer = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, answer, asked: asked.promise };
}

test('a connection that a browser opened in advance does not keep the server from ending', async () => {
  const { app, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const gone = once(socket, 'close');
  // Without it this ends after a minute at the earliest, past the limit of the test.
  await app.close();
  await gone;
  expect(app.server.listening).toBe(false);
}, 30_000);

test('a request that is being answered gets its answer first', async () => {
  const { app, port, answer, asked } = await listening();
  const reply = fetch(`http://127.0.0.1:${port}/slow`);
  await asked;
  const closed = app.close();
  answer.resolve('done');
  expect(await (await reply).text()).toBe('done');
  await closed;
});

/** Sends these parts and gives what came back until the end; `between` is done after the first part has arrived. */
async function exchange(port: number, parts: string[], between: () => void): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const ended = once(socket, 'close');
  const [first = '', ...rest] = parts;
  await new Promise((resolve) => socket.write(first, resolve));
  between();
  for (const part of rest) socket.write(part);
  await ended;
  return answer;
}

test('a request that has arrived and was not read yet is answered, not cut off', async () => {
  const { app, port } = await listening();
  let closed: Promise<unknown> = Promise.resolve();
  const answer = await exchange(port, ['GET /none HTTP/1.1\r\nHost: here\r\n\r\n'], () => {
    closed = app.close();
  });
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 (404|503) /);
});

test('a request whose head comes in two parts is answered, not cut off', async () => {
  const { app, port } = await listening();
  let closed: Promise<unknown> = Promise.resolve();
  const answer = await exchange(port, ['GET /none HTTP/1.1\r\nHost: ', 'here\r\n\r\n'], () => {
    closed = app.close();
  });
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 (404|503) /);
});

test('who never sends the rest of a head does not keep the server from ending', async () => {
  const { app, port } = await listening();
  let closed: Promise<unknown> = Promise.resolve();
  const answer = await exchange(port, ['GET /none HTTP/1.1\r\n'], () => {
    closed = app.close();
  });
  await closed;
  expect(answer).toBe('');
}, 30_000);
