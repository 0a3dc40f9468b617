import { createServer, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeNetwork, type Faults, type Network } from '../../network.ts';

let network: Network;
let received: { path: string; body: string }[];
let end: () => Promise<void>;

beforeEach(async () => {
  received = [];
  const server = createServer((asked, answer) => {
    let body = '';
    asked.on('data', (chunk: Buffer) => (body += chunk.toString()));
    asked.on('end', () => {
      received.push({ path: asked.url ?? '', body });
      answer.end('x'.repeat(5_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  network = await makeNetwork(typeof address === 'object' && address ? address.port : 0, 5);
  end = async () => {
    await network.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
});
afterEach(() => end());

type Heard = { bytes: number; isWhole: boolean };

/** One call on a connection of its own; null when nothing came within `patienceMs`. */
function call(path: string, { body = '', patienceMs = 5_000 } = {}): Promise<Heard | null> {
  return new Promise((resolve) => {
    let bytes = 0;
    const asked = request({ port: network.port, host: 'localhost', path, method: 'POST', agent: false }, (answer) => {
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('close', () => resolve({ bytes, isWhole: answer.complete }));
      answer.on('error', () => undefined);
    });
    asked.on('error', () => resolve({ bytes, isWhole: false }));
    asked.setTimeout(patienceMs, () => {
      resolve(null);
      asked.destroy();
    });
    asked.end(body);
  });
}

async function manyCalls(faults: Faults, path = '/api/sync/push'): Promise<(Heard | null)[]> {
  network.disturb(faults);
  return Promise.all(Array.from({ length: 20 }, (_, n) => call(path, { body: `call ${n}`, patienceMs: 1_000 })));
}

test('an undisturbed call and its reply pass as they are', async () => {
  expect(await call('/api/sync/pull', { body: 'y'.repeat(200_000) })).toEqual({ bytes: 5_000, isWhole: true });
  expect(received).toEqual([{ path: '/api/sync/pull', body: 'y'.repeat(200_000) }]);
});

test('a reply is cut somewhere, after the server has done its work', async () => {
  const heard = await manyCalls({ cutReply: 1 });
  expect(heard.every((one) => one && !one.isWhole && one.bytes < 5_000)).toBe(true);
  expect(received).toHaveLength(20);
});

test('a half-open connection says nothing, and some of its calls reached the server', async () => {
  const heard = await manyCalls({ halfOpen: 1 });
  expect(heard).toEqual(Array.from({ length: 20 }, () => null));
  expect(received.length).toBeGreaterThan(0);
  expect(received.length).toBeLessThan(20);
});

test('what may be sent again reaches the server twice, and a sign-in once', async () => {
  const heard = await manyCalls({ duplicate: 1 });
  expect(heard.every((one) => one?.isWhole)).toBe(true);
  await expect.poll(() => received.length).toBe(40);
  expect(new Set(received.map(({ body }) => body)).size).toBe(20);
  await manyCalls({ duplicate: 1 }, '/api/session/login');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(received).toHaveLength(60);
});

test('delayed calls overtake each other', async () => {
  await manyCalls({ delayMs: 200 });
  const order = received.map(({ body }) => Number(body.slice(5)));
  expect(order).toHaveLength(20);
  expect(order).not.toEqual(order.toSorted((a, b) => a - b));
});

test('files of the app are never disturbed, and calm ends it all', async () => {
  const heard = await manyCalls({ halfOpen: 1, cutReply: 1, duplicate: 1 }, '/assets/app.js');
  expect(heard.every((one) => one?.isWhole)).toBe(true);
  network.disturb(null);
  expect(await call('/api/sync/push')).toEqual({ bytes: 5_000, isWhole: true });
  expect(network.counts.requests).toBe(0);
});
