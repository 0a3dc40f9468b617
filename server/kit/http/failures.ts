import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, failureStatus, type Failure } from '#contract/base/errors.ts';
import { codeOf } from '../db/database-failures.ts';

type Answer = { status: number; failure: Omit<Failure, 'requestId'>; retryAfter?: number; isUnexpected?: true };

const unexpectedSentence =
  'Something went wrong on the server. Nothing was changed. Try again. If it happens again, give support the number of this request.';

const notJsonSentence = 'The request could not be read. Its body is not valid JSON.';

/** Answers every error of a request as a Failure (spec 8). What went wrong is logged without any of the request's data. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, failure, retryAfter, isUnexpected } = answerTo(error);
  if (isUnexpected && hasGone(error, request)) request.log.debug({ route: routeOf(request) }, 'client went away');
  else if (isUnexpected) request.log.error({ route: routeOf(request), ...traceOf(error) }, 'request failed');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ ...failure, requestId: request.id });
}

/** The reply broke off because nobody takes it any more: a page was closed or loaded again. */
function hasGone(error: unknown, request: FastifyRequest): boolean {
  return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed;
}

/** The route's pattern, never the address with its ids. */
export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
}

function answerTo(error: unknown): Answer {
  if (error instanceof AppError) return answerToRefusal(error);
  const code = codeOf(error);
  if (code.startsWith('FST_')) return answerToFastify(error as FastifyError, code);
  if (statusOf(error) === 400) return invalid(422, notJsonSentence);
  return { status: 500, failure: { kind: 'unavailable', message: unexpectedSentence }, isUnexpected: true };
}

function answerToRefusal(error: AppError): Answer {
  const { kind, message, fields, current } = error;
  const retryAfter = error.retryAfter ?? (kind === 'too-many' || kind === 'unavailable' ? 5 : undefined);
  return {
    status: failureStatus[kind],
    failure: { kind, message, ...(fields && { fields }), ...(current !== undefined && { current }) },
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function answerToFastify(error: FastifyError, code: string): Answer {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalid(413, 'The request is too large. Nothing was changed.');
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY') return invalid(422, notJsonSentence);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return invalid(415, 'The request must be sent as application/json.');
  if (code === 'FST_UNDER_PRESSURE') {
    return {
      status: 503,
      failure: { kind: 'unavailable', message: 'The server is busy. Nothing was changed. Mainstay will try again.' },
      retryAfter: 5,
    };
  }
  if (error.statusCode === 404) return { status: 404, failure: notFound };
  if (error.statusCode && error.statusCode < 500) return invalid(422, 'The request could not be read.');
  return { status: 500, failure: { kind: 'unavailable', message: unexpectedSentence }, isUnexpected: true };
}

/** spec 8 */
export const tooManySentence = 'You are sending too many requests too quickly. Please wait a few seconds.';

/** How long somebody has to wait, as they would say it. */
export function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 60 ? inWords(seconds, 'second') : inWords(minutes, 'minute');
  return `Wait ${time}, then try again.`;
}

function inWords(count: number, unit: string): string {
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}

export const notFound = { kind: 'not-found', message: 'Nothing was found at this address.' } as const;

function invalid(status: number, message: string): Answer {
  return { status, failure: { kind: 'invalid', message } };
}

/** Names and places only: an error's own text may quote what the user typed. */
export function traceOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return { error: error.name, code: codeOf(error), constraint, frames: frames.slice(0, 12).map((line) => line.trim()) };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}
