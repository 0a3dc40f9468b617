import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './addresses.ts';

/** Why a call of ours to another server was not made or not finished; the sentence names no address. */
export class OutgoingFailure extends Error {}

export type OutgoingRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | URLSearchParams | null | undefined;
  signal?: AbortSignal | undefined;
};
/** Shaped like fetch, so that libraries can be given it. */
export type Outgoing = (url: string, request?: OutgoingRequest) => Promise<Response>;

/** All addresses of a name. */
export type Resolve = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

type Limits = {
  resolve?: Resolve;
  /** For tests on one machine: http, and loopback instead of public addresses. */
  toLoopback?: boolean;
  /** For the whole call, in ms. */
  longestMs?: number;
  mostBytes?: number;
};

const forbidden = 'This address is not on the public internet, so Mainstay can’t use it.';

/**
 * Calls to addresses that a person typed: https to public addresses alone. A name is resolved once and the connection
 * goes to what was checked, so that a second answer of the name server changes nothing. Redirects are not followed: the
 * caller gets the 3xx reply. Each call has a connection of its own.
 */
export function outgoing({
  resolve = (name, done) => systemLookup(name, { all: true }, done),
  toLoopback = false,
  longestMs = 10_000,
  mostBytes = 1_048_576,
}: Limits = {}): Outgoing {
  const isAllowed = toLoopback ? isLoopbackAddress : isPublicAddress;
  /** Node asks this instead of the system whenever the host is no address already. */
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new OutgoingFailure('The host was not found.'), [], 0);
      else if (!addresses.every(({ address }) => isAllowed(address))) done(new OutgoingFailure(forbidden), [], 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

  return async (text, { method = 'GET', headers = {}, body, signal } = {}) => {
    const url = readUrl(text, toLoopback);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new OutgoingFailure(forbidden);
    const ends = AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]);
    try {
      return await exchange(url, { method, headers, body, lookup, ends, mostBytes });
    } catch (error) {
      if (error instanceof OutgoingFailure) throw error;
      if (ends.aborted) throw new OutgoingFailure('The other server did not answer in time.');
      throw new OutgoingFailure('The other server could not be reached.', { cause: error });
    }
  };
}

function readUrl(text: string, toLoopback: boolean): URL {
  if (!URL.canParse(text)) throw new OutgoingFailure('This is not an address.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(toLoopback && url.protocol === 'http:'))
    throw new OutgoingFailure('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw new OutgoingFailure('The address must not include a user or password.');
  return url;
}

type Exchange = Required<Pick<OutgoingRequest, 'method' | 'headers'>> & {
  body: OutgoingRequest['body'];
  lookup: LookupFunction;
  ends: AbortSignal;
  mostBytes: number;
};

function exchange(url: URL, { method, headers, body, lookup, ends, mostBytes }: Exchange): Promise<Response> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      // No agent: a connection kept from before would go to an address that was checked for another call.
      { method, headers: { ...headers, 'accept-encoding': 'identity' }, lookup, agent: false, signal: ends },
      (reply) => readReply(reply, mostBytes).then(resolve, reject),
    );
    call.on('error', reject);
    call.end(body instanceof URLSearchParams ? body.toString() : (body ?? undefined));
  });
}

async function readReply(reply: IncomingMessage, mostBytes: number): Promise<Response> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of reply as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > mostBytes) throw new OutgoingFailure('The other server sent too much data.');
    parts.push(part);
  }
  const headers = Object.entries(reply.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const status = reply.statusCode ?? 500;
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(parts), { status, headers });
}
