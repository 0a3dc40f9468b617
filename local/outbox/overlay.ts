import type { EntityName, RowOf } from '#contract/entities.ts';
import { callsOfPatients } from '#contract/queued-names.ts';
import type { Device } from '../store/device.ts';
import { callsShown, type WaitingCall } from './calls.ts';
import { loadReplay, replayHere } from './known-predictions.ts';
import type { Layer } from './predicted-rows.ts';
import type { Context } from './replay.ts';
import { onceInRun } from '../store/once-in-run.ts';
import { setupOf } from '../store/setup.ts';

/** What the waiting calls change: a row, null for one they remove, undefined for one they leave alone. */
export type Overlay = {
  get<E extends EntityName>(entity: E, key: string): RowOf<E> | null | undefined;
  all<E extends EntityName>(entity: E): [key: string, row: RowOf<E> | null][];
};

const nothing: Overlay = { get: () => undefined, all: () => [] };

/** Replays the waiting calls over the mirror's rows, in memory; nothing is written. */
export async function overlayOf(device: Device): Promise<Overlay> {
  return overlayBy(device, 'all calls', await callsShown(device));
}

/** Patients that waiting calls change; a thousand calls of other kinds cost nothing. */
export async function patientsOverlaid(device: Device): Promise<[PatientId: string, row: RowOf<'patients'> | null][]> {
  const calls = await callsShown(device);
  const overlay = await overlayBy(
    device,
    'calls of patients',
    calls.filter(({ name }) => callsOfPatients.has(name)),
  );
  return overlay.all('patients');
}

async function overlayBy(device: Device, part: string, calls: WaitingCall[]): Promise<Overlay> {
  if (calls.length === 0) {
    device.opened.replayed.delete(part);
    return nothing;
  }
  // Dexie follows what is awaited in a live query, but not a module.
  const { replay } = replayHere() ?? (await Promise.resolve(loadReplay()));
  return overlayFrom(await replay(device, part, calls, await contextOf(device)));
}

async function contextOf(device: Device): Promise<Context> {
  const setup = await setupOf(device);
  return {
    UserId: device.UserId,
    ProviderId: setup?.currentUser.EmployeeId ?? null,
    codes: setup?.cptDescriptions,
    onlyPrimaryPayer: setup?.website.use_only_primary_payer_notes_permission,
    assistantsMayFinalize: setup?.website.assistant_may_finalize,
  };
}

function overlayFrom(layer: Layer): Overlay {
  return {
    get: (entity, key) => layer.get(entity)?.get(key) as RowOf<typeof entity> | null | undefined,
    all: (entity) => [...(layer.get(entity) ?? [])] as [string, RowOf<typeof entity> | null][],
  };
}

/** One overlay for all reads of one run of a live query; outside of live queries each read makes its own. */
export function overlayForRead(device: Device): Promise<Overlay> {
  return onceInRun(`overlay ${device.mirror.name}`, () => overlayOf(device));
}
