import { randomInt, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { PusherApp } from './pusher-app.ts';
import { signatureOf } from './signature.ts';

/** Pusher protocol 7, as far as Mainstay uses it: private channels, one per site, server events only. */
const Frame = z.object({ event: z.string(), data: z.unknown() });
const Subscribe = z.object({
  channel: z.string().max(164),
  auth: z.string().max(400).optional(),
  channel_data: z.string().max(200).optional(),
});
/** What is signed together with a subscription: Pusher calls it the user, here it is the session. */
const ChannelData = z.object({ user_id: z.uuid() });
const Unsubscribe = z.object({ channel: z.string().max(164) });

const activityTimeoutS = 120;
const patienceMs = 30_000;
/** The socket of an ended session is cut within 5 s: this and the check itself. */
export const sessionCheckMs = 4_000;
/** Others see a change within a second; most of it is for the pull that follows. */
export const coalesceMs = 50;
/** A client that lets this much pile up has stopped reading. */
const backlogBytes = 256 * 1024;
/** Sockets that have subscribed to nothing yet: a whole clinic behind one address comes back at once, and joins within seconds. */
const waitingLimits = { ofAddress: 200, ofAll: 2_000 };
/** Close codes: 4000-4099 never reconnect, 4100-4199 after a pause, 4200-4299 at once. */
const closing = { signedOut: 4009, overCapacity: 4100, silent: 4201 } as const;

type Session = { site: string; SessionId: string };
type Client = {
  id: string;
  /** As what its address counts. */
  from: string;
  socket: WebSocket;
  /** The session each one was signed for, by whichever process. */
  channels: Map<string, Session>;
  seenAt: number;
  /** Since when it has no channel, whatever it says meanwhile. */
  aloneSince: number;
  wasPinged: boolean;
};

type Signed = { auth: string; channel_data: string };

type Hint = 'pull' | 'setup';

export type Realtime = {
  /** Takes over WebSocket upgrades to /app/:key. */
  attach(server: Server): void;
  /** Signs a subscription of the session to its own site; undefined for any other channel. */
  authorize(session: Session, socketId: string, channel: string): Signed | undefined;
  /**
   * Tells every screen of a site to pull, and with `setup` to ask anew who its user is; null, when messages may have
   * been missed, those of every site.
   */
  changed(site: string | null, hint?: Hint): void;
  /** The sites with a screen that wants to hear of changes. */
  sites(): string[];
  /** How many are open, and how many of them have subscribed to nothing yet. */
  sockets(): { open: number; waiting: number };
  close(): void;
};

type Options = {
  app: PusherApp;
  /** Where a request comes from, behind a proxy too. */
  addressOf(request: IncomingMessage): string;
  waitingLimits?: typeof waitingLimits;
  isOwnOrigin(headers: { origin?: string | undefined; host?: string | undefined }): boolean;
  liveSessions(site: string, SessionIds: string[]): Promise<Set<string>>;
  onError(error: unknown): void;
};

const channelPrefix = 'private-site-';

function channelOf(site: string): string {
  return `${channelPrefix}${site}`;
}

export function createRealtime(options: Options): Realtime {
  const { app } = options;
  const clients = new Map<string, Client>();
  const pending = new Map<string, NodeJS.Timeout>();
  const withSetup = new Set<string>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 8_192, perMessageDeflate: false });

  function publish(site: string): void {
    pending.delete(site);
    const channel = channelOf(site);
    const hint: Hint = withSetup.delete(site) ? 'setup' : 'pull';
    const text = JSON.stringify({ event: 'changed', channel, data: JSON.stringify({ site, hint }) });
    for (const client of clients.values()) {
      if (!client.channels.has(channel)) continue;
      if (client.socket.bufferedAmount > backlogBytes) client.socket.terminate();
      else client.socket.send(text);
    }
  }

  function joined(): string[] {
    const channels = [...clients.values()].flatMap((client) => [...client.channels.values()]);
    return [...new Set(channels.map(({ site }) => site))];
  }

  const waiting = () => [...clients.values()].filter(({ channels }) => channels.size === 0);

  /** Without a look at who asks: nobody can hold more sockets than this without having signed in. */
  function isCrowded(from: string): boolean {
    const { ofAddress, ofAll } = options.waitingLimits ?? waitingLimits;
    const all = waiting();
    return all.length >= ofAll || all.filter((client) => client.from === from).length >= ofAddress;
  }

  function connect(socket: WebSocket, from: string): void {
    socket.on('error', () => socket.terminate());
    const id = `${randomInt(1e9)}.${randomInt(1e9)}`;
    const at = Date.now();
    const client: Client = { id, from, socket, channels: new Map(), seenAt: at, aloneSince: at, wasPinged: false };
    clients.set(id, client);
    socket.on('close', () => clients.delete(id));
    socket.on('message', (bytes) => {
      client.seenAt = Date.now();
      client.wasPinged = false;
      receive(client, String(bytes), app);
    });
    send(socket, 'pusher:connection_established', { socket_id: id, activity_timeout: activityTimeoutS });
  }

  const beat = setInterval(() => checkActivity(clients), patienceMs / 3);
  const audit = setInterval(() => void cutEnded(clients, options).catch(options.onError), sessionCheckMs);
  beat.unref();
  audit.unref();

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        const key = /^\/app\/([\w-]{1,80})(?:\?|$)/.exec(request.url ?? '')?.[1];
        if (key === undefined || !isSame(key, app.key)) return refuse(stream, '404 Not Found');
        if (!options.isOwnOrigin(request.headers)) return refuse(stream, '403 Forbidden');
        const from = countedAs(options.addressOf(request));
        if (isCrowded(from)) return refuse(stream, '503 Service Unavailable');
        sockets.handleUpgrade(request, stream, head, (socket) => connect(socket, from));
      });
    },
    authorize(session, socketId, channel) {
      if (channel !== channelOf(session.site)) return undefined;
      const channel_data = JSON.stringify({ user_id: session.SessionId } satisfies z.input<typeof ChannelData>);
      return { auth: signatureOf(app, { socket: socketId, channel, data: channel_data }), channel_data };
    },
    changed(changedSite, hint = changedSite === null ? 'setup' : 'pull') {
      for (const site of changedSite === null ? joined() : [changedSite]) {
        if (hint === 'setup') withSetup.add(site);
        if (!pending.has(site))
          pending.set(
            site,
            setTimeout(() => publish(site), coalesceMs),
          );
      }
    },
    sites: joined,
    sockets: () => ({ open: clients.size, waiting: waiting().length }),
    close() {
      clearInterval(beat);
      clearInterval(audit);
      for (const timer of pending.values()) clearTimeout(timer);
      for (const client of clients.values()) client.socket.terminate();
      sockets.close();
    },
  };
}

function receive(client: Client, text: string, app: PusherApp): void {
  const frame = parseJson(text, Frame);
  if (!frame) return;
  const data = typeof frame.data === 'string' ? safeJson(frame.data) : frame.data;
  if (frame.event === 'pusher:ping') send(client.socket, 'pusher:pong', {});
  else if (frame.event === 'pusher:subscribe') subscribe(client, Subscribe.safeParse(data).data, app);
  else if (frame.event === 'pusher:unsubscribe') unsubscribe(client, Unsubscribe.safeParse(data).data?.channel ?? '');
  else if (frame.event.startsWith('client-'))
    send(client.socket, 'pusher:error', { code: 4301, message: 'Client events are not allowed' });
}

function subscribe(client: Client, asked: z.output<typeof Subscribe> | undefined, app: PusherApp): void {
  if (!asked) return;
  const { channel, auth = '', channel_data = '' } = asked;
  const expected = signatureOf(app, { socket: client.id, channel, data: channel_data });
  const session = parseJson(channel_data, ChannelData);
  if (!channel.startsWith(channelPrefix) || !session || !isSame(auth, expected)) {
    const refusal = { type: 'AuthError', error: 'This channel is not open to you', status: 401 };
    return send(client.socket, 'pusher:subscription_error', refusal, channel);
  }
  client.channels.set(channel, { site: channel.slice(channelPrefix.length), SessionId: session.user_id });
  send(client.socket, 'pusher_internal:subscription_succeeded', {}, channel);
}

function unsubscribe(client: Client, channel: string): void {
  if (client.channels.delete(channel) && client.channels.size === 0) client.aloneSince = Date.now();
}

/** Pings the quiet, and closes those who do not answer or never subscribed. */
function checkActivity(clients: Map<string, Client>): void {
  const now = Date.now();
  for (const client of clients.values()) {
    const quietMs = now - client.seenAt;
    if (client.channels.size === 0 && now - client.aloneSince > patienceMs) {
      client.socket.close(closing.overCapacity, 'No subscription');
    } else if (quietMs > activityTimeoutS * 1000 + patienceMs) {
      client.socket.close(closing.silent, 'Pong reply not received');
    } else if (quietMs > activityTimeoutS * 1000 && !client.wasPinged) {
      client.wasPinged = true;
      send(client.socket, 'pusher:ping', {});
    }
  }
}

async function cutEnded(clients: Map<string, Client>, { liveSessions }: Options): Promise<void> {
  const joined = [...clients.values()].flatMap(({ socket, channels }) =>
    [...channels.values()].map((session) => ({ socket, ...session })),
  );
  for (const [site, ofSite] of Map.groupBy(joined, (each) => each.site)) {
    const live = await liveSessions(site, [...new Set(ofSite.map(({ SessionId }) => SessionId))]);
    for (const { socket, SessionId } of ofSite) {
      if (!live.has(SessionId)) socket.close(closing.signedOut, 'Signed out');
    }
  }
}

function send(socket: WebSocket, event: string, data: object, channel?: string): void {
  socket.send(JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) }));
}

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => stream.destroy());
  // An end alone leaves the half that the caller would have to close.
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => stream.destroy());
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseJson<T extends z.ZodType>(text: string, schema: T): z.output<T> | undefined {
  return schema.safeParse(safeJson(text)).data;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
