import { z } from 'zod';
import { DeviceId, SiteKey, UserId } from '../base/ids.ts';
import { Text } from '../base/text.ts';

/** What happened to the keys that seal a device: `enrolled` a first one, `renewed` one under a changed password. */
export const keyChanges = ['enrolled', 'renewed', 'rewrapped', 'deviceUnlockAdded', 'deviceUnlockRemoved'] as const;

/** One change of a device's keys, told once; `at` is the device's own clock, for the record only. */
export const KeyChange = z.strictObject({ id: z.uuid(), what: z.enum(keyChanges), at: Text(40) });
export type KeyChange = z.output<typeof KeyChange>;

/** What a device tells of itself. Counts only, never what they count. */
export const DeviceReport = z.strictObject({
  id: DeviceId,
  name: Text(60),
  waiting: z.int().min(0).max(1_000_000),
  parked: z.int().min(0).max(1_000_000),
  /** Its key is there wrapped, and nothing readable was found where its databases hold cipher text. */
  isSealed: z.boolean(),
  /** It has just taken in everything the server had. */
  synced: z.boolean(),
  keyChanges: z.array(KeyChange).max(50),
  /** SHA-256 of the secret with which it asks, signed out, whether it must erase itself. */
  askHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type DeviceReport = z.output<typeof DeviceReport>;

/** One person's Mainstay in one browser, as the server knows it. Instants are ISO; null is not yet. */
export const DeviceState = z.object({
  DeviceId,
  UserId,
  person: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  lastSyncAt: z.string().nullable(),
  waiting: z.int(),
  parked: z.int(),
  isSealed: z.boolean(),
  /** When somebody asked for it to be signed out and erased, and who. */
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  /** When the device said that it is done. */
  erasedAt: z.string().nullable(),
});
export type DeviceState = z.output<typeof DeviceState>;

/**
 * Travels as `current` of every `device-erased` refusal, so that a device erases itself only when it is meant.
 * `ticket` lets it confirm without being signed in.
 */
export const EraseOrder = z.object({
  site: SiteKey,
  DeviceId,
  UserId,
  by: z.string(),
  at: z.string(),
  ticket: z.uuid(),
});
export type EraseOrder = z.output<typeof EraseOrder>;
