import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { countedAs } from '#contract/session/allowed-addresses.ts';
import { noteFailure, refuseLocked } from './attempts.ts';
import { sha256 } from './tokens.ts';
import type { Database } from '../db/database.ts';
import { refuseTooMany } from '../http/request.ts';

/** Links of each kind count apart: whoever guesses at one locks nobody out of the other. */
const prefixes = { account: '', offer: 'offer-' };

/**
 * How often a link is tried, in a quarter of an hour. An address counts those that do not work: whoever guesses waits,
 * and people who are invited in one office do not. A link that works counts by itself: choosing a password takes
 * processor time on purpose, and so may what a link opens.
 */
export function linkAttempts(
  { app, database }: { app: FastifyInstance; database: Database },
  { of, limit }: { of: keyof typeof prefixes; limit: number },
) {
  const byLink = app.createRateLimit({
    max: limit,
    timeWindow: '15 minutes',
    keyGenerator: (request) => `link:${sha256(String((request.body as { token?: unknown } | null)?.token))}`,
  });
  return async <R>(request: FastifyRequest, look: () => Promise<R>): Promise<R> => {
    const address = `${prefixes[of]}links:address:${countedAs(request.ip)}`;
    await refuseLocked(database, [address], limit);
    refuseTooMany(await byLink(request));
    try {
      return await look();
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') await noteFailure(database, address);
      throw error;
    }
  };
}
