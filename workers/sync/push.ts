import { AppError } from '#contract/base/errors.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { openCalls, type WaitingCall } from '#local/outbox/calls.ts';
import type { Device } from '#local/store/device.ts';
import { epochOf } from '#local/outbox/kept-calls.ts';
import { goOnAsAnother } from '#local/keys/new-identity.ts';
import type { Engine } from './engine.ts';
import { loadDependants, type Dependants } from './load-dependants.ts';
import { recordOutcomes } from './outcomes.ts';
import { pull } from './pull.ts';

const perRequest = 50;
/** Stays under the server's limit for one request. */
const bytesPerRequest = 3_000_000;

type Entry = InputOf<'sync.push'>['entries'][number];
/** `again`: more is waiting. `later`: the server could not run all of it now. `isCopy`: this device is another one now. */
export type Pushed = { sent: number; again: boolean; later: boolean; preferences: boolean; isCopy: boolean };
const nothingSent: Pushed = { sent: 0, again: false, later: false, preferences: false, isCopy: false };

/** Sends the oldest waiting calls, in their order. A call leaves the outbox only after a pull has its result. */
export async function push(engine: Engine): Promise<Pushed> {
  const { device, server } = engine;
  const { waiting, parked, isMore } = await oldest(device);
  if (waiting.length === 0) return { ...nothingSent, again: isMore };
  const { sortOut, dependsOn, heldBackReason } = await loadDependants();
  const { free, held } = sortOut(waiting, parked);
  for (const [madeBy, calls] of Map.groupBy(held, (call) => call.device))
    await recordOutcomes(
      engine,
      madeBy,
      calls.map(({ mid }) => ({ mid, ...heldBack, reason: heldBackReason })),
    );
  const batch = firstBatch(free, dependsOn);
  const madeBy = batch[0]?.device;
  if (madeBy === undefined) return { ...nothingSent, again: isMore };
  const epoch = await epochOf(device.outbox);
  const { outcomes, retryFrom, isCopy, isOtherHistory } = await send({ server, epoch }, madeBy, batch).catch(
    (error: unknown) => (madeBy === device.DeviceId ? Promise.reject(error) : orErased(batch, error)),
  );
  // What was kept is older than what waits, and goes before it: that is sorted out by the new history.
  if (isOtherHistory) return { ...nothingSent, again: true, later: (await pull(engine)) !== 'reset' };
  if (isCopy) {
    // Of an older state some calls were run already, which must not be run again under the new id.
    await recordOutcomes(engine, madeBy, outcomes);
    await pull(engine);
    await goOnAsAnother(device, madeBy);
    return { ...nothingSent, again: true, isCopy };
  }
  await recordOutcomes(engine, madeBy, outcomes);
  const decided = new Set(outcomes.map((outcome) => outcome.mid));
  const isLeft = isMore || free.some((call) => !decided.has(call.mid));
  return {
    sent: decided.size,
    again: retryFrom === null && decided.size > 0 && isLeft,
    later: retryFrom !== null || decided.size === 0,
    preferences: batch.some((call) => decided.has(call.mid) && call.name === 'session.savePreferences'),
    isCopy: false,
  };
}

type Oldest = { waiting: WaitingCall[]; parked: WaitingCall[]; isMore: boolean };

/**
 * What one request can hold of the waiting calls, and every parked one, which may stand in their way. Calls that
 * do not open here are passed over, however many they are. `isMore`: further calls wait behind those.
 */
async function oldest(device: Device): Promise<Oldest> {
  const of = (state: string) => device.outbox.calls.where('state').equals(state);
  const parked = await openCalls(device, await of('parked').sortBy('mid'));
  const waiting: WaitingCall[] = [];
  // Those of one state come in the order of their `mid`, as the index keeps them.
  let some = await of('waiting')
    .limit(perRequest + 1)
    .toArray();
  for (;;) {
    const these = some.slice(0, perRequest);
    const isMore = some.length > these.length;
    waiting.push(...(await openCalls(device, these)));
    if (waiting.length >= perRequest || !isMore) return { waiting, parked, isMore };
    const last = these.at(-1)?.mid ?? 0;
    some = await device.outbox.calls
      .where('mid')
      .above(last)
      .filter(({ state }) => state === 'waiting')
      .limit(perRequest + 1)
      .toArray();
  }
}

const heldBack = {
  status: 'parked' as const,
  kind: 'conflict',
  current: null,
};

/** This device's former self, whose database was lost, was erased by order: its calls are no longer taken. */
function orErased(batch: WaitingCall[], error: unknown): ReplyOf<'sync.push'> {
  if (!(error instanceof AppError) || error.kind !== 'device-erased') throw error;
  const { kind, message: reason } = error;
  return {
    outcomes: batch.map(({ mid }) => ({ mid, status: 'parked' as const, kind, reason, current: null })),
    retryFrom: null,
  };
}

type To = { server: Engine['server']; epoch: string | undefined };

/** Not a part of the input: a server that does not know it yet runs the calls all the same. */
function epochHeader(epoch: string | undefined): Record<string, string> {
  return epoch === undefined ? {} : { 'X-Sync-Epoch': epoch };
}

/** A request the server cannot even read must not hold up the calls behind it: the culprit alone is parked. */
async function send(to: To, madeBy: string, batch: WaitingCall[]): Promise<ReplyOf<'sync.push'>> {
  const { server, epoch } = to;
  const call = (some: WaitingCall[]) =>
    server.call('sync.push', { device: madeBy as never, entries: some.map(entryOf) }, epochHeader(epoch));
  try {
    return await call(batch);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
    const first = batch[0];
    if (!first) throw error;
    if (batch.length > 1) return send(to, madeBy, batch.slice(0, Math.ceil(batch.length / 2)));
    return {
      outcomes: [{ mid: first.mid, status: 'parked' as const, kind: error.kind, reason: error.message, current: null }],
      retryFrom: null,
    };
  }
}

/**
 * Calls of one device only: after a loss of the database the outbox may hold those of a former one. What
 * depends on an earlier call waits for its outcome.
 */
function firstBatch(waiting: WaitingCall[], dependsOn: Dependants['dependsOn']): WaitingCall[] {
  const batch: WaitingCall[] = [];
  let bytes = 0;
  for (const call of waiting) {
    bytes += JSON.stringify(entryOf(call)).length;
    if (batch.length === perRequest || call.device !== (batch[0]?.device ?? call.device)) break;
    if (batch.length > 0 && bytes > bytesPerRequest) break;
    if (batch.some((earlier) => dependsOn(call, earlier))) break;
    batch.push(call);
  }
  return batch;
}

function entryOf({ mid, name, input, base, schemaVersion, madeAt, clockOffset }: WaitingCall): Entry {
  return { mid, name, input, base, schemaVersion, madeAt, clockOffset };
}
