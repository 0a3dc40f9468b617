import { referringName } from '#contract/address-book/referring-provider.ts';
import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { EntityName, RowOf } from '#contract/entities.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { providerName } from '#contract/providers/provider.ts';
import { loadMeasurements, measureNames } from './measures.ts';
import { noPolicyHere, policyName } from './policy-name.ts';
import { readRow } from './reads.ts';
import { readSetup } from '../store/setup.ts';

type NameOf<E extends EntityName> = (row: RowOf<E>) => string | Promise<string>;

/** What people call a row of an entity that fields choose from. */
const names: { [E in EntityName]?: NameOf<E> } = {
  facilities: facilityName,
  providers: providerName,
  referringProviders: referringName,
  patients: showName,
  payers: ({ Name }) => Name,
  cases: ({ Title }) => Title,
  goals: ({ Text }) => Text,
  caseEvalMeasurements: async ({ CaseEvalMeasurementId: id }) => (await measureNames([id])).get(id)?.name ?? 'Measure',
  visits: ({ Start }) => `Visit of ${showDate(Start)}`,
  insurances: async (insurance) => policyName({ insurance, payer: await readRow('payers', insurance.PayerId) }),
};

const notHere = 'Not on this device';

/** What people call a row, by its id; a sentence where it is not on this device. */
export async function rowName(entity: string, id: string): Promise<string> {
  if (entity === 'payerReportingTypes') return reportingTypeName(id);
  if (entity === 'customCaseInputs') return questionWords(id);
  if (entity === 'evalMeasurements') return (await loadMeasurements()).of(id)?.Name ?? notHere;
  const row = await readRow(entity as EntityName, id);
  const nameOf = names[entity as EntityName] as NameOf<EntityName> | undefined;
  if (row && nameOf) return nameOf(row);
  if (entity === 'cases') return patientNamed(id);
  return entity === 'insurances' ? noPolicyHere : notHere;
}

/** A note is about a patient or about a case, and names either by its id. */
async function patientNamed(id: string): Promise<string> {
  const patient = await readRow('patients', id);
  return patient ? showName(patient) : notHere;
}

async function reportingTypeName(id: string): Promise<string> {
  const types = (await readSetup())?.payerReportingTypes ?? [];
  return types.find(({ PayerReportingTypeId }) => PayerReportingTypeId === id)?.Description ?? notHere;
}

async function questionWords(id: string): Promise<string> {
  const asked = (await readSetup())?.activeCustomCaseInputs ?? [];
  return asked.find(({ CustomCaseInputId }) => CustomCaseInputId === id)?.Label ?? 'Inactive question';
}
