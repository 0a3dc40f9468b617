import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import { AuthorizationFields } from '#contract/cases/authorization.ts';
import type { Case } from '#contract/cases/case.ts';
import { ScriptFields } from '#contract/cases/script.ts';
import type { Caller, Tx } from '#server/kit/context.ts';
import { foreignPolicies, unknownIn } from './store.ts';

type Fields = Partial<
  Pick<Case, 'FacilityId' | 'ProviderId' | 'ReferringProviderContactId' | 'InsuranceIds' | 'CustomInputs'>
>;

/** Everything a case points to is of this site, and its policies are its patient's. */
export async function demandKnown(tx: Tx, caller: Caller, PatientId: string, of: Fields): Promise<void> {
  const { FacilityId, ProviderId, ReferringProviderContactId, InsuranceIds = [], CustomInputs = [] } = of;
  const fields: Record<string, string> = {};
  if (FacilityId && !(await mayWorkAt(tx, caller, FacilityId)))
    fields['FacilityId'] = 'You do not work at this facility.';
  if (ProviderId && (await unknownIn(tx, 'providers', [ProviderId])).length > 0)
    fields['ProviderId'] = 'This provider is not known.';
  if (ReferringProviderContactId) await demandReferring(tx, 'ReferringProviderContactId', ReferringProviderContactId);
  if (hasTwice(InsuranceIds)) fields['InsuranceIds'] = 'A policy is named twice.';
  if ((await foreignPolicies(tx, PatientId, InsuranceIds)).length > 0)
    fields['InsuranceIds'] = "One of the policies is not this patient's.";
  const asked = CustomInputs.map((one) => one.CustomCaseInputId);
  if (hasTwice(asked)) fields['CustomInputs'] = 'A question is answered twice.';
  if ((await unknownIn(tx, 'custom_case_inputs', asked)).length > 0)
    fields['CustomInputs'] = 'The clinic does not ask one of these questions.';
  demandNone(fields);
}

export async function demandReferring(tx: Tx, field: string, id: string): Promise<void> {
  if ((await unknownIn(tx, 'referring_providers', [id])).length > 0)
    demandNone({ [field]: 'This referring provider is not known.' });
}

/** A refusal by field, if there is any. */
export function demandNone(fields: Record<string, string>): void {
  const [first] = Object.values(fields);
  if (first !== undefined) fail('invalid', `${first} Nothing was changed.`, { fields });
}

/** Changes to a row, where nobody else has changed the same fields since `base`. */
export function mergedChanges<C extends object>(
  what: 'authorization' | 'script' | 'discharge',
  before: C & object,
  changes: C,
  base: Record<string, unknown>,
): C {
  const { merged, clashes } = mergedFields<C>(before, changes, base);
  if (clashes.length > 0) fail('changed-elsewhere', changedSentence(what), { current: before });
  return merged;
}

const written = { authorization: Object.keys(AuthorizationFields.shape), script: Object.keys(ScriptFields.shape) };

/** A removal is of what was seen: what somebody else has written since stays. */
export function demandAsSeen(what: keyof typeof written, before: object, seen: Record<string, unknown>): void {
  if (isChangedSince(seen, before, written[what])) fail('changed-elsewhere', otherSentence(what), { current: before });
}

function otherSentence(what: string): string {
  return `Somebody else has changed this ${what} meanwhile, or an earlier change of yours was not taken. Nothing was removed. Look at it, then send yours again to remove it.`;
}

function changedSentence(what: string): string {
  return `The ${what} is not as it was when you changed it: somebody else has changed it, or an earlier change of yours was not taken. Nothing was changed. Look at it, then send yours again if it still holds.`;
}

function hasTwice(ids: readonly string[]): boolean {
  return new Set(ids.map((id) => id.toLowerCase())).size < ids.length;
}

async function mayWorkAt(tx: Tx, { facilityIds }: Caller, id: string): Promise<boolean> {
  if (facilityIds !== null && !facilityIds.includes(id.toLowerCase())) return false;
  return (await unknownIn(tx, 'facilities', [id])).length === 0;
}
