import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addressReader } from '../http/address-of.ts';
import { createRealtime } from './realtime.ts';

const open: { disconnect(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.disconnect();
});

/** A server of its own, without the clinic behind it. */
async function alone(from: Partial<Parameters<typeof createRealtime>[0]> = {}) {
  const server = createServer();
  const realtime = createRealtime({
    app: { key: 'test-key', secret: 'test-secret-of-16' },
    addressOf: addressReader('127.0.0.1'),
    isOwnOrigin: () => true,
    liveSessions: async () => new Set(),
    onError: () => undefined,
    ...from,
  });
  realtime.attach(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push({ disconnect: () => (realtime.close(), server.close()) });
  return { server, realtime, at: (server.address() as AddressInfo).port };
}

test('a socket that joins nothing ends in time, whatever it says meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const { at } = await alone();
    const socket = new WebSocket(`ws://127.0.0.1:${at}/app/test-key`);
    let code: number | undefined;
    socket.on('close', (given) => (code = given));
    await once(socket, 'message');
    for (let seconds = 0; seconds < 40 && code === undefined; seconds += 10) {
      socket.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
      await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      vi.advanceTimersByTime(10_000);
    }
    vi.useRealTimers();
    await expect.poll(() => code).toBe(4100);
  } finally {
    vi.useRealTimers();
  }
});

test('what is refused holds no connection, though its caller keeps it open', async () => {
  const { server, at, realtime } = await alone({ waitingLimits: { ofAddress: 0, ofAll: 0 } });
  for (const [path, status] of [
    ['/app/wrong-key', '404'],
    ['/app/test-key', '503'],
  ] as const) {
    const caller = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true });
    open.push({ disconnect: () => caller.destroy() });
    caller.write(
      `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
    );
    const [bytes] = (await once(caller, 'data')) as [Buffer];
    expect(String(bytes)).toContain(` ${status} `);
    await expect.poll(() => connectionsOf(server)).toBe(0);
  }
  expect(realtime.sockets()).toEqual({ open: 0, waiting: 0 });
});

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

test('sockets that join nothing are few, by address and in all, and one that ends makes room', async () => {
  const { at, realtime } = await alone({ waitingLimits: { ofAddress: 2, ofAll: 3 } });
  const come = async (from: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${at}/app/test-key`, { headers: { 'x-forwarded-for': from } });
    open.push({ disconnect: () => socket.terminate() });
    const came = Promise.withResolvers<string>();
    socket.on('message', () => came.resolve('in'));
    socket.on('error', ({ message }) => came.resolve(message));
    return { socket, came: await came.promise };
  };
  const first = await come('198.51.100.1');
  const second = await come('198.51.100.1');
  expect([first.came, second.came]).toEqual(['in', 'in']);
  expect((await come('198.51.100.1')).came).toContain('503');
  expect((await come('198.51.100.2')).came).toBe('in');
  expect((await come('198.51.100.3')).came).toContain('503');
  expect(realtime.sockets()).toEqual({ open: 3, waiting: 3 });
  first.socket.terminate();
  await expect.poll(() => realtime.sockets().open).toBe(2);
  expect((await come('198.51.100.1')).came).toBe('in');
});
