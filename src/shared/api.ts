import { appVersion } from '#contract/base/app-version.ts';
import { AppError, failureOf, isOfAnother, kindOfStatus, type Failure } from '#contract/base/errors.ts';
import { isInQuery, methodOf, pathOf, type Endpoint, type EndpointTable } from '#contract/base/endpoint.ts';
import type { EndpointName, InputOf, ReplyOf } from '#contract/endpoints.ts';
import { sessionEndpoints } from '#contract/session/endpoints.ts';

/** A refusal as it came from the server, before anybody has decided what it means for the user. */
export type Refusal = { status: number; headers: Headers; failure: Failure | null };

/** What calls need from the signed-in app; given once by src/app. */
export type ApiSurroundings = {
  token: () => string | null;
  site: () => string | null;
  socketId: () => string | null;
  /** A new token by the refresh cookie; false when the session is over. */
  refresh: () => Promise<boolean>;
  /** spec 8 */
  meetRefusal: (refusal: Refusal) => Promise<'retry' | 'throw'>;
};

let surroundings: ApiSurroundings | null = null;

export function equipApi(given: ApiSurroundings): void {
  surroundings = given;
}

/** The sentence for a call that never reached the server; nothing of it is reported (spec 8). */
export const unreachableSentence =
  'We can’t reach the server. Your saved work is kept on this device. Try again when you’re back online.';

export class NetworkError extends Error {
  constructor() {
    super(unreachableSentence);
    this.name = 'NetworkError';
  }
}

const longestWait = 60_000;
/** A server that never stops refusing must not hold a screen for ever. */
const mostAttempts = 6;

type CallOptions = {
  /** The caller meets every refusal itself: signing in, for one. */
  byCaller?: boolean;
  signal?: AbortSignal;
  /** What is long on a slow link; else it is given up after a minute. */
  longestMs?: number;
};

/** Calls the server for what only works online. Refusals arrive as AppError, a lost network as NetworkError. */
export async function call<N extends EndpointName>(
  name: N,
  input: InputOf<N>,
  options: CallOptions = {},
): Promise<ReplyOf<N>> {
  // Every input schema is an object; the generic lookup loses that.
  const fields = input as Record<string, unknown>;
  const endpoint = await endpointOf(name);
  let hasRefreshed = false;
  for (let attempt = 1; ; attempt += 1) {
    const held = surroundings?.token();
    const { response, json } = await send(endpoint, fields, options);
    if (response.ok) return readReply(name, endpoint, json);
    if (response.status === 401 && !options.byCaller && !hasRefreshed && surroundings) {
      const now = surroundings.token();
      // Another call may have had it renewed meanwhile.
      if (now !== null && now !== held) continue;
      hasRefreshed = true;
      if (await surroundings.refresh()) continue;
    }
    const refusal: Refusal = {
      status: response.status,
      headers: response.headers,
      failure: failureOf(json, response.status),
    };
    if (isOfAnother(refusal.status, refusal.failure)) throw new NetworkError();
    const next = options.byCaller || !surroundings ? 'throw' : await surroundings.meetRefusal(refusal);
    if (next === 'retry' && attempt < mostAttempts) continue;
    throw asError(refusal);
  }
}

const session: EndpointTable = sessionEndpoints;

/** How a call is made. Every feature but the session is loaded here: most screens call none of them. */
export async function endpointOf(name: EndpointName): Promise<Endpoint> {
  const [feature = '', verb = ''] = name.split('.');
  const found = feature === 'session' ? session[verb] : await loadEndpoint(feature, verb);
  if (!found) throw new Error(`No endpoint ${name}`);
  return found;
}

async function loadEndpoint(feature: string, verb: string): Promise<Endpoint | undefined> {
  try {
    const { findEndpoint } = await import('./endpoint-tables.ts');
    return await findEndpoint(feature, verb);
  } catch {
    throw new NetworkError();
  }
}

/** `json` is undefined where the answer is none or was cut on its way. */
async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { signal, longestMs = longestWait }: CallOptions,
): Promise<{ response: Response; json: unknown }> {
  const { url, body } = addressOf(endpoint, input);
  const headers = new Headers();
  const token = surroundings?.token();
  const site = surroundings?.site();
  const socketId = surroundings?.socketId();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (site) headers.set('X-Site-Key', site);
  if (socketId) headers.set('X-Socket-Id', socketId);
  headers.set('X-App-Version', appVersion);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), longestMs);
  try {
    const response = await fetch(
      new Request(url, {
        method: methodOf(endpoint),
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
        credentials: 'same-origin',
      }),
    );
    // A body may stop half way, too.
    return { response, json: await bodyOf(endpoint, response).catch(() => undefined) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError();
  } finally {
    clearTimeout(timer);
  }
}

/** JSON, or the bytes of a file with its name. */
async function bodyOf({ sends }: Endpoint, response: Response): Promise<unknown> {
  if (!sends || !response.ok) return response.json();
  const filename = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { filename, content: new Uint8Array(await response.arrayBuffer()) };
}

/** Fills `:id` and the like from the input; the rest travels as query or body. */
export function addressOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { url: string; body: Record<string, unknown> | undefined } {
  const rest = { ...input };
  const path = pathOf(endpoint).replace(/:(\w+)/g, (_, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams();
  for (const [key, value] of fields) if (isInQuery(endpoint, key)) query.set(key, String(value));
  const body = fields.filter(([key]) => !isInQuery(endpoint, key));
  const hasBody = body.length > 0 || !['GET', 'DELETE'].includes(methodOf(endpoint));
  return {
    url: query.size === 0 ? `/api${path}` : `/api${path}?${query.toString()}`,
    body: hasBody ? Object.fromEntries(body) : undefined,
  };
}

function readReply<N extends EndpointName>(name: N, endpoint: Endpoint, json: unknown): ReplyOf<N> {
  if (json === undefined) throw new NetworkError();
  const reply = endpoint.reply.safeParse(json);
  if (!reply.success) throw new Error(`The reply of ${name} is not what this version of Mainstay expects.`);
  // The table binds each name to its reply schema; the generic lookup loses that.
  return reply.data as ReplyOf<N>;
}

/** Seconds to wait from `retry-after`, if the server said so. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  const seconds = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function asError({ status, headers, failure }: Refusal): AppError {
  const retryAfter = retryAfterOf(headers);
  return new AppError(failure?.kind ?? kindOfStatus(status), withNumber(status, failure), {
    ...(failure?.fields ? { fields: failure.fields } : {}),
    ...(failure?.requestId ? { requestId: failure.requestId } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    current: failure?.current,
  });
}

/** A fault of the server is shown with the number of its request, wherever its sentence is: support finds it by that. */
function withNumber(status: number, failure: Failure | null): string {
  const sentence =
    failure?.message ?? `The server could not do this (${status}). Nothing was changed. Try again in a moment.`;
  return status >= 500 && failure?.requestId ? `${sentence} (${failure.requestId})` : sentence;
}
