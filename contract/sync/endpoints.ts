import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { DateString, Instant } from '../base/dates.ts';
import { DeviceId, PatientId, VisitId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { entityNames, type EntityName } from '../kept-rows.ts';
import { PatientName } from '../patients/patient-name.ts';
import { patientsDelivered } from './patients-delivered.ts';
import { queuedSync } from './queued-sync.ts';

const Entity = z.enum(entityNames as [EntityName, ...EntityName[]]);

/** Taken as it is: copying field by field, as a record does, costs a first sync a tenth of its time on both sides. */
const Row = z
  .custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object', additionalProperties: {} });

/**
 * Rows of one entity; each is validated by its own schema on the device when it is opened. `versions` beside
 * them: 64 bits as decimal text that change with the row, by which both sides find out that they hold the same.
 */
export const Put = z.object({
  entity: Entity,
  rows: z.array(Row),
  versions: z.array(z.string()),
});
export type Put = z.output<typeof Put>;

/**
 * A set of rows that server and device compare (sync.md, Proof of sameness). `clinic`: what every device holds
 * whole; `charts`: every row of the patients; `parts`: of the patients, visits of the days and those named, with
 * what hangs on them; `days`: the visits of the days, whoever's they are. Days include both ends.
 */
export const RowSet = z.strictObject({
  kind: z.enum(['clinic', 'charts', 'parts', 'days']),
  PatientIds: z.array(PatientId).max(100),
  VisitIds: z.array(VisitId).max(5_000),
  from: DateString,
  to: DateString,
});
export type RowSet = z.input<typeof RowSet>;

/** One waiting call as it is sent (sync.md, Push). */
export const PushEntry = z.strictObject({
  mid: z.int().min(1),
  name: Text(60),
  input: z.record(z.string(), z.unknown()),
  /** What each changed field held when the user changed it, for the three-way merge. */
  base: z.record(z.string(), z.unknown()),
  schemaVersion: z.int(),
  /** Device clock, kept for the record; decides nothing. */
  madeAt: Text(40),
  clockOffset: z.int(),
});
export type PushEntry = z.output<typeof PushEntry>;

/** What became of a call: `ok`, or `parked` for good with the reason and the server's current row. */
export const Outcome = z.object({
  mid: z.int(),
  status: z.enum(['ok', 'parked']),
  kind: z.string().nullable(),
  reason: z.string().nullable(),
  current: z.unknown().nullable(),
});
export type Outcome = z.output<typeof Outcome>;

/** `madeAt` is that of the call: a copy of the device has other calls under the same numbers. */
export const PulledOutcome = Outcome.extend({ madeAt: z.string() });
export type PulledOutcome = z.output<typeof PulledOutcome>;

export const syncEndpoints = {
  ...queuedSync,
  pull: {
    call: 'POST /sync/pull',
    access: {},
    onDashboard: true,
    chartOf: { reply: patientsDelivered, at: 'sync' },
    summary: 'Returns the changes since the cookie. Without a cookie, returns the current position.',
    input: z.strictObject({
      device: DeviceId,
      cookie: z.string().max(4_000).nullable(),
      more: z.string().max(1_700).nullable(),
    }),
    reply: z.object({
      /** The cookie is of another epoch, schema or too old: hydrate anew and keep the outbox. */
      reset: z.boolean(),
      put: z.array(Put),
      /** Rows deleted, or moved out of this user's scopes. */
      leave: z.array(z.object({ entity: Entity, key: z.string() })),
      /** Patient names that changed. */
      names: z.array(PatientName),
      leaveNames: z.array(PatientId),
      /** Calls of this device that this snapshot contains. */
      outcomes: z.array(PulledOutcome),
      cookie: z.string(),
      /** The identity of this history: in another one, calls of the last minutes are offered again. */
      epoch: z.string().optional(),
      /** Which rows this user may see, as a short name: rows of other scopes than the cookie's are not stored. */
      scopes: z.string(),
      /** So much was being written that the snapshot leaves out what was: of calls answered, only `outcomes` are in it. */
      isShortened: z.boolean(),
      /** Not null: ask again with it before the cookie counts. */
      more: z.string().nullable(),
    }),
  },
  push: {
    call: 'POST /sync/push',
    access: {},
    onDashboard: true,
    bodyLimit: 4_000_000,
    chartOf: { reply: patientsDelivered, at: 'sync' },
    summary: 'Runs a device’s waiting changes in order, each exactly once.',
    input: z.strictObject({ device: DeviceId, entries: z.array(PushEntry).min(1).max(50) }),
    reply: z.object({
      outcomes: z.array(Outcome),
      /** First mid that failed for now (overload, lost connection); it and those behind it are sent again later. */
      retryFrom: z.int().nullable(),
      /**
       * Another call came under one of these numbers: the device's data was copied, or an older state of it was put
       * back. Nothing was run now, `outcomes` are those of before; the device has to go on under another id.
       */
      isCopy: z.boolean().optional(),
      /** The call named the epoch of another history: nothing was run, and the device has to pull first. */
      isOtherHistory: z.boolean().optional(),
    }),
  },
  hydrate: {
    call: 'POST /sync/hydrate',
    access: {},
    onDashboard: true,
    chartOf: { reply: patientsDelivered, at: 'first sync' },
    summary: 'Returns the working set by priority: P0 clinic and two weeks, P1 active charts and names.',
    input: z.strictObject({
      priority: z.enum(['P0', 'P1', 'names']),
      /** Where the last page ended. */
      after: z.string().max(200).nullable(),
      /** The day the working set is around: that of its first page, so that no patient falls between two pages. */
      day: DateString.nullable().default(null),
    }),
    reply: z.object({
      put: z.array(Put),
      names: z.array(PatientName),
      after: z.string().nullable(),
      /** The clinic's today when none was asked for. */
      day: DateString,
      scopes: z.string(),
    }),
  },
  chart: {
    call: 'GET /sync/chart/:id',
    access: {},
    chartOf: { patient: 'id' },
    summary: 'Returns all synced rows of one patient’s chart.',
    /** `by` is not sent where a person opens the chart: a device fetches charts by itself too. */
    input: z.strictObject({ id: PatientId, by: z.literal('device').optional() }),
    reply: z.object({ put: z.array(Put), scopes: z.string() }),
  },
  recordViews: {
    call: 'POST /sync/views',
    access: {},
    onDashboard: true,
    noChart: 'Records which charts were opened. Returns no data.',
    summary: 'Records in the audit log which charts a person opened offline, and when.',
    input: z.strictObject({
      device: DeviceId,
      /** Server clock minus device clock in ms. */
      clockOffset: z.int(),
      /** `openedAt` by the clock of the device. */
      charts: z
        .array(z.strictObject({ PatientId, openedAt: Instant }))
        .min(1)
        .max(100),
    }),
    reply: z.object({ recorded: z.boolean() }),
  },
  compare: {
    call: 'POST /sync/compare',
    access: {},
    onDashboard: true,
    bodyLimit: 512_000,
    noChart: 'Returns counts and checksums only.',
    summary: 'Returns counts and checksums of rows, to check that device and server match.',
    input: z.strictObject({ cookie: z.string().max(4_000), set: RowSet }),
    reply: z.object({
      /** Something changed since the cookie: pull first, then ask again. */
      moved: z.boolean(),
      /** Empty buckets are left out; a sum counts by its lowest 64 bits. */
      sums: z.array(z.object({ entity: Entity, bucket: z.string(), count: z.int(), sum: z.string() })),
    }),
  },
  repair: {
    call: 'POST /sync/repair',
    access: {},
    onDashboard: true,
    bodyLimit: 512_000,
    chartOf: { reply: patientsDelivered, fetched: true },
    summary: 'Returns the rows where device and server differ.',
    input: z.strictObject({
      set: RowSet,
      entity: Entity,
      buckets: z
        .array(z.string().regex(/^[0-9a-f]$/))
        .min(1)
        .max(16),
    }),
    reply: z.object({ put: z.array(Put), scopes: z.string() }),
  },
} as const satisfies EndpointTable;
