import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { authorizationRefusals } from '#contract/cases/authorization.ts';
import type { caseEndpoints } from '#contract/cases/endpoints.ts';
import { readCase } from '#server/features/patients/store.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { demandAsSeen, demandNone, mergedChanges } from './demands.ts';
import { deleteRow, foreignPolicies, insertRow, lockRow, updateRow } from './store.ts';

type Own = Pick<Handlers<typeof caseEndpoints>, 'createAuthorization' | 'updateAuthorization' | 'removeAuthorization'>;

export const authorizationHandlers: Own = {
  async createAuthorization(input, { tx }) {
    const of = await readCase(tx, input.CaseId);
    if (!of) fail('not-found', 'There is no such case, or you may not see it.');
    demandNone(authorizationRefusals(input));
    await demandPolicy(tx, of.PatientId, input.InsuranceId);
    const authorization = await insertRow(tx, 'authorizations', { ...input, PatientId: of.PatientId });
    if (!authorization) fail('conflict', 'An authorization with this id already exists. Nothing was changed.');
    return { authorization };
  },

  async updateAuthorization({ id, changes }, { tx, base }) {
    const before = await lockRow(tx, 'authorizations', id);
    if (!before) fail('not-found', notFound);
    const fields = mergedChanges('authorization', before, definedFields(changes), base);
    demandNone(authorizationRefusals({ ...before, ...fields }));
    if (fields.InsuranceId) await demandPolicy(tx, before.PatientId, fields.InsuranceId);
    const authorization = await updateRow(tx, 'authorizations', id, fields);
    if (!authorization) fail('not-found', notFound);
    return { authorization };
  },

  async removeAuthorization({ id }, { tx, base }) {
    const before = await lockRow(tx, 'authorizations', id);
    if (!before) fail('not-found', notFound);
    demandAsSeen('authorization', before, base);
    await deleteRow(tx, 'authorizations', id);
    return { removed: true };
  },
};

const notFound = 'There is no such authorization, or you may not see it.';

async function demandPolicy(tx: Tx, PatientId: string, InsuranceId: string): Promise<void> {
  if ((await foreignPolicies(tx, PatientId, [InsuranceId])).length > 0)
    demandNone({ InsuranceId: "This policy is not this patient's." });
}
