import type { EntityName, RowOf } from '#contract/entities.ts';
import type { CallContext, Prediction } from '#contract/prediction.ts';
import { callsOfPatients } from '#contract/queued-names.ts';
import type { Device } from '../store/device.ts';
import { callsShown, type WaitingCall } from './calls.ts';
import { loadedRows, type Layer } from './predicted-rows.ts';
import { loadPredictions, predictionsHere } from './known-predictions.ts';
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
  return overlayBy(device, await callsShown(device));
}

/** Patients that waiting calls change; a thousand calls of other kinds cost nothing. */
export async function patientsOverlaid(device: Device): Promise<[PatientId: string, row: RowOf<'patients'> | null][]> {
  const calls = await callsShown(device);
  const overlay = await overlayBy(
    device,
    calls.filter(({ name }) => callsOfPatients.has(name)),
  );
  return overlay.all('patients');
}

async function overlayBy(device: Device, calls: WaitingCall[]): Promise<Overlay> {
  if (calls.length === 0) return nothing;
  // Dexie follows what is awaited in a live query, but not a module.
  const of = predictionsHere() ?? (await Promise.resolve(loadPredictions()));
  const steps = calls.map((call) => ({ call, prediction: of[call.name] as Prediction<unknown> }));
  return overlayFrom(await replay(device, steps, await contextOf(device)));
}

type Step = { call: WaitingCall; prediction: Prediction<unknown> };
type Context = Omit<CallContext, 'madeAt' | 'base'>;

async function replay(device: Device, steps: Step[], context: Context): Promise<Layer> {
  const loaded = loadedRows(device);
  const of = ({ call }: Step): CallContext => ({ ...context, madeAt: call.madeAt, base: call.base });
  // Every call's reads at once first: one query per entity instead of one per call.
  let wanted = loaded.missing(steps.flatMap((step) => step.prediction.reads(step.call.input, of(step))));
  while (wanted.length > 0) {
    await loaded.load(wanted);
    wanted = loaded.missing(steps.flatMap((step) => step.prediction.more(step.call.input, loaded.rows, of(step))));
  }
  for (const step of steps) {
    for (;;) {
      const further = loaded.missing(step.prediction.more(step.call.input, loaded.rows, of(step)));
      if (further.length === 0) break;
      await loaded.load(further);
    }
    step.prediction.apply(loaded.rows, step.call.input, of(step));
  }
  return loaded.layer;
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
