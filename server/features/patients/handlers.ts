import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import type { patientEndpoints } from '#contract/patients/endpoints.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { readSearch } from './search-words.ts';
import {
  casesOf,
  facilityExists,
  insertPatient,
  insurancesOf,
  pageEndOf,
  readPatient,
  searchPatients,
  unknownPayers,
  updatePatient,
} from './store.ts';

export const patientHandlers: Handlers<typeof patientEndpoints> = {
  async list({ q, after }, { tx }) {
    const end = after === undefined ? null : await pageEndOf(tx, idOfPage(after));
    const found = await searchPatients(tx, readSearch(q ?? ''), end, pageSize);
    const patients = found.slice(0, pageSize);
    return { patients, after: found.length > pageSize ? (patients.at(-1)?.PatientId ?? null) : null };
  },

  async get({ id }, { tx }) {
    const patient = await readPatient(tx, id);
    if (!patient) fail('not-found', notFound);
    return { patient, insurances: await insurancesOf(tx, id), cases: await casesOf(tx, id) };
  },

  async create({ patient, insurances }, { tx, newId }: Ctx) {
    await demandFacility(tx, patient.FacilityId);
    await demandPayers(tx, insurances);
    const made = await insertPatient(tx, { ...patient, PersonId: newId() }, insurances);
    if (!made.patient) {
      const current = await readPatient(tx, patient.PatientId);
      fail('conflict', 'A patient with this id already exists. Nothing was changed.', { current });
    }
    if (made.insurances.length < insurances.length) {
      fail('conflict', 'An insurance with this id already exists. The patient was not saved.');
    }
    return { patient: made.patient, insurances: made.insurances, cases: [] };
  },

  async update({ id, changes }, { tx }) {
    await demandFacility(tx, changes.FacilityId);
    const patient = await updatePatient(tx, id, definedFields(changes));
    if (!patient) fail('not-found', notFound);
    return { patient };
  },
};

const pageSize = 50;
const notFound = 'There is no such patient, or you may not see them.';

/** A page goes on after the patient it ended with. */
function idOfPage(after: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(after)) {
    fail('invalid', 'This page mark is not one of ours.', {
      fields: { after: 'after is not a mark of an earlier page.' },
    });
  }
  return after;
}

async function demandFacility(tx: Tx, id: string | null | undefined): Promise<void> {
  if (!id || (await facilityExists(tx, id))) return;
  const field = 'FacilityId is not a facility of this site.';
  fail('invalid', 'This facility is not known. Nothing was changed.', { fields: { FacilityId: field } });
}

async function demandPayers(tx: Tx, insurances: { PayerId: string }[]): Promise<void> {
  if (insurances.length === 0) return;
  const unknown = await unknownPayers(
    tx,
    insurances.map((insurance) => insurance.PayerId),
  );
  if (unknown.length === 0) return;
  const fields = insurances.flatMap(({ PayerId }, at) =>
    unknown.includes(PayerId) ? [[`insurances.${at}.PayerId`, 'PayerId is not a payer of this site.']] : [],
  );
  fail('invalid', 'A payer is not known. Nothing was changed.', { fields: Object.fromEntries(fields) });
}
