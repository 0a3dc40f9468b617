import type { Case } from '#contract/cases/case.ts';
import type { Caller, Tx } from '#server/kit/context.ts';
import { refuse } from '#server/kit/record-handlers.ts';
import { unknownIds } from '#server/kit/db/rows.ts';
import { unknownQuestions } from './store.ts';

type Fields = Partial<
  Pick<Case, 'FacilityId' | 'ProviderId' | 'ReferringProviderContactId' | 'InsuranceIds' | 'CustomInputs'>
>;

/** Everything a case points to is of this site, and its policies are its patient's. */
export async function assertKnown(tx: Tx, caller: Caller, PatientId: string, of: Fields): Promise<void> {
  const { FacilityId, ProviderId, ReferringProviderContactId, InsuranceIds = [], CustomInputs = [] } = of;
  const fields: Record<string, string> = {};
  if (FacilityId && !(await mayWorkAt(tx, caller, FacilityId)))
    fields['FacilityId'] = 'You do not work at this facility.';
  if (ProviderId && (await unknownIds(tx, 'providers', [ProviderId])).length > 0)
    fields['ProviderId'] = 'This provider was not found.';
  if (
    ReferringProviderContactId &&
    (await unknownIds(tx, 'referringProviders', [ReferringProviderContactId])).length > 0
  )
    fields['ReferringProviderContactId'] = 'This referring provider was not found.';
  if (hasTwice(InsuranceIds)) fields['InsuranceIds'] = 'A policy is listed twice.';
  if ((await unknownIds(tx, 'insurances', InsuranceIds, PatientId)).length > 0)
    fields['InsuranceIds'] = 'One of the policies belongs to another patient.';
  const asked = CustomInputs.map((one) => one.CustomCaseInputId);
  if (hasTwice(asked)) fields['CustomInputs'] = 'A question has two answers.';
  if ((await unknownQuestions(tx, asked)).length > 0) fields['CustomInputs'] = 'One of these questions is not in use.';
  refuse(fields);
}

function hasTwice(ids: readonly string[]): boolean {
  return new Set(ids.map((id) => id.toLowerCase())).size < ids.length;
}

async function mayWorkAt(tx: Tx, { facilityIds }: Caller, id: string): Promise<boolean> {
  if (facilityIds !== null && !facilityIds.includes(id.toLowerCase())) return false;
  return (await unknownIds(tx, 'facilities', [id])).length === 0;
}
