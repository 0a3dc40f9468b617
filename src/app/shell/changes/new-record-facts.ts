import { referringName } from '#contract/address-book/referring-provider.ts';
import { countRuleNames, kindNames, statusNames } from '#contract/cases/authorization-words.ts';
import type { CustomInput } from '#contract/cases/case.ts';
import { disciplineNames, relatedCauseNames } from '#contract/cases/case-words.ts';
import { policyName } from '#features/cases/policy-name.ts';
import type { ParkedCall } from '#local/outbox.ts';
import { readRow, readRows } from '#local/reads.ts';
import { readSetup } from '#local/setup.ts';
import { spoken } from '../call-words.ts';
import { facilityOf, providerOf } from './booking-facts.ts';
import type { Fact } from './call-facts.ts';
import { shown } from './fact-words.ts';

type Words = (value: unknown) => string | Promise<string>;

/** The ids of the record itself and of whose it is; the case of a script is told by its title. */
const unsaid = ['CaseId', 'PatientId', 'ScriptId', 'AuthorizationId', 'CustomInputs'];

const ofNames =
  (names: Record<string, string>): Words =>
  (value) =>
    names[String(value)] ?? String(value);

const wordsOf: Record<string, Words> = {
  FacilityId: (id) => facilityOf(String(id)),
  ProviderId: (id) => providerOf(String(id)),
  ReferringProviderContactId: referringOf,
  ReferringProviderId: referringOf,
  InsuranceId: (id) => policiesOf([String(id)]),
  InsuranceIds: (ids) => policiesOf(ids as string[]),
  Discipline: ofNames(disciplineNames),
  RelatedCause: ofNames(relatedCauseNames),
  Kind: ofNames(kindNames),
  Status: ofNames(statusNames),
  CountRule: ofNames(countRuleNames),
};

/** All that was typed of a new case, script or authorization, beside one that stands under its id already. */
export async function newRecordFacts({ name, input, current }: ParkedCall): Promise<Fact[]> {
  const there = current as Record<string, unknown> | null;
  const typed = Object.entries(input).filter(([field, value]) => !unsaid.includes(field) && isTyped(value));
  const facts = typed.map(async ([field, value]): Promise<Fact> => ({
    name: field === 'ReferringProviderContactId' ? 'Referring provider' : spoken(field),
    mine: await inWords(field, value),
    now: there ? await inWords(field, there[field]) : '',
  }));
  return [
    ...(name === 'cases.create' ? [] : await caseFact(input)),
    ...(await Promise.all(facts)),
    ...(await answerFacts(input['CustomInputs'], there?.['CustomInputs'])),
  ];
}

function isTyped(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

async function inWords(field: string, value: unknown): Promise<string> {
  return isTyped(value) ? ((await wordsOf[field]?.(value)) ?? shown(field, value)) : '-';
}

async function caseFact({ CaseId }: ParkedCall['input']): Promise<Fact[]> {
  const of = await readRow('cases', String(CaseId));
  return of ? [{ name: 'Case', mine: of.Title, now: '' }] : [];
}

/** Each question of the clinic that was answered. */
async function answerFacts(mine: unknown, there: unknown): Promise<Fact[]> {
  const asked = (await readSetup())?.activeCustomCaseInputs ?? [];
  return answersIn(mine).map(({ CustomCaseInputId: id, Value }) => {
    const now = answersIn(there).find((one) => one.CustomCaseInputId === id)?.Value;
    const name = asked.find((one) => one.CustomCaseInputId === id)?.Label ?? 'Answer';
    return { name, mine: Value, now: now ?? (there ? '-' : '') };
  });
}

function answersIn(list: unknown): CustomInput[] {
  return Array.isArray(list) ? (list as CustomInput[]) : [];
}

async function referringOf(id: unknown): Promise<string> {
  const found = await readRow('referringProviders', String(id));
  return found ? referringName(found) : 'Somebody who is not on this device';
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
    if (!insurance) return 'A policy not on this device';
    return policyName({ insurance, payer: payers.find((one) => one.PayerId === insurance.PayerId) });
  });
  return named.join('; ');
}
