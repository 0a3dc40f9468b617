import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openCables } from './open-cables.ts';

test('what is written in one go arrives in one go, and whatever follows or ends it arrives too', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = openCables().add();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [there] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'connect');
  const heard: string[] = [];
  there.on('data', (part: Buffer) => heard.push(part.toString()));
  socket.write('begin');
  expect(socket.writableCorked).toBe(1);
  socket.cork();
  socket.write(Buffer.from(' ask'));
  socket.uncork();
  await new Promise<void>((resolve) => socket.write(' done', 'utf8', () => resolve()));
  await expect.poll(() => heard).toEqual(['begin ask done']);
  socket.write(' more');
  socket.end(' end');
  await once(there, 'end');
  expect(heard.join('')).toBe('begin ask done more end');
  server.close();
});

test('a socket that is asked for after the cut is closed at once', async () => {
  const cables = openCables();
  cables.cut();
  const [error] = (await once(cables.add(), 'error')) as [Error];
  expect(error.message).toBe('The database is being closed.');
});
