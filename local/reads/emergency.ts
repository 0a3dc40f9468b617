import { EmergencyReason, shortestReason } from '#contract/emergency/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { addDays } from '#contract/base/dates.ts';
import { EmergencyAccessId, type PatientId } from '#contract/base/ids.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { queuedEndpoint, type QueueableName } from '#contract/queued-endpoints.ts';
import { recordCall } from '#contract/records.ts';
import { openCalls } from '../outbox/calls.ts';
import { device } from '../store/device.ts';
import { baseOf, draftKeys, dropDraft, readDraft, saveDraft } from '../drafts/drafts.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { newId } from '../store/new-id.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { patientsNamed } from '../outbox/patients-of-calls.ts';
import { readWhere } from './reads.ts';
import { readSetup } from '../store/setup.ts';

/** A reason that opens charts on this device; `startedAt` and `until` are ms since 1970. */
export type EmergencyGrant = { id: string; reason: string; startedAt: number; until: number; opened: string[] };

/** Features whose calls are made from lists too: none of them says that somebody works on a chart. */
const fromLists = /^(visits|scheduling|billing)\./;

/** Whether a call is made in an open chart, or makes one. */
function isInChart(name: QueueableName): boolean {
  if (fromLists.test(name)) return false;
  return queuedEndpoint(name).chartOf !== undefined || Boolean(recordCall(name)?.of.parent);
}

const openStages: readonly Visit['stage'][] = ['checkedIn', 'inProgress'];

/** Sealed like a half-written text. */
const place = 'emergency-access';

/**
 * Whether a person works on this chart anyway, so that an outage asks no reason for it: the patient comes today,
 * a visit of yesterday is still open (midnight came in between), or something was typed or saved here and not sent.
 */
export async function isAtWorkOn(PatientId: PatientId, today: string): Promise<boolean> {
  const visits = await readWhere('visits', { index: 'PatientId', equals: PatientId });
  if (visits.some((visit) => visit.Start.startsWith(today))) return true;
  const yesterday = addDays(today, -1);
  if (visits.some((visit) => visit.Start.startsWith(yesterday) && openStages.includes(visit.stage))) return true;
  const drafts = await draftKeys();
  if (visits.some(({ VisitId }) => drafts.some((key) => baseOf(key).endsWith(`:${VisitId}`)))) return true;
  const at = device();
  const stored = await at.outbox.calls.where('state').anyOf(['waiting', 'acked']).toArray();
  const own = (await openCalls(at, stored)).filter(({ name }) => isInChart(name));
  return (await patientsNamed(at, own)).has(PatientId);
}

/** The network corrects a clock by less. */
const slackMs = 300_000;

/** The grant as it was kept; whether it still holds is the caller's to see by its time. One of a time to come holds no more: the clock was set back. */
export async function readGrant(): Promise<EmergencyGrant | null> {
  const grant = await readDraft<EmergencyGrant>(place);
  return grant && grant.startedAt <= Date.now() + slackMs ? grant : null;
}

/** How long a typed reason opens charts, in ms: as long as the site's emergency access lasts. */
export async function emergencyLasts(): Promise<number> {
  return settingsFrom((await readSetup())?.website ?? {}).emergency_access_ms;
}

/** Opens charts for as long as the site allows. */
export async function startEmergency(reason: string): Promise<void> {
  const parsed = EmergencyReason.safeParse(reason);
  if (!parsed.success) {
    const sentence = `Enter a reason of ${shortestReason} to 300 characters.`;
    return fail('invalid', sentence, { fields: { reason: sentence } });
  }
  const startedAt = Date.now();
  const grant = {
    id: newId(),
    reason: parsed.data,
    startedAt,
    until: startedAt + (await emergencyLasts()),
    opened: [],
  };
  await saveDraft(place, grant satisfies EmergencyGrant);
}

export function endEmergency(): Promise<void> {
  return dropDraft(place);
}

const underway = new Map<string, Promise<void>>();

/** Puts on record that a chart is opened, once for each grant; resolves when that is on disk. */
export function recordOpened(grant: EmergencyGrant, patient: PatientId, offline = true): Promise<void> {
  const key = `${grant.id} ${patient}`;
  // A screen may ask again before it has seen that the chart is on record.
  const known = underway.get(key);
  if (known) return known;
  const recording = record(grant, patient, offline).catch((error: unknown) => {
    underway.delete(key);
    throw error;
  });
  underway.set(key, recording);
  return recording;
}

async function record(grant: EmergencyGrant, patient: PatientId, offline: boolean): Promise<void> {
  if (grant.opened.includes(patient)) return;
  await queueWrite('emergency.record', {
    id: EmergencyAccessId.parse(grant.id),
    PatientId: patient,
    reason: grant.reason,
    startedAt: new Date(grant.startedAt).toISOString(),
    openedAt: new Date().toISOString(),
    offline,
  });
  const kept = await readGrant();
  if (kept?.id === grant.id) await saveDraft(place, { ...kept, opened: [...new Set([...kept.opened, patient])] });
}
