import { isSameValue, textOf } from '#contract/base/same-value.ts';
import { SeenDays } from '#contract/scheduling/days-meanwhile.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { recordCall } from '#contract/records.ts';
import type { StoredDraft } from '../store/db.ts';
import type { Device } from '../store/device.ts';
import { fieldIn } from './field-in.ts';
import { openDraft, ownWritesPrefix, sealDraft } from './drafts.ts';
import type { NewCall } from '../outbox/calls.ts';
import { loadReplay } from '../outbox/known-predictions.ts';
import { readAll, readRow } from '../reads/reads.ts';
import { recordIn } from '../outbox/record-in.ts';

/*
 * What a person last wrote in each field of a record on this device, kept beside the drafts for a week. A form that was
 * opened before, in another tab or by one that died, was typed over what stood there then: without this the person's
 * own change would be told to them as somebody else's.
 */

/** What a call gave a field. */
type Given = { call: string; digest: string };

/**
 * `turn` as that of drafts, `call` the id of the call. `before`: digests of what the field held before each write of an
 * unbroken row of this person's own: where somebody else wrote in between, what stood before that is not theirs.
 * `given`: what they gave it earlier, in that row or beside it, as from two windows at once, by call; of a refused call
 * nothing.
 */
export type OwnWrite = {
  turn: number;
  call: string;
  value: unknown;
  before: readonly string[];
  given?: readonly Given[];
};
export type OwnWrites = Readonly<Record<string, OwnWrite>>;
/** Of one record: what is known of it, and the turn of the row that says so. */
type Known = { writes: OwnWrites; all: OwnWrites; refused: ReadonlySet<string>; turn: number | undefined };
export type KnownWrites = ReadonlyMap<string, Known>;

/** A note of an hour, saved every three seconds, has more; those are no longer waited for by a form. */
const mostBefore = 200;

const keyOfRecord = (record: string) => ownWritesPrefix + record;

/** By field; a field that was not written here lately, or whose write was refused, is missing. */
export async function readOwnWrites(on: Device, record: string): Promise<OwnWrites> {
  return (await readKnown(on, record)).writes;
}

/** Whether a value is what the field held before one of these writes. */
export async function wasBefore(write: OwnWrite, value: unknown): Promise<boolean> {
  return write.before.includes(await digest(value));
}

/**
 * Whether a value is the last this person gave a field, on this device, that was not refused: what stands there is then no
 * one else's. An earlier one that stands there again was put back by someone, unless those after it still wait.
 */
export async function gaveHere(on: Device, record: string, field: string, value: unknown): Promise<boolean> {
  const row = await on.outbox.drafts.get(keyOfRecord(record));
  const write = row && (await openDraft<OwnWrites>(on, row))?.[field];
  if (!write) return false;
  const states = new Map((await on.outbox.calls.toArray()).map(({ id, state }) => [id, state]));
  // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
  const given = await Promise.resolve(givenBy(write));
  const sought = await Promise.resolve(digest(value));
  for (const one of given.toReversed()) {
    const state = states.get(one.call);
    if (isRefused(state)) continue;
    if (one.digest === sought) return true;
    if (state !== 'waiting') return false;
  }
  return false;
}

const isRefused = (state: string | undefined) => state === 'parked' || state === 'discarded';

/** All that is known of what was given by a write and before it, oldest first. */
async function givenBy({ call, value, given = [] }: OwnWrite): Promise<Given[]> {
  return [...given, { call, digest: await digest(value) }];
}

/** What the person has saved in a field, in whatever tab, after what was typed there was written. */
export function savedSince(
  own: OwnWrites,
  field: PropertyKey,
  { since = 0 }: { since?: number },
  turn: number,
): OwnWrite | undefined {
  const save = own[String(field)];
  return save && turn < save.turn && since < save.turn ? save : undefined;
}

async function readKnown(on: Device, record: string): Promise<Known> {
  const row = await on.outbox.drafts.get(keyOfRecord(record));
  const writes = row && (await openDraft<OwnWrites>(on, row));
  if (!writes) return { writes: {}, all: {}, refused: new Set(), turn: row?.turn };
  const refused = await on.outbox.calls.where('state').anyOf(['parked', 'discarded']).toArray();
  const ids = new Set(refused.map(({ id }) => id));
  return {
    writes: Object.fromEntries(Object.entries(writes).filter(([, { call }]) => !ids.has(call))),
    all: writes,
    refused: ids,
    turn: row.turn,
  };
}

export async function knownWrites(on: Device, calls: readonly NewCall[]): Promise<KnownWrites> {
  const records = new Set(calls.flatMap(editsOf).map(({ record }) => record));
  return new Map(await Promise.all([...records].map(async (each) => [each, await readKnown(on, each)] as const)));
}

/** Inside the transaction of the calls: another tab has written since. */
export async function hasPassed({ outbox }: Device, known: KnownWrites): Promise<boolean> {
  if (known.size === 0) return false;
  const rows = await outbox.drafts.bulkGet([...known.keys()].map(keyOfRecord));
  return [...known.values()].some(({ turn }, at) => rows[at]?.turn !== turn);
}

/**
 * What a call does to a field of a record: `was` is what its writer saw there. A removal gives it nothing. `isMerged`: it
 * is merged in parts, and keeps the base its writer saw.
 */
type Edit = { record: string; field: string; was: unknown; given?: unknown; isMerged?: true };

const ofWholeRows: ReadonlySet<QueueableName> = new Set<QueueableName>([
  'scheduling.saveNonPatientVisit',
  'scheduling.removeNonPatientVisit',
]);
const isOfWholeRow = (name: QueueableName) => ofWholeRows.has(name) || recordCall(name)?.verb === 'remove';

/**
 * None of a call that is not about the fields of a record, or of a field that is merged in parts, as no list of a record
 * is: on what base its parts were left alone decides what becomes of those that somebody else has changed.
 */
function editsOf({ name, input, base }: NewCall): Edit[] {
  if (name === 'scheduling.createCustomDays') return dayEdits(input, base);
  if (name === 'charges.save') return chargeEdits(input, base);
  const { changes }: { changes?: unknown } = input;
  const given = isOfWholeRow(name) ? input : changes;
  const record = recordIn(input);
  if (record === null || typeof given !== 'object' || given === null) return [];
  const values = new Map<string, unknown>(Object.entries(given));
  return Object.entries(base).flatMap(([field, was]) => {
    const mine = values.get(field);
    if (!recordCall(name) && (isInParts(was) || isInParts(mine))) return [];
    return [{ record, field, was, ...(values.has(field) && { given: mine }) }];
  });
}

const isInParts = (value: unknown) => typeof value === 'object' && value !== null;

/** None where they cannot be read: the change is saved, and the server decides. */
const seenDays = (base: object) => SeenDays.safeParse(base).data?.seen ?? [];

/** The days of a provider, each a field of theirs. */
function dayEdits(input: object, base: object): Edit[] {
  const { customDayProviderSchedules: wanted } = input as InputOf<'scheduling.createCustomDays'>;
  return seenDays(base).map(({ ProviderId, day, was }) => {
    const mine = wanted.find((each) => each.ProviderId === ProviderId && each.day === day);
    return { record: ProviderId, field: day, was, given: mine && !mine.isRemoved ? hoursOf(mine) : null };
  });
}

/** The lines of a visit are one field: what a dead tab left of them is older than a later save of any of them. */
function chargeEdits(input: object, base: Record<string, unknown>): Edit[] {
  const { id: record, services: given } = input as InputOf<'charges.save'>;
  return [{ record, field: 'services', was: base['services'], given, isMerged: true }];
}

/** Unchanged, a field stays as it is there, whoever made it so. */
const isChanged = (edit: Edit) => !('given' in edit) || !isSameValue(edit.given, edit.was);

/**
 * Calls as edits of what the person wrote last, where they were typed over what stood there before that, and nobody else
 * has written there since as far as this device knows.
 */
export function rebased(known: KnownWrites, calls: readonly NewCall[]): Promise<NewCall[]> {
  return Promise.all(
    calls.map(async (call) => {
      const own = new Map<string, unknown>();
      for (const edit of editsOf(call).filter((each) => isChanged(each) && !each.isMerged)) {
        const { record, field, was } = edit;
        const write = known.get(record)?.writes[field];
        if (!write || isSameValue(write.value, was) || !(await wasBefore(write, was))) continue;
        // A change is saved, whatever becomes of the mirror; the server decides then.
        const shown = await shownIn(call, edit).catch(() => undefined);
        if (shown !== undefined && isSameValue(shown, write.value)) own.set(record + field, write.value);
      }
      return own.size === 0 ? call : { ...call, base: basedOn(call, own) };
    }),
  );
}

function basedOn({ name, input, base }: NewCall, own: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const lastOf = (record: string | null, field: string, was: unknown) =>
    own.has(record + field) ? own.get(record + field) : was;
  if (name === 'scheduling.createCustomDays') {
    return { seen: seenDays(base).map((each) => ({ ...each, was: lastOf(each.ProviderId, each.day, each.was) })) };
  }
  const record = recordIn(input);
  return Object.fromEntries(Object.entries(base).map(([field, was]) => [field, lastOf(record, field, was)]));
}

/** What the screen has in that field now; undefined where that is not on this device. */
async function shownIn({ name, input }: NewCall, { record, field }: Edit): Promise<unknown> {
  if (name === 'scheduling.createCustomDays') {
    const day = (await readAll('customDays')).find((each) => each.ProviderId === record && each.day === field);
    return day ? hoursOf(day) : null;
  }
  const of = (await loadReplay()).predictions[name];
  const reads = of.reads(input as never, { madeAt: '', UserId: '', ProviderId: null });
  const read = reads.find((each) => 'key' in each && each.key === record);
  const row = read && (await readRow(read.entity, record));
  return row && fieldIn(row, field);
}

const hoursOf = ({ blocks, Note }: { blocks: unknown; Note: string | null }) => ({ blocks, Note });

/** The rows to be written with the calls: those of records that they change. */
export async function sealOwnWrites(
  on: Device,
  known: KnownWrites,
  calls: readonly (NewCall & { id: string })[],
  turn: number,
): Promise<StoredDraft[]> {
  const edits = calls.flatMap((call) => editsOf(call).map((edit) => ({ ...edit, call: call.id })));
  const changes = Map.groupBy(
    edits.filter((edit) => isChanged(edit) && 'given' in edit),
    ({ record }) => record,
  );
  const rows = [...changes].map(async ([record, ofRecord]) => {
    const value: Record<string, OwnWrite> = { ...known.get(record)?.writes };
    const { all = {}, refused } = known.get(record) ?? {};
    const earlier = new Map(Object.entries(all));
    for (const { field, was, given, call } of ofRecord) {
      const last = value[field];
      const goesOn = last !== undefined && isSameValue(last.value, was);
      const before = [...(goesOn ? last.before : []), await digest(was)].slice(-mostBefore);
      const former = earlier.get(field);
      const gave = (former ? await givenBy(former) : []).filter((one) => !refused?.has(one.call)).slice(-mostBefore);
      const write = { turn, call, value: given, before, given: gave };
      value[field] = write;
      earlier.set(field, write);
    }
    return sealDraft(on, { key: keyOfRecord(record), turn, value });
  });
  return Promise.all(rows);
}

async function digest(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(textOf(value ?? null)));
  return [...new Uint8Array(bytes, 0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
