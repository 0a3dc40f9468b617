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
