import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import type { caseEndpoints } from '#contract/cases/endpoints.ts';
import { scriptRefusals } from '#contract/cases/script.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { demandAsSeen, demandNone, demandReferring, mergedChanges } from './demands.ts';
import { deleteRow, insertRow, lockRow, updateRow } from './store.ts';

type Own = Pick<Handlers<typeof caseEndpoints>, 'createScript' | 'updateScript' | 'removeScript'>;

export const scriptHandlers: Own = {
  async createScript(input, { tx }) {
    const of = await readCase(tx, input.CaseId);
    if (!of) fail('not-found', 'There is no such case, or you may not see it.');
    demandNone(scriptRefusals(input));
    if (input.ReferringProviderId) await demandReferring(tx, 'ReferringProviderId', input.ReferringProviderId);
    const script = await insertRow(tx, 'scripts', { ...input, PatientId: of.PatientId });
    if (!script) fail('conflict', 'A script with this id already exists. Nothing was changed.');
    return { script };
  },

  async updateScript({ id, changes }, { tx, base }) {
    const before = await lockRow(tx, 'scripts', id);
    if (!before) fail('not-found', notFound);
    const fields = mergedChanges('script', before, definedFields(changes), base);
    demandNone(scriptRefusals({ ...before, ...fields }));
    if (fields.ReferringProviderId) await demandReferring(tx, 'ReferringProviderId', fields.ReferringProviderId);
    const script = await updateRow(tx, 'scripts', id, fields);
    if (!script) fail('not-found', notFound);
    return { script };
  },

  async removeScript({ id }, { tx, base }) {
    const before = await lockRow(tx, 'scripts', id);
    if (!before) fail('not-found', notFound);
    demandAsSeen('script', before, base);
    await deleteRow(tx, 'scripts', id);
    return { removed: true };
  },
};

const notFound = 'There is no such script, or you may not see it.';
