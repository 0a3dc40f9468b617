import { builtInMeasurements } from '#contract/measures/catalog/catalog.ts';
import { isSameMeasure } from '#contract/measures/same-measure.ts';
import { evalMeasurement, type MeasureFields, type OwnMeasurement } from '#contract/measures/own-measurement.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { loadMeasurements } from '#local/reads/measures.ts';
import { newId } from '#local/store/new-id.ts';
import { whileOpen } from '#local/store/device.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

/** The catalog as rows of the library; they are as old as the app. */
export const builtInRows: readonly OwnMeasurement[] = builtInMeasurements.map((one) => ({
  ...one,
  updated_at: '2026-01-01T00:00:00Z',
}));

const builtInIds = new Set<string>(builtInRows.map(({ EvalMeasurementId }) => EvalMeasurementId));

export function isBuiltIn({ EvalMeasurementId }: Pick<OwnMeasurement, 'EvalMeasurementId'>): boolean {
  return builtInIds.has(EvalMeasurementId);
}

const mostOfName = 120;

/** `Hop test (copy)`, or with a number where that is there. */
export function copyName(
  of: Pick<MeasureFields, 'Name' | 'Region'>,
  library: readonly Pick<MeasureFields, 'Name' | 'Region'>[],
): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? ' (copy)' : ` (copy ${number})`;
    const name = of.Name.slice(0, mostOfName - end.length) + end;
    if (!library.some((one) => isSameMeasure(one, { ...of, Name: name }))) return name;
  }
}

/** A measure of the clinic's own with what another one says; gives its id, or null where it could not be saved. */
export async function copyMeasure(of: OwnMeasurement): Promise<string | null> {
  try {
    const { all } = await whileOpen(loadMeasurements);
    const id = await addMeasure({ ...of, Name: copyName(of, all), Inactive: false });
    toastDone('Measure added.');
    return id;
  } catch (error) {
    toastFailure(error, 'The measure could not be saved on this device.');
    return null;
  }
}

/** Adds measures one after the other; gives how many were saved on this device. */
export async function addMeasures(measures: readonly MeasureFields[]): Promise<number> {
  let added = 0;
  try {
    for (const one of measures) {
      await addMeasure(one);
      added += 1;
    }
    toastDone(added === 1 ? '1 measure imported.' : `${added} measures imported.`);
  } catch (error) {
    toastFailure(error, `${added} of ${measures.length} measures were saved. Import the file again for the rest.`);
  }
  return added;
}

async function addMeasure(of: MeasureFields): Promise<string> {
  const id = newId();
  const fields = evalMeasurement.Fields.strip().parse(of);
  await queueWrite('measures.createEvalMeasurement', { ...fields, EvalMeasurementId: id } as never);
  return id;
}
