import { emergencyMs, EmergencyReason, shortestReason } from '#contract/emergency/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { EmergencyAccessId, type PatientId } from '#contract/base/ids.ts';
import { dropDraft, readDraft, saveDraft } from './drafts.ts';
import { newId } from './new-id.ts';
import { queueWrite } from './outbox.ts';

/** A reason that opens charts on this device; `startedAt` and `until` are ms since 1970. */
export type EmergencyGrant = { id: string; reason: string; startedAt: number; until: number; opened: string[] };

/** Sealed like a half-written text. */
const place = 'emergency-access';

/** The grant as it was kept; whether it still holds is the caller's to see by its time. */
export async function readGrant(): Promise<EmergencyGrant | null> {
  return (await readDraft<EmergencyGrant>(place)) ?? null;
}

/** Opens charts for an hour. */
export async function startEmergency(reason: string): Promise<void> {
  const parsed = EmergencyReason.safeParse(reason);
  if (!parsed.success) {
    const sentence = `Write why in at least ${shortestReason} characters, and at most 300.`;
    return fail('invalid', sentence, { fields: { reason: sentence } });
  }
  const startedAt = Date.now();
  const grant = { id: newId(), reason: parsed.data, startedAt, until: startedAt + emergencyMs, opened: [] };
  await saveDraft(place, grant satisfies EmergencyGrant);
}

export function endEmergency(): Promise<void> {
  return dropDraft(place);
}

const underway = new Map<string, Promise<void>>();

/** Puts on record that a chart is opened, once for each grant; resolves when that is on disk. */
export function recordOpened(grant: EmergencyGrant, patient: PatientId): Promise<void> {
  const key = `${grant.id} ${patient}`;
  // A screen may ask again before it has seen that the chart is on record.
  const known = underway.get(key);
  if (known) return known;
  const recording = record(grant, patient).catch((error: unknown) => {
    underway.delete(key);
    throw error;
  });
  underway.set(key, recording);
  return recording;
}

async function record(grant: EmergencyGrant, patient: PatientId): Promise<void> {
  if (grant.opened.includes(patient)) return;
  await queueWrite('emergency.record', {
    id: EmergencyAccessId.parse(grant.id),
    PatientId: patient,
    reason: grant.reason,
    startedAt: new Date(grant.startedAt).toISOString(),
    openedAt: new Date().toISOString(),
    offline: true,
  });
  const kept = await readGrant();
  if (kept?.id === grant.id) await saveDraft(place, { ...kept, opened: [...new Set([...kept.opened, patient])] });
}
