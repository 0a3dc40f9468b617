import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { methodOf, pathOf, type Endpoint, type EndpointTable } from '#contract/base/endpoint.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { noteChartViews } from '../audit/chart-views.ts';
import type { Caller, Ctx, Handlers, Services, Tx } from '../context.ts';
import type { Database, TransactionMode } from '../db/database.ts';
import { once } from './idempotency.ts';
import { auditHourly, type Told } from '../audit/audit.ts';
import { scopesOf, type Identity } from '../auth/identity.ts';
import { callerOf, assertClaims, gatherInput } from './request.ts';
import { runCommand, transactionMode } from './run-command.ts';
import type { SigningKey } from '../auth/tokens.ts';

/** What every route under /api is built with. */
export type Api = { app: FastifyInstance; database: Database; identity: Identity; key: SigningKey; services: Services };

export const defaultBodyLimit = 256 * 1024;

/** Makes a route of every endpoint that is not mounted by hand. */
export function mount<T extends EndpointTable>(api: Api, feature: string, table: T, handlers: Handlers<T>): void {
  for (const [verb, endpoint] of Object.entries<Endpoint>(table)) {
    if (endpoint.byHand) continue;
    if (!Object.hasOwn(handlers, verb)) throw new Error(`${feature}.${verb} has no handler.`);
    api.app.route({
      method: methodOf(endpoint),
      url: pathOf(endpoint),
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      onRequest: async (request) => void assertClaims(request),
      handler: (request) => answer(api, request, { name: `${feature}.${verb}` as EndpointName, endpoint }),
    });
  }
}

async function answer(
  api: Api,
  request: FastifyRequest,
  call: { name: EndpointName; endpoint: Endpoint },
): Promise<unknown> {
  const caller = await callerOf(request, api.identity);
  const input = gatherInput(request);
  const key = request.headers['idempotency-key'];
  const mode = transactionMode(call.name);
  const { refusal } = call.endpoint;
  const work = (tx: Tx) => {
    const attempt = () => runCommand(contextOf(tx, caller, api.services), call.name, input);
    if (typeof key !== 'string' || methodOf(call.endpoint) === 'GET' || mode.readOnly) return attempt();
    const isApplied = (reply: unknown) => refusal === undefined || refusal(reply as never) === null;
    return once(tx, { caller, name: call.name, input, key, isApplied }, attempt);
  };
  try {
    const reply = await inTransaction(api.database, { caller, mode }, work);
    const { chartOf } = call.endpoint;
    // After the call, whose transaction may be read-only; before the answer, so that nobody looks unseen.
    if (chartOf !== undefined)
      await inTransaction(api.database, { caller }, (tx) => noteChartViews(tx, caller, { chartOf, input, reply }));
    return reply;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'no-permission')
      await note(api.database, caller, { action: 'refused', entity: 'calls', pk: call.name });
    throw error;
  }
}

function note(database: Database, caller: Caller, what: Omit<Told, 'UserId'>): Promise<void> {
  return inTransaction(database, { caller }, (tx) => auditHourly(tx, caller.site, { ...what, UserId: caller.UserId }));
}

/** One transaction with the caller's site, user and row scopes set. */
function inTransaction<R>(
  database: Database,
  { caller, mode }: { caller: Caller; mode?: TransactionMode },
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  return database.tx(
    {
      site: caller.site,
      UserId: caller.UserId,
      device: caller.device,
      version: caller.version,
      scopes: scopesOf(caller),
    },
    work,
    mode,
  );
}

function contextOf(tx: Tx, caller: Caller, services: Services): Ctx {
  return { tx, caller, services, now: new Date(), base: {}, newId: () => uuidFrom(Date.now(), randomBytes(10)) };
}
