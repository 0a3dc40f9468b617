import { connect, createServer, type Socket } from 'node:net';
import { seeded, type Random } from './random.ts';

/** What may happen to a call of the API on its way; each share, from 0 to 1, is drawn anew for every request. */
export type Faults = {
  /** Every request waits up to so long, so that those of several connections overtake each other. */
  delayMs?: number;
  /** The connection breaks somewhere in the reply. */
  cutReply?: number;
  /** The connection stays open and nothing ever comes: half of these requests reach the server, half do not. */
  halfOpen?: number;
  /** The same bytes reach the server once more by another connection, sooner or later; only what may be sent again. */
  duplicate?: number;
};

export type FaultCounts = {
  requests: number;
  delayed: number;
  cutReplies: number;
  halfOpen: number;
  duplicates: number;
};

/** A TCP hop between browser and server that a test can cut and mend, and that can be made to misbehave. */
export type Network = {
  port: number;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** From now on requests meet these faults; null: none, and what hangs is broken off. */
  disturb(faults: Faults | null): void;
  /** What it has done so far. */
  counts: FaultCounts;
  close(): Promise<void>;
};

type Hop = { targetPort: number; random: Random; faults: Faults | null; counts: FaultCounts; sockets: Set<Socket> };

/** On a port of its own, or the one that is named. */
export async function makeNetwork(targetPort: number, seed = 1, port = 0): Promise<Network> {
  const counts: FaultCounts = { requests: 0, delayed: 0, cutReplies: 0, halfOpen: 0, duplicates: 0 };
  const hop: Hop = { targetPort, random: seeded(seed), faults: null, counts, sockets: new Set() };
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) client.destroy();
    else join(hop, client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  const address = server.address();
  const breakAll = () => {
    for (const socket of hop.sockets) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    counts,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    disturb(faults) {
      if (hop.faults && !faults) breakAll();
      hop.faults = faults;
    },
    close() {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function follow({ sockets }: Hop, socket: Socket, ended: () => void): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    sockets.delete(socket);
    ended();
  });
}

/** One connection: requests are passed on whole, one after the other; replies as they come. */
function join(hop: Hop, client: Socket): void {
  const upstream = connect(hop.targetPort, 'localhost');
  /** Bytes of replies that still pass; null: all. */
  let left: number | null = null;
  let isSilent = false;
  let turn = Promise.resolve();
  follow(hop, client, () => upstream.destroy());
  // Who is behind a half-open connection does not hear that the other end is gone.
  follow(hop, upstream, () => {
    if (!isSilent) client.destroy();
  });

  upstream.on('data', (bytes: Buffer) => {
    if (isSilent) return;
    if (left === null) return void client.write(bytes);
    client.write(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) client.destroy();
  });
  upstream.on('end', () => {
    if (!isSilent) client.end();
  });
  client.on('end', () => upstream.end());
  client.on(
    'data',
    cutIntoRequests((bytes, head) => (turn = turn.then(() => pass(bytes, head)))),
  );

  async function pass(bytes: Buffer, head: string | null): Promise<void> {
    const { random, counts } = hop;
    // Files of the app and live connections are passed on as they are.
    const faults = head !== null && / \/api\//.test(head) ? hop.faults : null;
    if (!faults) return void upstream.write(bytes);
    counts.requests += 1;
    if (faults.delayMs) {
      counts.delayed += 1;
      await new Promise((resolve) => setTimeout(resolve, random.between(0, faults.delayMs ?? 0)));
    }
    if (random.chance(faults.halfOpen ?? 0)) {
      counts.halfOpen += 1;
      isSilent = true;
      if (random.chance(0.5)) return;
    } else if (random.chance(faults.cutReply ?? 0)) {
      counts.cutReplies += 1;
      left = random.between(0, 600);
    }
    if (random.chance(faults.duplicate ?? 0) && maybeSentAgain(head ?? '')) {
      counts.duplicates += 1;
      setTimeout(() => sendAlone(hop, bytes), random.between(0, 400));
    }
    if (!upstream.destroyed) upstream.write(bytes);
  }
}

/** Calls that promise to take effect once however often they come; a sign-in, for one, does not. */
function maybeSentAgain(head: string): boolean {
  return head.startsWith('POST /api/sync/') || /\r\nidempotency-key:/i.test(head);
}

function sendAlone(hop: Hop, bytes: Buffer): void {
  const socket = connect(hop.targetPort, 'localhost', () => socket.write(bytes));
  hop.sockets.add(socket);
  socket.on('close', () => hop.sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  socket.once('data', () => socket.end());
}

/** Whole requests with their heads; what is no HTTP request any more, such as a web socket, comes with null. */
function cutIntoRequests(each: (bytes: Buffer, head: string | null) => void): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  let isRaw = false;
  return (bytes) => {
    if (isRaw) return each(bytes, null);
    held = Buffer.concat([held, bytes]);
    for (let end = held.indexOf('\r\n\r\n'); end >= 0 && !isRaw; end = held.indexOf('\r\n\r\n')) {
      const head = held.subarray(0, end + 2).toString('latin1');
      isRaw = /\r\n(upgrade|transfer-encoding):/i.test(head);
      const length = end + 4 + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (!isRaw && held.length < length) return;
      each(held.subarray(0, isRaw ? undefined : length), isRaw ? null : head);
      held = isRaw ? Buffer.alloc(0) : held.subarray(length);
    }
  };
}
