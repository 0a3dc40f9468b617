import { entityNames } from '#contract/kept-rows.ts';
import { isBundleKey, placesOf } from '../store/bundles.ts';
import { openCalls } from './calls.ts';
import { bundleTableOf } from '../store/db.ts';
import type { Device } from '../store/device.ts';

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
  const { mirror } = device;
  const visits = new Set(ids);
  const placeOf = await placesOf(mirror, ids);
  for (const entity of entityNames) {
    const table = bundleTableOf(entity);
    if (!table || isBundleKey(entity)) continue;
    for (const id of ids) {
      const bundle = placeOf(entity, id);
      if (bundle !== undefined) (table === 'patientBundles' ? named : visits).add(bundle);
    }
  }
  const hanging = await mirror.visitBundles.bulkGet([...visits]);
  for (const bundle of hanging) if (bundle) named.add(bundle.PatientId);
  return named;
}

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
