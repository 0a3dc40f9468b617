import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWithin } from '#contract/base/base.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import type { Caller } from '../context.ts';
import { waitSentence } from './failures.ts';
import { signedOutSentence, type Identity } from '../auth/identity.ts';
import { knownCookie, readKnownBrowser } from '../auth/known-browser.ts';
import { verifyToken, type Claims, type SigningKeys } from '../auth/tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a verified bearer token says; null without one. */
    claims: Claims | null;
  }
}

/** Reads the bearer token once per request; a bad token is the same as none. */
export async function readClaims(request: FastifyRequest, key: SigningKeys): Promise<Claims | null> {
  const token = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.authorization ?? '')?.[1];
  request.claims ??= token ? ((await verifyToken(key, token)) ?? null) : null;
  return request.claims;
}

/**
 * Under what a call counts where calls are limited: its sign-in, a browser that people have signed in from, or else its
 * address. A cookie that we did not sign is none, so that nobody makes up counters.
 */
export async function countedUnder(
  request: FastifyRequest,
  key: SigningKeys,
  config: { secure: boolean },
): Promise<string> {
  const claims = await readClaims(request, key);
  if (claims) return claims.sid;
  const browser = readKnownBrowser(key, request.cookies[knownCookie(config)] ?? '');
  return browser ? `browser:${browser.id}` : countedAs(request.ip);
}

/** Refuses before the body is read: a call without sign-in, or for another site than the token's. */
export function assertClaims(request: FastifyRequest): Claims {
  if (!request.claims) throw new AppError('signed-out', signedOutSentence);
  if (request.headers['x-site-key'] !== request.claims.site) throw new AppError('select-site', 'Select site');
  return request.claims;
}

export async function callerOf(request: FastifyRequest, identity: Identity): Promise<Caller> {
  const known = await identity.caller(assertClaims(request), request.ip);
  const version = toldIn(request, 'x-app-version', /^[\w.+-]{1,40}$/);
  const epoch = toldIn(request, 'x-sync-epoch', /^[0-9a-f-]{36}$/);
  return { ...known, address: request.ip, ...(version && { version }), ...(epoch && { epoch }) };
}

function toldIn(request: FastifyRequest, name: string, form: RegExp): string | undefined {
  const told = request.headers[name];
  return typeof told === 'string' && form.test(told) ? told : undefined;
}

/** Far deeper than any input; what reads a value level by level would run out of stack. */
export const deepestBody = 32;

/** Path parameters, query and body as one object. A name may come from one place only, or with one value. */
export function gatherInput(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    fail('invalid', 'The request body must be a JSON object.');
  }
  if (!isWithin(body, deepestBody)) fail('invalid', 'The request body nests too deep. Nothing was changed.');
  const input: Record<string, unknown> = {};
  for (const part of [request.params, request.query, body ?? {}]) {
    for (const [name, value] of Object.entries(part as Record<string, unknown>)) {
      if (name === '__proto__' || name === 'constructor')
        fail('invalid', 'The request has a name that is not allowed.');
      if (Object.hasOwn(input, name) && input[name] !== value) {
        fail('invalid', 'A value in the request is given twice.', {
          fields: { [name]: 'is given twice with different values' },
        });
      }
      input[name] = value;
    }
  }
  return input;
}

/** Requests that carry cookies or open sockets must come from our own pages (or from no page at all). */
export function isOwnOrigin(
  headers: { origin?: string | undefined; host?: string | undefined },
  publicUrl: string,
): boolean {
  if (headers.origin === undefined) return true;
  if (headers.origin === new URL(publicUrl).origin) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Refuses with what a rate limit counted (spec 8: 429). */
export function refuseTooMany(result: Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>): void {
  if (result.isAllowed || !result.isExceeded) return;
  const retryAfter = Math.max(result.ttlInSeconds, 1);
  throw new AppError('too-many', `That was too often. ${waitSentence(retryAfter)}`, { retryAfter });
}
