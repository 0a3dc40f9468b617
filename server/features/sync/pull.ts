import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { entities, type EntityName } from '#contract/entities.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { PatientName } from '#contract/patients/patient-name.ts';
import type { syncEndpoints } from '#contract/sync/endpoints.ts';
import { patientEntities } from '#contract/sync/sameness.ts';
import type { Ctx } from '#server/kit/context.ts';
import { deviceOwner } from '#server/kit/auth/devices.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import { mustStartAnew, openCookie, scopesDigest, sealCookie, type Cookie } from './cookie.ts';
import { foreignDeviceSentence } from './push.ts';
import { shortened, xminOf, type Snapshot } from './snapshot.ts';
import {
  type ChangedKey,
  changedKeys,
  type Delta,
  historyNow,
  latestOutcomes,
  notesOfNoVisit,
  outcomesIn,
  putOf,
  rowsByKey,
  rowsWith,
  type Versioned,
} from './store.ts';

type Input = z.output<typeof syncEndpoints.pull.input>;
type Reply = z.input<typeof syncEndpoints.pull.reply>;

const pageSize = 1_000;
/** A running list of transactions longer than this fits neither a cookie nor a page mark. */
const longestSnapshot = 1_500;

export async function pull(input: Input, ctx: Ctx): Promise<Reply> {
  const { tx, caller } = ctx;
  const owner = await deviceOwner(tx, { site: caller.site, DeviceId: input.device, UserId: caller.UserId });
  if (owner !== undefined && owner !== caller.UserId) fail('conflict', foreignDeviceSentence);

  const { here, isShortened, snapshot } = await cookieOfNow(ctx);
  const since = input.cookie === null ? null : openCookie(ctx.services.cookieKeys, input.cookie);
  if (since === null || since === undefined || mustStartAnew(since, here, snapshot)) {
    const outcomes = owner === undefined ? [] : await latestOutcomes(tx, caller.site, input.device);
    return {
      ...nothing,
      reset: since !== null,
      outcomes,
      cookie: sealCookie(ctx.services.cookieKeys, here),
      scopes: here.scopes,
      epoch: here.epoch,
      isShortened,
    };
  }

  const mark = input.more === null ? null : readMark(input.more, here.boot);
  const target = mark?.target ?? here.snapshot;
  const delta = deltaBetween(since, here, target);
  const keys = await changedKeys(tx, caller.site, delta, {
    entity: mark?.entity ?? '',
    pk: mark?.pk ?? '',
    limit: pageSize,
  });
  const { put, leave } = await rowsAndLeavers(ctx, keys);
  const last = keys.length < pageSize ? undefined : keys.at(-1);
  return {
    reset: false,
    put: [...put].map(([entity, rows]) => putOf(entity, rows.values())),
    leave,
    names: [...(put.get('patients')?.values() ?? [])].map(({ row }) => PatientName.parse(row)),
    leaveNames: leave.filter((each) => each.entity === 'patients').map((each) => each.key),
    outcomes: last || owner === undefined ? [] : await outcomesIn(tx, caller.site, input.device, delta),
    cookie: sealCookie(ctx.services.cookieKeys, { ...here, snapshot: target }),
    scopes: here.scopes,
    epoch: here.epoch,
    isShortened,
    more: last ? `${bootMark(here.boot)}|${target}|${last.entity}|${last.pk}` : null,
  };
}

/** Whether a pull with this cookie would bring anything, to anyone of the site. */
export async function hasMoved(ctx: Ctx, cookie: string): Promise<boolean> {
  const since = openCookie(ctx.services.cookieKeys, cookie);
  const { here, snapshot } = await cookieOfNow(ctx);
  if (!since) fail('invalid', 'The position is not from this server. Pull first.');
  if (mustStartAnew(since, here, snapshot)) return true;
  const delta = deltaBetween(since, here, here.snapshot);
  return (await changedKeys(ctx.tx, ctx.caller.site, delta, { entity: '', pk: '', limit: 1 })).length > 0;
}

const nothing = { put: [], leave: [], names: [], leaveNames: [], more: null };

async function cookieOfNow({
  tx,
  caller,
  now,
}: Ctx): Promise<{ here: Cookie; isShortened: boolean; snapshot: Snapshot }> {
  const history = await historyNow(tx);
  const snapshot = shortened(history.snapshot, longestSnapshot);
  const here = {
    ...history,
    snapshot,
    scopes: scopesDigest(scopesOf(caller)),
    schemaVersion,
    UserId: caller.UserId,
    site: caller.site,
    at: now.getTime(),
  };
  return { here, isShortened: snapshot !== history.snapshot, snapshot: history.snapshot };
}

/**
 * After a crash PostgreSQL may give a number again that an aborted transaction had, which the cookie
 * counts as seen; so once after each start, whatever was logged since the cookie was made is sent again.
 */
function deltaBetween(since: Cookie, here: Cookie, target: Snapshot): Delta {
  const xmin = xminOf(since.snapshot);
  if (since.boot === here.boot) return { since: since.snapshot, target, floor: String(xmin), again: null };
  const floor = xmin > 100_000n ? xmin - 100_000n : 0n;
  return { since: since.snapshot, target, floor: String(floor), again: new Date(since.at - 60_000).toISOString() };
}

type Mark = { target: Snapshot; entity: string; pk: string };

/**
 * Null for a page begun before a crash of the server: numbers below its end may have been given again since, so
 * the delta starts over.
 */
function readMark(more: string, boot: string): Mark | null {
  const [, of, target, entity, pk] =
    /^([\w-]{8})\|(\d{1,20}:\d{1,20}:[\d,]*)\|(\w{1,30})\|([\w-]{1,40})$/.exec(more) ?? [];
  if (!target || !entity || !pk) fail('invalid', 'The page marker is not from this server. Nothing was changed.');
  return of === bootMark(boot) ? { target, entity, pk } : null;
}

function bootMark(boot: string): string {
  return scopesDigest([boot]).slice(0, 8);
}

type PutRows = Map<EntityName, Map<string, Versioned>>;

async function rowsAndLeavers(
  ctx: Ctx,
  keys: ChangedKey[],
): Promise<{ put: PutRows; leave: { entity: EntityName; key: string }[] }> {
  const put: PutRows = new Map();
  for (const [entity, changed] of Map.groupBy(keys, (each) => each.entity)) {
    const rows = await rowsByKey(
      ctx.tx,
      ctx.caller.site,
      entity,
      changed.map((each) => each.pk),
    );
    addRows(put, entity, rows);
  }
  const isPut = (each: ChangedKey) => put.get(each.entity)?.has(each.pk) ?? false;
  const leave = keys
    .filter((each) => each.wasInScope && !isPut(each))
    .map((each) => ({ entity: each.entity, key: each.pk }));
  await addCharts(
    ctx,
    put,
    keys.filter((each) => each.entity === 'visits' && each.isNew),
  );
  return { put, leave };
}

/** A visit that is new to the device comes with the patient it is for, whose rows did not change. */
async function addCharts({ tx, caller }: Ctx, put: PutRows, newVisits: ChangedKey[]): Promise<void> {
  const PatientIds = new Set<string>();
  for (const { pk } of newVisits) {
    const visit = put.get('visits')?.get(pk);
    if (visit) PatientIds.add(String(visit.row['PatientId']));
  }
  if (PatientIds.size === 0) return;
  for (const entity of patientEntities) {
    addRows(put, entity, await rowsWith(tx, caller.site, entity, 'PatientId', [...PatientIds]));
  }
  addRows(put, 'visitNotes', await notesOfNoVisit(tx, caller.site, [...PatientIds]));
}

function addRows(put: PutRows, entity: EntityName, rows: Versioned[]): void {
  if (rows.length === 0) return;
  const held = put.get(entity) ?? new Map<string, Versioned>();
  for (const each of rows) held.set(String(each.row[entities[entity].key]), each);
  put.set(entity, held);
}
