import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { fieldSentences } from '#contract/base/field-sentences.ts';
import { methodOf } from '#contract/base/endpoint.ts';
import { fail } from '#contract/base/errors.ts';
import { mayEnter, permissionDenied } from '#contract/base/permissions.ts';
import { endpoint, type EndpointName } from '#contract/endpoints.ts';
import type { Ctx } from '../context.ts';
import type { TransactionMode } from '../db/transaction-mode.ts';

/** One state of the database, and the entry that says who was shown it. */
const snapshot: TransactionMode = { isolation: 'repeatable read' };

/** Calls whose transaction must be of another kind than reading and writing what is committed at each statement. */
const modes: { [N in EndpointName]?: TransactionMode } = {
  'sync.pull': snapshot,
  'sync.hydrate': snapshot,
  'sync.chart': snapshot,
  'sync.compare': { ...snapshot, readOnly: true },
  'sync.repair': snapshot,
  // Planning a search cost three times as much as doing it.
  'patients.list': { readOnly: 'apart', planned: 'once' },
};

/** Whether a call changes nothing, whatever its method: asked again it answers anew. */
export function isRead(name: EndpointName): boolean {
  return methodOf(endpoint(name)) === 'GET' || modes[name]?.isolation !== undefined;
}

/** How the transaction of a call must be opened. */
export function transactionMode(name: EndpointName): TransactionMode {
  return modes[name] ?? {};
}

/** One call, whether it comes by its own route or out of a device's outbox: access, input, handler, reply. */
export async function runCommand(ctx: Ctx, name: EndpointName, input: unknown): Promise<unknown> {
  const called = endpoint(name);
  if (!mayEnter(ctx.caller, called.access)) fail('no-permission', permissionDenied);
  if (ctx.caller.isDashboardOnly && !called.onDashboard) fail('no-permission', permissionDenied);
  const parsed = parseInput(called.input, input);
  const [feature = '', verb = ''] = name.split('.');
  const handler = ctx.services.commands[feature]?.[verb];
  if (!handler) throw new Error(`${name} has no handler.`);
  // The schema that was just applied is the one its handler is typed by.
  return judged(ctx, name, await handler(parsed as never, ctx));
}

/** Replies of rows alone, many at a time: they leave as `columnsOf` reads them, and judging each one cost a quarter of it. */
const sampled: ReadonlySet<EndpointName> = new Set([
  'patients.list',
  'patients.get',
  'scheduling.weekView',
  'scheduling.weekData',
  'scheduling.monthData',
]);

/**
 * The reply as its schema reads it. Of the sampled ones a share is judged while the clinic works, where a fault is
 * reported and the reply goes out; a test judges every one (share 1) and takes no other answer than the schema's own.
 */
function judged(ctx: Ctx, name: EndpointName, reply: unknown): unknown {
  const share = ctx.services.judgedReplies ?? 1;
  const isSampled = sampled.has(name);
  if (isSampled && Math.random() >= share) return reply;
  const read = endpoint(name).reply.safeParse(reply);
  // The reply's values may be patient data: only the places are told.
  const fault = read.success
    ? isSampled && !isDeepStrictEqual(read.data, reply) && 'fields it does not have'
    : placesOf(read.error.issues);
  if (fault === false) return read.data;
  if (!isSampled || share === 1) throw new Error(`${name} answered against its contract at ${fault}.`);
  ctx.services.report({ reason: 'a reply is not as its contract says', call: name, at: fault });
  return reply;
}

/** The input as its schema reads it, or a refusal with one sentence per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  return fail('invalid', 'Some of the values are not valid. Nothing was changed.', {
    fields: fieldSentences(parsed.error),
  });
}

function placesOf(issues: readonly { path: readonly PropertyKey[]; code?: string }[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')} (${issue.code})`)
    .join(', ');
}
