import { fail } from '#contract/base/errors.ts';
import type { documentationEndpoints } from '#contract/documentation/endpoints.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import { changedMeasures, tooManyMeasures, type AddedMeasure } from '#contract/measures/case-measures.ts';
import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import { caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { placesOf } from '#contract/measures/places.ts';
import {
  addMeasures,
  holdCase,
  measurementsById,
  measuresOfCase,
  removeMeasures,
} from '#server/features/measures/store.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { writerOf } from './writer.ts';

/** Puts measurements on a case and takes them off; both as a set, so that two devices come to the same. */
export const saveMeasures: Handlers<typeof documentationEndpoints>['saveMeasures'] = async (
  { id, add, remove },
  { tx, caller },
) => {
  const of = (await readCase(tx, id)) ?? fail('not-found', 'This case was not found, or you can’t see it.');
  const writer = { can: caller.can, ...(await writerOf(tx, caller, { of })) };
  const refusal = noteRefusal({ signedAt: null, ProviderId: null }, writer);
  if (refusal) fail('no-permission', refusal);
  const measurementOf = await measurementsById(
    tx,
    add.map(({ EvalMeasurementId }) => EvalMeasurementId),
    { held: true },
  );
  for (const one of add) assertMeasurable(of.CaseId, one, measurementOf(one.EvalMeasurementId));
  await holdCase(tx, of.CaseId);
  const rows = await measuresOfCase(tx, of.CaseId);
  const foreign = remove.some((one) => !rows.some(({ CaseEvalMeasurementId }) => CaseEvalMeasurementId === one));
  if (foreign) fail('user-visible', 'A measure to remove is not in this case.');
  const changed = changedMeasures(rows, add, remove);
  const tooMany = tooManyMeasures(rows, changed);
  if (tooMany) fail('user-visible', tooMany);
  await removeMeasures(tx, of.CaseId, changed.removed);
  await addMeasures(tx, of, changed.added);
  return { case_eval_measurements: await measuresOfCase(tx, of.CaseId) };
};

/** Only what the catalog or the clinic’s library has is measured, on a side and in a mode that it has, under the id that all devices give it. */
function assertMeasurable(
  CaseId: string,
  { CaseEvalMeasurementId, EvalMeasurementId, Side, Mode }: AddedMeasure,
  measurement: EvalMeasurement | undefined,
): void {
  if (!measurement) fail('user-visible', 'This measurement is not in the library.');
  if (!placesOf(measurement).some((place) => place.Side === Side && place.Mode === Mode))
    fail('user-visible', `${measurement.Name} is not measured on this side or in this mode.`);
  if (CaseEvalMeasurementId !== caseEvalMeasurementId({ CaseId, EvalMeasurementId, Side, Mode }))
    fail('invalid', 'The id of a measure does not follow from its case.');
}
