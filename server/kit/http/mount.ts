import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';
import { methodOf, pathOf, type Endpoint, type EndpointTable } from '#contract/base/endpoint.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { patientsIn } from '#contract/base/patients-in.ts';
import { SentFile } from '#contract/base/sent-file.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { isNotedTogether, noteChartViews, noteTogether, noteViews } from '../audit/chart-views.ts';
import type { AuditTogether } from '../audit/together.ts';
import type { Caller, Ctx, Handlers, Services, Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { TransactionMode } from '../db/transaction-mode.ts';
import { once } from './idempotency.ts';
import { auditDenied } from '../audit/audit.ts';
import { scopesOf, type Identity } from '../auth/identity.ts';
import { callerOf, assertClaims, gatherInput } from './request.ts';
import { isRead, runCommand, transactionMode } from './run-command.ts';
import type { SigningKeys } from '../auth/tokens.ts';

/** What every route under /api is built with. */
export type Api = {
  app: FastifyInstance;
  database: Database;
  identity: Identity;
  key: SigningKeys;
  services: Services;
  together: AuditTogether;
};

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
      handler: async (request, reply) => {
        const answered = await answer(api, request, { name: `${feature}.${verb}` as EndpointName, endpoint });
        return endpoint.sends ? sendFile(reply, endpoint.sends, SentFile.parse(answered)) : answered;
      },
    });
  }
}

/** All features with what answers their calls; one whose calls are all mounted by hand has none. */
export function mountAll<T extends Readonly<Record<string, EndpointTable>>>(
  api: Api,
  tables: T,
  handlers: { readonly [F in keyof T]: Handlers<T[F]> },
): void {
  for (const feature of Object.keys(tables) as (keyof T & string)[])
    mount(api, feature, tables[feature], handlers[feature]);
}

/** A file to keep: no browser shows it in place of a page. */
function sendFile(reply: FastifyReply, type: string, { filename, content }: SentFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
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
  const { refusal, chartOf } = call.endpoint;
  const run = (tx: Tx) => {
    const attempt = () => runCommand(contextOf(tx, caller, api.services), call.name, input);
    if (typeof key !== 'string' || isRead(call.name)) return attempt();
    const isApplied = (reply: unknown) => refusal === undefined || refusal(reply as never) === null;
    return once(tx, { caller, name: call.name, input, key, isApplied }, attempt);
  };
  const isTogether = isNotedTogether(chartOf, mode);
  const work = async (tx: Tx) => {
    const reply = await run(tx);
    if (chartOf && !isTogether) await noteChartViews(tx, caller, { chartOf, input, reply });
    return reply;
  };
  try {
    const reply = await inTransaction(api.database, { caller, mode }, work);
    if (chartOf && isTogether) await noteTogether(api.together, caller, { chartOf, input, reply });
    return reply;
  } catch (error) {
    if (error instanceof AppError) await noteRefusal(api.database, caller, { name: call.name, error });
    throw error;
  }
}

/** What was denied, and whose row a refusal shows; what the call wrote itself is gone. */
async function noteRefusal(
  database: Database,
  caller: Caller,
  { name, error }: { name: EndpointName; error: AppError },
): Promise<void> {
  const isDenied = error.kind === 'no-permission';
  const PatientIds = patientsIn(error.current);
  if (!isDenied && PatientIds.size === 0) return;
  await inTransaction(database, { caller }, async (tx) => {
    if (isDenied) await auditDenied(tx, caller, name);
    await noteViews(tx, caller, { PatientIds });
  });
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
