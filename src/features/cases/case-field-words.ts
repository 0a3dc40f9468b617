import { referringName } from '#contract/address-book/referring-provider.ts';
import { disciplineNames, relatedCauseNames } from '#contract/cases/case-words.ts';
import { noPolicyHere, policyName } from '#local/reads/policy-name.ts';
import { readRow, readRows } from '#local/reads/reads.ts';
import { spoken } from '#shared/call-words.ts';
import { facilityOf, providerOf, shown } from '#sync/field-words.ts';

type Words = (value: unknown) => string | Promise<string>;

const ofNames =
  (names: Record<string, string>): Words =>
  (value) =>
    names[String(value)] ?? String(value);

const wordsOf: Record<string, Words> = {
  FacilityId: (id) => facilityOf(String(id)),
  ProviderId: (id) => providerOf(String(id)),
  ReferringProviderContactId: referringOf,
  InsuranceIds: (ids) => policiesOf(ids as string[]),
  Discipline: ofNames(disciplineNames),
  RelatedCause: ofNames(relatedCauseNames),
};

/** What a field of a case is called. */
export function caseFieldName(field: string): string {
  return field === 'ReferringProviderContactId' ? 'Referring provider' : spoken(field);
}

/** Its value as people read it: who and where by name, codes by their words. */
export async function caseFieldWords(field: string, value: unknown): Promise<string> {
  return (isTyped(value) ? await wordsOf[field]?.(value) : undefined) ?? shown(field, value);
}

export function isTyped(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

async function referringOf(id: unknown): Promise<string> {
  const found = await readRow('referringProviders', String(id));
  return found ? referringName(found) : 'A person not on this device';
}

/** Policies as the form of a case names them, primary first. */
async function policiesOf(ids: readonly string[]): Promise<string> {
  const insurances = await readRows('insurances', ids);
  const payers = await readRows(
    'payers',
    insurances.map(({ PayerId }) => PayerId),
  );
  const named = ids.map((id) => {
    const insurance = insurances.find((one) => one.InsuranceId === id);
    if (!insurance) return noPolicyHere;
    return policyName({ insurance, payer: payers.find((one) => one.PayerId === insurance.PayerId) });
  });
  return named.join('; ');
}
