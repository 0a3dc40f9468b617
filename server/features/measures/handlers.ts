import { fail } from '#contract/base/errors.ts';
import { builtInMeasurements } from '#contract/measures/catalog/catalog.ts';
import type { measureEndpoints } from '#contract/measures/endpoints.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { allRows } from '#server/kit/db/rows.ts';
import { measuresWithResponses } from './store.ts';

export const measureHandlers: Handlers<typeof measureEndpoints> = {
  async list(_input, { tx }) {
    return { evalMeasurements: [...builtInMeasurements, ...(await allRows(tx, 'evalMeasurements'))] };
  },

  async ofCase({ id }, { tx }) {
    if (!(await readCase(tx, id))) fail('not-found', 'This case was not found, or you can’t see it.');
    return { case_eval_measurements: await measuresWithResponses(tx, id) };
  },
};
