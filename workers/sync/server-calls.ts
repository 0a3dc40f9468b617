import ky, { isHTTPError, type Options } from 'ky';
import { appVersion } from '#contract/base/app-version.ts';
import { AppError, failureOf, isOfAnother, kindOfStatus } from '#contract/base/errors.ts';
import { methodOf, pathOf } from '#contract/base/endpoint.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { endpointOfWorker, type WorkerCall } from './endpoints-of-worker.ts';
import { givesUp, patienceMs } from './patience.ts';

export type ServerCalls = {
  call<N extends WorkerCall>(name: N, input: InputOf<N>, headers?: Record<string, string>): Promise<ReplyOf<N>>;
  /** The network has gone: an answer to what was asked before is used, and says nothing of whether the server is there. */
  lost(): void;
};

type Surroundings = {
  origin: string;
  site: string;
  token(): string | null;
  /** Asks the page for a fresh token; null when it has none now. A session that is over locks this worker. */
  renew(): Promise<string | null>;
  socketId(): string | null;
  /** After each attempt; `clockOffset` is server minus device clock in ms. */
  reached(isReached: boolean, clockOffset: number | null): void;
  /** The server says that this device must erase itself; `order` is what came with it, not checked. */
  erased?(order: unknown): void;
  /** How long a call may hear nothing at all, in ms; `bytes`: how much it sends. */
  patienceMs?(name: WorkerCall, bytes: number): number;
};

/** The API by endpoint name. Every failure is an AppError; no answer at all is `unavailable`. */
export function serverCalls(around: Surroundings): ServerCalls {
  let losses = 0;
  let answeredAt = -Infinity;

  type Sent<N extends WorkerCall> = { name: N; input: InputOf<N>; more: Record<string, string> };

  async function attempt<N extends WorkerCall>({ name, input, more }: Sent<N>, token: string): Promise<ReplyOf<N>> {
    const { url, options } = requestOf(name, input as object);
    const lossesBefore = losses;
    const reached: Surroundings['reached'] = (isReached, offset) => {
      if (isReached) answeredAt = performance.now();
      if (!isReached || losses === lossesBefore) around.reached(isReached, offset);
    };
    const isAnsweringNow = () => performance.now() - answeredAt < answersMs;
    const headers = {
      ...more,
      Authorization: `Bearer ${token}`,
      'X-Site-Key': around.site,
      'X-App-Version': appVersion,
      ...socket(around.socketId()),
    };
    const quiet = givesUp((around.patienceMs ?? patienceMs)(name, JSON.stringify(input).length));
    try {
      const response = await ky(`${around.origin}/api${url}`, {
        ...options,
        headers,
        retry: 0,
        timeout: false,
        signal: quiet.signal,
        onDownloadProgress: quiet.heard,
        credentials: 'same-origin',
      });
      quiet.heard();
      const offset = offsetOf(response.headers);
      // A page for guests comes with 200, too: what cannot be read is no answer of the server.
      const reply = endpointOfWorker(name).reply.parse(await response.json()) as ReplyOf<N>;
      reached(true, offset);
      return reply;
    } catch (error) {
      throw await refusalOf(error, { ...around, reached, isAnsweringNow });
    } finally {
      quiet.end();
    }
  }
  return {
    async call(name, input, more = {}) {
      let token = around.token() ?? (await renewed());
      for (let hasRenewed = false; !hasRenewed;) {
        try {
          return await attempt({ name, input, more }, token);
        } catch (error) {
          if (!(error instanceof AppError && error.kind === 'signed-out')) throw error;
        }
        const now = around.token();
        // Another call may have had it renewed meanwhile.
        hasRenewed = now === null || now === token;
        token = hasRenewed ? await renewed() : (now ?? token);
      }
      return attempt({ name, input, more }, token);
    },
    lost() {
      losses += 1;
    },
  };

  async function renewed(): Promise<string> {
    const token = await around.renew();
    if (token) return token;
    around.reached(false, null);
    throw new AppError('unavailable', awaySentence);
  }
}

/** One call that is turned away on the way says nothing of a server that has just answered others. */
const answersMs = 120_000;

const awaySentence = 'We can’t reach the server. Waiting changes are kept and sent later.';

/** Path parameters are taken out of the input; the rest is the query of a GET or the body. */
export function requestOf(name: WorkerCall, input: object): { url: string; options: Options } {
  const one = endpointOfWorker(name);
  const method = methodOf(one);
  const rest: Record<string, unknown> = { ...input };
  const url = pathOf(one).replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest[field]));
    delete rest[field];
    return value;
  });
  if (method !== 'GET') return { url, options: { method, json: rest } };
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  );
  return { url, options: { method, searchParams: query } };
}

type Met = Surroundings & { isAnsweringNow(): boolean };

async function refusalOf(error: unknown, around: Met): Promise<AppError> {
  if (!isHTTPError(error)) {
    if (error instanceof AppError) return error;
    // An answer that is not what the contract says is our fault or a captive portal's; both pass with time.
    around.reached(false, null);
    return new AppError('unavailable', awaySentence);
  }
  const { status, headers } = error.response;
  const failure = failureOf(error.data, status);
  // A gateway's own page in place of our answer means the server behind it is away.
  if (failure) around.reached(true, offsetOf(headers));
  else if (status >= 500 || !around.isAnsweringNow()) around.reached(false, null);
  if (isOfAnother(status, failure)) return new BlockedError(status);
  // A proxy's own limit: this request, as it is, will never pass.
  const kind = failure?.kind ?? (status === 413 ? 'invalid' : kindOfStatus(status));
  if (kind === 'device-erased') around.erased?.(failure?.current);
  const retryAfter = retryAfterOf(headers);
  return new AppError(kind, failure?.message ?? 'The server rejected the request.', {
    current: failure?.current,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Somebody on the way, such as a filter, answered in the server's place: tried again, and told where it goes on. */
export class BlockedError extends AppError {
  constructor(status: number) {
    super(
      'unavailable',
      `Something on your network blocks requests to the server (${status}). Waiting changes are kept and sent again later. Ask your IT administrator.`,
    );
  }
}

/** Seconds, from a number or a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function offsetOf(headers: Headers): number | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at - Date.now();
}

function socket(id: string | null): Record<string, string> {
  return id ? { 'X-Socket-Id': id } : {};
}
