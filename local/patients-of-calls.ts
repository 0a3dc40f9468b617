import { entities, entityNames } from '#contract/entities.ts';
import { openCalls } from './calls.ts';
import { mirrorTable } from './db.ts';
import type { Device } from './device.ts';

/** The patients whom calls in the outbox are about: those the call names, and those of the rows it names. */
export async function patientsOfCalls(device: Device): Promise<Set<string>> {
  const stored = await device.outbox.calls.where('state').anyOf(['waiting', 'acked', 'parked']).toArray();
  return patientsNamed(device, await openCalls(device, stored));
}

/** The patients whom these calls are about. */
export async function patientsNamed(device: Device, calls: readonly { input: unknown }[]): Promise<Set<string>> {
  const named = new Set(calls.flatMap((call) => idsIn(call.input)));
  if (named.size === 0) return named;
  const ids = [...named];
  for (const entity of entityNames) {
    if (!('PatientId' in entities[entity].clear)) continue;
    const rows = await mirrorTable(device.mirror, entity).bulkGet(ids);
    for (const row of rows) if (row) named.add(String(row.PatientId));
  }
  return named;
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
