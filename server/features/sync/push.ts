import type { z } from 'zod';
import { AppError, fail, isTransient } from '#contract/base/errors.ts';
import { wholeSentence } from '#contract/base/whole-sentence.ts';
import { endpoint } from '#contract/endpoints.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { isQueueable } from '#contract/queued-names.ts';
import type { Outcome, PushEntry, syncEndpoints } from '#contract/sync/endpoints.ts';
import { raised } from '#contract/sync/upcasters.ts';
import { auditDenied } from '#server/kit/audit/audit.ts';
import type { Ctx } from '#server/kit/context.ts';
import {
  asRefusal,
  codeOf,
  isLostConnection,
  isOutOfTime,
  isOverload,
  isWorthRepeating,
} from '#server/kit/db/database-failures.ts';
import { runCommand } from '#server/kit/http/run-command.ts';
import { mayTryAgain, settled } from './attempts.ts';
import { tellNothing, tellWhenMade } from './when-made.ts';
import {
  followStamps,
  forgottenThrough,
  historyNow,
  holdStamp,
  insertOutcome,
  keepStamps,
  lockDevice,
  outcomesOf,
  stampOf,
  type NewOutcome,
} from './store.ts';

type Input = z.output<typeof syncEndpoints.push.input>;
type Reply = z.input<typeof syncEndpoints.push.reply>;

export const foreignDeviceSentence = 'This device can’t sync for this sign-in. Its waiting changes are kept.';
const newerSentence =
  'The app on this device is newer than the server. Waiting changes are kept and sent when the server is updated.';
const unknownSentence = 'The server did not accept this change. It is kept on this device.';
const faultSentence =
  'The server failed to apply this change several times. It is kept on this device. Contact support.';

const forgottenSentence =
  'This change is over 180 days old, so the server doesn’t know whether it was applied. Check the record, then send it again or discard it.';

/** Says that the rest of the queue must wait: trouble that passes by itself. */
const later = Symbol('later');

export async function push(input: Input, given: Ctx): Promise<Reply> {
  const { tx, caller } = given;
  const { device } = input;
  if (!(await lockDevice(tx, caller.site, device, caller.UserId))) fail('conflict', foreignDeviceSentence);
  const ctx: Ctx = { ...given, caller: { ...caller, device } };
  const entries = input.entries.toSorted((a, b) => a.mid - b.mid);
  if (caller.epoch !== undefined && caller.epoch !== (await historyNow(tx)).epoch)
    return { outcomes: [], retryFrom: entries[0]?.mid ?? null, isOtherHistory: true };
  const mids = entries.map((each) => each.mid);
  const known = new Map<number, Outcome>();
  let isCopy = false;
  for (const { madeAt, ...outcome } of await outcomesOf(tx, caller.site, device, mids)) {
    if (entries.some((each) => each.mid === outcome.mid && each.madeAt === madeAt)) known.set(outcome.mid, outcome);
    else isCopy = true;
  }
  // What was run under this id before must not be run again under the next.
  if (isCopy) return { outcomes: [...known.values()], retryFrom: null, isCopy };

  const forgotten = await forgottenThrough(tx, caller.site, device);

  let retryFrom: number | null = null;
  for (const entry of entries) {
    if (known.has(entry.mid)) continue;
    if (entry.schemaVersion > schemaVersion && known.size === 0) fail('conflict', newerSentence);
    const outcome = await outcomeOf(entry, { device, forgotten }, ctx);
    if (outcome === later) {
      retryFrom = entry.mid;
      break;
    }
    await insertOutcome(tx, caller.site, device, outcome);
    const { mid, status, kind, reason, current } = outcome;
    known.set(mid, { mid, status, kind, reason, current });
  }
  // What the answer shows is shown now, whenever the calls were made.
  await tellNothing(tx);
  return { outcomes: [...known.values()], retryFrom };
}

async function outcomeOf(
  entry: PushEntry,
  { device, forgotten }: { device: string; forgotten: number },
  ctx: Ctx,
): Promise<NewOutcome | typeof later> {
  if (entry.schemaVersion > schemaVersion) return later;
  if (entry.mid > forgotten) return apply(entry, device, ctx);
  const { mid, name, madeAt, clockOffset } = entry;
  // Whether it was run is not known any more, and running it twice would be worse than asking.
  const asked = { status: 'parked' as const, kind: 'conflict', reason: forgottenSentence };
  return { mid, name, madeAt, clockOffset, ...asked, current: null, stamps: null };
}

async function apply(sent: PushEntry, device: string, ctx: Ctx): Promise<NewOutcome | typeof later> {
  const entry = raised(sent);
  const { mid, name, madeAt, clockOffset } = entry ?? sent;
  const parked = (kind: string, reason: string, current: unknown = null): NewOutcome => {
    return { mid, name, madeAt, clockOffset, status: 'parked', kind, reason, current, stamps: null };
  };
  const attempt = `${ctx.caller.site} ${device} ${mid}`;
  if (!entry || !isQueueable(name)) return parked('invalid', unknownSentence);
  try {
    const { stamps, leftover } = await ctx.tx.savepoint(() => runEntry({ ...entry, name }, device, ctx));
    settled(attempt);
    if (leftover) return { ...parked('conflict', leftover.reason, leftover.current), stamps };
    return { mid, name, madeAt, clockOffset, status: 'ok', kind: null, reason: null, current: null, stamps };
  } catch (cause) {
    if (isLostConnection(cause)) throw cause;
    // A call that never ends in time would hold up all that come after it for ever.
    const isTooSlow = isOutOfTime(cause) && !mayTryAgain(attempt);
    if (isTooSlow) return parked('unavailable', faultSentence);
    if (isOverload(cause) || isWorthRepeating(cause)) return later;
    const error = asRefusal(cause);
    if (error instanceof AppError) {
      if (isTransient(error.kind)) return later;
      settled(attempt);
      if (error.kind === 'no-permission') await noteDenied(entry, ctx);
      return parked(error.kind, wholeSentence(error), error.current ?? null);
    }
    ctx.services.report({ name, mid, ...traceOf(error) });
    // A fault of ours must neither lose the change nor hold up the queue for ever.
    return mayTryAgain(attempt) ? later : parked('unavailable', faultSentence);
  }
}

/** What the call told of itself went with its savepoint. */
async function noteDenied(entry: PushEntry, { tx, caller, now }: Ctx): Promise<void> {
  await tellWhenMade(tx, entry, now);
  await auditDenied(tx, caller, entry.name);
}

type QueuedEntry = PushEntry & { name: QueueableName };

type Ran = { stamps: NewOutcome['stamps']; leftover: { reason: string; current: unknown } | null };

/** Runs one call and says from which stamp to which it moved a visit on, and which part of it stays undecided. */
async function runEntry(entry: QueuedEntry, device: string, ctx: Ctx): Promise<Ran> {
  const { tx, caller } = ctx;
  await tellWhenMade(tx, entry, ctx.now);
  const record = recordOf(entry.input);
  const { stamps: told, refusal, leftover } = endpoint(entry.name);
  // Of a call that does not tell how it moved the visit, whatever moves it from here on has to be its own doing.
  const from = record && (await (told ? stampOf : holdStamp)(tx, caller.site, record));
  const { lastUpdated } = entry.input;
  const input = { ...entry.input };
  if (from && from !== lastUpdated && typeof lastUpdated === 'string' && !Number.isNaN(Date.parse(lastUpdated))) {
    // A later change of the same visit, made before the answer to the first one came (sync.md, Push).
    input['lastUpdated'] = await followStamps(tx, { site: caller.site, device, record, stamp: lastUpdated });
  }
  const reply = await runCommand({ ...ctx, base: entry.base }, entry.name, input);
  const refused = refusal?.(reply as never) ?? null;
  if (refused !== null) throw new AppError('conflict', refused, { current: visitIn(reply) });
  const moved = stampsOf(entry, reply);
  // The outcome itself keeps how the call moved the visit it is about.
  const own = moved.find(({ VisitId, was }) => VisitId === record && was === from);
  await keepStamps(
    tx,
    { site: caller.site, device },
    moved.filter((each) => each !== own),
  );
  const to = told ? own?.is : from && (await stampOf(tx, caller.site, record));
  const stamps = from && to && from !== to ? { record, from, to } : null;
  return { stamps, leftover: leftover?.(reply as never) ?? null };
}

/** Which visits a call moved on. One that was made goes on the device by the time of the call that made it. */
function stampsOf({ name, madeAt }: QueuedEntry, reply: unknown): { VisitId: string; was: string; is: string }[] {
  const made = Date.parse(madeAt);
  const before = Number.isNaN(made) ? null : new Date(made).toISOString();
  return (endpoint(name).stamps?.(reply as never) ?? []).flatMap(({ VisitId, was, is }) => {
    const from = was ?? before;
    return from === null ? [] : [{ VisitId, was: from, is }];
  });
}

/** The visit a call is about, if it is about one. */
function recordOf(input: Record<string, unknown>): string | undefined {
  const id = input['VisitId'] ?? input['visitId'] ?? input['id'];
  return typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
    ? id.toLowerCase()
    : undefined;
}

function visitIn(reply: unknown): unknown {
  return reply !== null && typeof reply === 'object' && 'visit' in reply ? reply.visit : null;
}

/** Names and places only: an error's own text may quote what a patient said. */
function traceOf(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    code: codeOf(error),
    frames: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' < '),
  };
}
