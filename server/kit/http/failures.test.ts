import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { answerFailure } from './failures.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A server that answers only when told, and what it logs of it. */
async function server(reply: () => unknown) {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const logged: { level: number; msg: string }[] = [];
  const told = Promise.withResolvers<void>();
  const stream = {
    write(line: string) {
      const entry = JSON.parse(line) as { level: number; msg: string };
      if (!entry.msg.startsWith('Server listening')) logged.push(entry);
      if (logged.length > 0) told.resolve();
    },
  };
  app = Fastify({
    logger: { level: 'debug', stream },
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(answerFailure);
  const hungUp = Promise.withResolvers<void>();
  app.post('/', async (_request, { raw }) => {
    raw.once('close', () => hungUp.resolve());
    asked.resolve();
    await mayAnswer.promise;
    return reply();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json' };
  const call = request({ port, host: '127.0.0.1', method: 'POST', headers });
  call.on('error', () => undefined);
  call.end('{}');
  await asked.promise;
  return { call, hungUp: hungUp.promise, mayAnswer, logged, told: told.promise };
}

test('a client that went away is nothing to wake anyone for', async () => {
  const { call, hungUp, mayAnswer, logged, told } = await server(() => Readable.from(['a long', 'answer']));
  call.destroy();
  await hungUp;
  mayAnswer.resolve();
  await told;
  expect(logged).toMatchObject([{ level: 20, msg: 'client went away' }]);
});

test('the same failure while the client still waits is an error', async () => {
  const { call, mayAnswer, logged, told } = await server(() => {
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
  mayAnswer.resolve();
  await told;
  expect(logged).toMatchObject([{ level: 50, msg: 'request failed' }]);
  call.destroy();
});
