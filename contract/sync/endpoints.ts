import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { DeviceId, PatientId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { entityNames, type EntityName } from '../entities.ts';
import { PatientName } from '../patients/patient.ts';

const Entity = z.enum(entityNames as [EntityName, ...EntityName[]]);

/** Rows of one entity; each is validated by its own schema on the device when it is opened. */
export const Put = z.object({ entity: Entity, rows: z.array(z.record(z.string(), z.unknown())) });
export type Put = z.output<typeof Put>;

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

export const syncEndpoints = {
  pull: {
    call: 'POST /sync/pull',
    access: {},
    summary: "What changed in the caller's scopes since the cookie; without a cookie, where history stands now.",
    input: z.strictObject({
      device: DeviceId,
      cookie: z.string().max(4_000).nullable(),
      more: z.string().max(200).nullable(),
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
      outcomes: z.array(Outcome),
      cookie: z.string(),
      /** Not null: ask again with it before the cookie counts. */
      more: z.string().nullable(),
    }),
  },
  push: {
    call: 'POST /sync/push',
    access: {},
    bodyLimit: 4_000_000,
    summary: 'Runs waiting calls of a device in order, each exactly once.',
    input: z.strictObject({ device: DeviceId, entries: z.array(PushEntry).min(1).max(50) }),
    reply: z.object({
      outcomes: z.array(Outcome),
      /** First mid that failed for now (overload, lost connection); it and those behind it are sent again later. */
      retryFrom: z.int().nullable(),
    }),
  },
  hydrate: {
    call: 'POST /sync/hydrate',
    access: {},
    summary: 'The working set by priority: P0 the clinic and its two weeks, P1 active charts and names.',
    input: z.strictObject({
      priority: z.enum(['P0', 'P1', 'names']),
      /** Where the last page ended. */
      after: z.string().max(200).nullable(),
    }),
    reply: z.object({ put: z.array(Put), names: z.array(PatientName), after: z.string().nullable() }),
  },
  chart: {
    call: 'GET /sync/chart/:id',
    access: {},
    summary: "Every synced row of one patient's chart.",
    input: z.strictObject({ id: PatientId }),
    reply: z.object({ put: z.array(Put) }),
  },
} as const satisfies EndpointTable;
