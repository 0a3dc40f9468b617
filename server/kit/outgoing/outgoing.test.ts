import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';
import { outgoing, OutgoingFailure, type Resolve } from './outgoing.ts';

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['100.128.0.1', true],
  ['2606:4700:4700::1111', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.192', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['::127.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['64:ff9b:1::1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['', false],
  ['localhost', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['::ffff:127.0.0.1', false],
])('%s is loopback: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** A server on this machine and how many connections came in. */
async function listening(answer: RequestListener = (_request, reply) => reply.end('here')) {
  server = createServer(answer);
  const seen = { connections: 0, port: 0 };
  server.on('connection', () => (seen.connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  seen.port = (server.address() as AddressInfo).port;
  return seen;
}

const familyOf = (address: string) => (isIPv6(address) ? 6 : 4);
/** A name server with one answer after another. */
function nameServer(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = (name, done) => {
    asked.push(name);
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: familyOf(address) })),
    );
  };
  return { resolve, asked };
}

test.each([
  ['https://127.0.0.1/'],
  ['https://2130706433/'],
  ['https://0x7f.1/'],
  ['https://127.1/'],
  ['https://[::1]/'],
  ['https://[::ffff:127.0.0.1]/'],
  ['https://[fd00:ec2::254]/'],
  ['https://169.254.169.254/latest/meta-data/'],
  ['https://10.0.0.1/'],
])('%s is refused without a name being asked', async (url) => {
  const names = nameServer(['8.8.8.8']);
  await expect(outgoing({ resolve: names.resolve })(url)).rejects.toThrow(/not on the public internet/);
  expect(names.asked).toEqual([]);
});

test.each([
  ['http://clinic.example/', /must begin with https/],
  ['ftp://clinic.example/', /must begin with https/],
  ['file:///etc/passwd', /must begin with https/],
  ['https://me:secret@clinic.example/', /user or password/],
  ['clinic.example', /not an address/],
])('%s is refused', async (url, sentence) => {
  await expect(outgoing({ resolve: nameServer(['8.8.8.8']).resolve })(url)).rejects.toThrow(sentence);
});

test('a name that leads to this machine is never connected to, nor one that leads there as well', async () => {
  const seen = await listening();
  for (const answer of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['169.254.169.254']]) {
    const call = outgoing({ resolve: nameServer(answer).resolve })(`https://rebind.test:${seen.port}/`);
    await expect(call).rejects.toThrow(/not on the public internet/);
  }
  expect(seen.connections).toBe(0);
});

test('a name that answers differently the second time: each call asks once and goes where that answer was', async () => {
  const seen = await listening();
  // First the machine we are, which these settings allow, then somewhere private: what was checked is what is called.
  const names = nameServer(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1']);
  const call = outgoing({ resolve: names.resolve, toLoopback: true });
  const url = `http://rebind.test:${seen.port}/`;
  expect(await (await call(url)).text()).toBe('here');
  expect(names.asked).toHaveLength(1);
  await expect(call(url)).rejects.toThrow(/not on the public internet/);
  expect(names.asked).toHaveLength(2);
  // A connection from before is not used again: the name is asked anew.
  expect(await (await call(url)).text()).toBe('here');
  expect(names.asked).toHaveLength(3);
  expect(seen.connections).toBe(2);
});

test('a redirect is handed over and not followed', async () => {
  const seen = await listening((_request, reply) =>
    reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  const reply = await outgoing({ toLoopback: true })(`http://localhost:${seen.port}/`);
  expect(reply.status).toBe(302);
  expect(reply.headers.get('location')).toBe('http://169.254.169.254/');
  expect(seen.connections).toBe(1);
});

test('what is sent arrives: method, headers and a form', async () => {
  let told = '';
  const seen = await listening(async (request, reply) => {
    for await (const part of request) told += String(part);
    told = `${request.method} ${request.headers['x-test']} ${told}`;
    reply.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const body = new URLSearchParams({ code: 'a b' });
  const reply = await outgoing({ toLoopback: true })(`http://127.0.0.1:${seen.port}/token`, {
    method: 'POST',
    headers: { 'x-test': 'yes', 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  expect(told).toBe('POST yes code=a+b');
  expect(reply.status).toBe(201);
  expect(await reply.json()).toEqual({ ok: true });
});

test('an endless answer, a silent server and one that is not there end with a sentence', async () => {
  const endless = await listening((_request, reply) => {
    const more = () => void (reply.destroyed || reply.write('x'.repeat(10_000), () => setImmediate(more)));
    more();
  });
  const call = outgoing({ toLoopback: true, mostBytes: 100_000 });
  await expect(call(`http://127.0.0.1:${endless.port}/`)).rejects.toThrow(/too much data/);
  server?.removeAllListeners('request');
  const silent = outgoing({ toLoopback: true, longestMs: 200 })(`http://127.0.0.1:${endless.port}/`);
  await expect(silent).rejects.toThrow(/did not answer in time/);
  await expect(outgoing({ toLoopback: true })('http://127.0.0.1:1/')).rejects.toThrow(OutgoingFailure);
});
