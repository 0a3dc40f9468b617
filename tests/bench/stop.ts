import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { figure, type Figure } from './measure.ts';
import { tokenFor } from './token.ts';

const many = Number(process.env['STOP_CONNECTIONS'] ?? 1_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const targetS = 5;

/** What is open when the server is asked to end; it is cleared away afterwards. */
type Situation = (clinic: Clinic, port: number) => Promise<() => unknown>;

const situations: Record<string, Situation> = {
  'nothing open': async () => () => undefined,
  [`${many} idle keep-alive connections`]: async (_clinic, port) => {
    const agent = new Agent({ keepAlive: true, maxFreeSockets: many });
    const asked = Array.from({ length: many }, async () => {
      const [reply] = await once(request({ port, path: '/healthz', agent }).end(), 'response');
      await text(reply as never);
    });
    await Promise.all(asked);
    return () => agent.destroy();
  },
  [`${many} connections without a request`]: async (_clinic, port) => {
    const open = await Promise.all(Array.from({ length: many }, () => connected(port)));
    return () => open.forEach((socket) => socket.destroy());
  },
  [`${many} WebSockets`]: async (clinic) => {
    const { key } = JSON.parse(readFileSync(join(clinic.dataDir, 'realtime.json'), 'utf8')) as { key: string };
    const token = await tokenFor(clinic, 'pt');
    const open: WebSocket[] = [];
    // Of those that have not joined yet an address may have a few hundred.
    while (open.length < many)
      open.push(...(await Promise.all(Array.from({ length: Math.min(100, many) }, () => joined(clinic, key, token)))));
    return () => open.forEach((socket) => socket.terminate());
  },
  '20 who do not read their reply': async (clinic, port) => {
    const call = await firstSync(clinic);
    const open = await Promise.all(Array.from({ length: 20 }, () => connected(port)));
    for (const socket of open) socket.pause().write(call);
    return () => open.forEach((socket) => socket.destroy());
  },
  'a first sync under way': async (clinic, port) => {
    const call = await firstSync(clinic);
    const socket = await connected(port);
    socket.resume().write(call);
    return () => socket.destroy();
  },
  'a call that waits for the database': async (clinic, port) => {
    const owner = new pg.Client({ connectionString: (await startEmbedded(clinic.dataDir)).ownerUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    await owner.query('begin; lock table sessions');
    const socket = await connected(port);
    socket.resume().write(login);
    return () => {
      socket.destroy();
      void owner.end().catch(() => undefined);
    };
  },
};

/** A screen's socket, subscribed to what its site's screens hear. */
async function joined({ url }: Clinic, key: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/app/${key}`).on('error', () => undefined);
  const [hello] = (await once(socket, 'message')) as [Buffer];
  const { data } = JSON.parse(hello.toString()) as { data: string };
  const { socket_id } = JSON.parse(data) as { socket_id: string };
  const channel = 'private-site-demo';
  const signed = await fetch(`${url}/api/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-site-key': 'demo', 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id, channel_name: channel }),
  });
  if (!signed.ok) throw new Error(`A socket was refused with ${signed.status}.`);
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...((await signed.json()) as object) } }));
  await once(socket, 'message');
  return socket;
}

const body = JSON.stringify({ email: 'pt@demo.test', password: 'Mainstay-demo-2026' });
const login = `POST /api/session/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function firstSync(clinic: Clinic): Promise<string> {
  const token = await tokenFor(clinic, 'pt');
  const asked = JSON.stringify({ priority: 'P0', after: null });
  return [
    'POST /api/sync/hydrate HTTP/1.1',
    'Host: here',
    `Authorization: Bearer ${token}`,
    'X-Site-Key: demo',
    'Content-Type: application/json',
    `Content-Length: ${asked.length}`,
    '',
    asked,
  ].join('\r\n');
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, 'localhost').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Asked to end while the start waits in a migration. */
async function stopInMigration(clinic: Clinic): Promise<number> {
  const holder = new pg.Client({ connectionString: (await startEmbedded(clinic.dataDir)).ownerUrl });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('select pg_advisory_lock(7260002)');
  const starting = clinic.start().catch(() => undefined);
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  while ((await holder.query(waiting)).rowCount === 0) await wait(50);
  const began = performance.now();
  await clinic.end();
  const seconds = (performance.now() - began) / 1_000;
  await starting;
  await holder.end().catch(() => undefined);
  return seconds;
}

function figureOf(name: string, times: number[]): Figure {
  console.error(`stop with ${name}: ${times.map((time) => time.toFixed(2)).join(', ')} s`);
  return { ...figure(`stop with ${name}`, 's', times, targetS), met: Math.max(...times) <= targetS };
}

/** Seconds from SIGTERM to the end of the process, in each situation; the database has ended with it. */
export async function benchStop(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000' });
  const figures: Figure[] = [];
  try {
    for (const [name, open] of Object.entries(situations)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await clinic.start();
        const clear = await open(clinic, Number(new URL(clinic.url).port));
        const began = performance.now();
        await clinic.end();
        times.push((performance.now() - began) / 1_000);
        clear();
        if (existsSync(join(clinic.dataDir, 'pg18', 'postmaster.pid')))
          throw new Error(`With ${name} the database did not end with the server.`);
      }
      figures.push(figureOf(name, times));
    }
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await stopInMigration(clinic));
    figures.push(figureOf('a round of a migration', times));
  } finally {
    await clinic.stop();
  }
  return figures;
}
