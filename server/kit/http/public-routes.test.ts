import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathOf } from '#contract/base/endpoint.ts';
import { messageEndpoints } from '#contract/messages/endpoints.ts';
import { waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import { answerFailure } from './failures.ts';
import { limitByAddress, limitBySession, publicRoutes } from './public-routes.ts';

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  app.setErrorHandler(answerFailure);
  await app.register(rateLimit, { global: false });
});
afterEach(() => app.close());

const token = `demo.${'a'.repeat(43)}`;

function ask(url: string, remoteAddress: string) {
  return app.inject({ method: 'POST', url, payload: { token }, remoteAddress });
}

test('an address asks so often in a quarter of an hour, over all routes of one limit, and no other address for it', async () => {
  const route = publicRoutes(app, limitByAddress(app, 2));
  const seen: string[] = [];
  const hear = async (given: { token: string }) => {
    seen.push(given.token);
    return {} as never;
  };
  route(messageEndpoints.readLink, hear);
  route(waitlistEndpoints.readOffer, hear);
  const [link, offer] = [pathOf(messageEndpoints.readLink), pathOf(waitlistEndpoints.readOffer)];
  expect((await ask(link, '2001:db8:1:2::1')).statusCode).toBe(200);
  expect((await ask(offer, '2001:db8:1:2::2')).statusCode).toBe(200);
  const refused = await ask(link, '2001:db8:1:2:abcd::1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect((await ask(offer, '10.0.0.1')).statusCode).toBe(200);
  expect(seen).toEqual([token, token, token]);
});

test('who is signed in asks so often by their sign-in, whatever others ask behind the same address', async () => {
  app.addHook('onRequest', async (request) => {
    const sid = request.headers['x-sid'];
    if (typeof sid === 'string') request.claims = { sid } as never;
  });
  publicRoutes(app, limitBySession(app, 2))(messageEndpoints.readLink, async () => ({}) as never);
  const asked = async (sid: string) => {
    const call = { method: 'POST' as const, url: pathOf(messageEndpoints.readLink), payload: { token } };
    return (await app.inject({ ...call, headers: { 'x-sid': sid }, remoteAddress: '10.0.0.1' })).statusCode;
  };
  expect([await asked('a'), await asked('a'), await asked('a')]).toEqual([200, 200, 429]);
  expect(await asked('b')).toBe(200);
});

test('what the table does not read is refused before the handler hears of it', async () => {
  publicRoutes(app, limitByAddress(app, 10))(messageEndpoints.readLink, () => {
    throw new Error('must not be heard');
  });
  const answer = await app.inject({ method: 'POST', url: pathOf(messageEndpoints.readLink), payload: { token: 5 } });
  expect(answer.statusCode).toBe(422);
});
