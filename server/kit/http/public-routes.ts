import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { methodOf, pathOf, type Endpoint } from '#contract/base/endpoint.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import { defaultBodyLimit } from './mount.ts';
import { gatherInput, refuseTooMany } from './request.ts';
import { parseInput } from './run-command.ts';

type Limit = (request: FastifyRequest) => Promise<void>;

/** A route that anybody may ask, with its input as the table reads it. */
type PublicRoute = <E extends Endpoint>(
  endpoint: E,
  handler: (input: z.output<E['input']>, request: FastifyRequest) => Promise<z.input<E['reply']>>,
) => void;

/** Refuses an address that asks more often than this in a quarter of an hour; the addresses of one line count together. */
export function limitByAddress(app: FastifyInstance, perQuarterHour: number): Limit {
  return limitBy(app, perQuarterHour, (request) => countedAs(request.ip));
}

/** For calls of people who are signed in: whoever tries to sign in behind the same address takes nothing from them. */
export function limitBySession(app: FastifyInstance, perQuarterHour: number): Limit {
  return limitBy(app, perQuarterHour, (request) => request.claims?.sid ?? countedAs(request.ip));
}

function limitBy(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string): Limit {
  const limit = app.createRateLimit({ max, timeWindow: '15 minutes', keyGenerator });
  return async (request) => refuseTooMany(await limit(request));
}

/** Where an endpoint that is mounted by hand stands, and how much it takes. */
export function routeOf(endpoint: Endpoint) {
  return { method: methodOf(endpoint), url: pathOf(endpoint), bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit };
}

export function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): z.output<E['input']> {
  return parseInput<E['input']>(endpoint.input, gatherInput(request));
}

export function publicRoutes(app: FastifyInstance, limit: Limit): PublicRoute {
  return (endpoint, handler) =>
    void app.route({
      ...routeOf(endpoint),
      onRequest: limit,
      handler: (request) => handler(inputOf(endpoint, request), request),
    });
}
