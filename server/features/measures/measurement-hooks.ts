import { builtInMeasurements } from '#contract/measures/catalog/catalog.ts';
import { measurementRefusals } from '#contract/measures/measurement-refusals.ts';
import type { evalMeasurement } from '#contract/measures/own-measurement.ts';
import { measureTwin } from '#contract/measures/same-measure.ts';
import { usedRefusals } from '#contract/measures/used-measurement.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { allRows } from '#server/kit/db/rows.ts';
import { holdMeasurements, usesOfMeasurement } from './store.ts';

/** No measure is entered twice unless someone says so, and what notes say of one stays readable. */
export const evalMeasurementHooks: RecordHooks<typeof evalMeasurement> = {
  hold: holdMeasurements,

  async refuses(row, { ctx: { tx }, before, sent }) {
    const id = row.EvalMeasurementId.toLowerCase();
    const own = (await allRows(tx, 'evalMeasurements')).filter((one) => String(one.EvalMeasurementId) !== id);
    const twin = sent.isAnother ? null : measureTwin(row, before, [...builtInMeasurements, ...own]);
    const isUsed = before !== null && (await usesOfMeasurement(tx, id)) === 'case';
    return { ...twin?.refusals, ...(isUsed && usedRefusals(before, row)), ...measurementRefusals(row) };
  },

  async keeps({ Name, EvalMeasurementId }, { tx }) {
    const use = await usesOfMeasurement(tx, EvalMeasurementId);
    if (use === null) return null;
    return `${use === 'case' ? 'A case' : 'A template'} uses “${Name}”, so it can’t be removed. Make it inactive instead.`;
  },
};
