import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import Pusher from 'pusher-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { pusherKey } from '../realtime/pusher-app.ts';

const within = 5_000;

let api: TestApi;
/** Another process of the same server would be such an app: it has memory and sockets of its own. */
let other: FastifyInstance;
let pusher: Pusher | undefined;

beforeAll(async () => {
  api = await testApi();
  other = await buildApp({ database: api.db, config: api.config });
  for (const app of [api.app, other]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  pusher?.disconnect();
  await other.close();
  await api.close();
});

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

/** A screen whose socket is at one app, and whose subscription the other one signed. */
async function joined(headers: Record<string, string>): Promise<Pusher> {
  const screen = new Pusher(pusherKey(), {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: portOf(other),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: `http://127.0.0.1:${portOf(api.app)}/api/broadcasting/auth`,
      headers,
    },
  });
  await new Promise((resolve, reject) => {
    const channel = screen.subscribe('private-site-demo');
    channel.bind('pusher:subscription_succeeded', resolve);
    channel.bind('pusher:subscription_error', reject);
  });
  return screen;
}

test('a revoked device stops within 5 s everywhere', async () => {
  const { token } = await api.signedIn('biller');
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': 'demo' };
  const device = crypto.randomUUID();
  const report = { name: 'Firefox on Windows', waiting: 0, parked: 0, isSealed: true, synced: true, keyChanges: [] };
  await api.call('session.reportDevice', { id: device as never, ...report }, { as: 'biller' });
  const [claim] = await api.db.owner<{ id: string }>(`select "ClaimId" as id from claims where site = 'demo' limit 1`);
  const ask = (url: string) => other.inject({ url, headers });
  const uses = {
    call: async () => (await ask('/api/patients')).statusCode,
    'claim file': async () => (await ask(`/api/claims/${claim?.id}/file`)).statusCode,
  };
  for (const use of Object.values(uses)) expect(await use()).toBe(200);
  pusher = await joined(headers);
  const screen = pusher;

  await api.call('session.signOutAndErase', { id: device as never }, { as: 'admin' });
  const began = performance.now();
  const tookUntil = async (isRefused: () => Promise<boolean>) => {
    await expect.poll(isRefused, { timeout: within, interval: 50 }).toBe(true);
    return Math.round(performance.now() - began);
  };
  const took = await Promise.all([
    ...Object.values(uses).map((use) => tookUntil(async () => (await use()) !== 200)),
    tookUntil(async () => screen.connection.state === 'disconnected'),
  ]);
  const names = [...Object.keys(uses), 'socket'];
  process.stdout.write(`revoked device: ${names.map((name, at) => `${name} ${took[at]} ms`).join(', ')}\n`);
  expect(Math.max(...took)).toBeLessThanOrEqual(within);
  expect((await ask('/api/patients')).json().kind).toBe('device-erased');
  expect((await api.app.inject({ url: '/api/patients', headers })).statusCode).not.toBe(200);
});
