import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { phoneRefusal } from '#contract/base/phone.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import { consentOf } from '#contract/patients/consent.ts';
import type { patientEndpoints } from '#contract/patients/endpoints.ts';
import { mergedFields } from '#contract/patients/merged-fields.ts';
import { nameQueries } from '#contract/patients/name-query.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { searchPatients, termsOf } from './search.ts';
import { casesOf, insertPatient, insurancesOf, lockPatient, readPatient, updatePatient, whatIsKnown } from './store.ts';

export const patientHandlers: Handlers<typeof patientEndpoints> = {
  async list({ q, after }, { tx }) {
    const end = after === undefined ? null : idOfPage(after);
    let found: Patient[] = [];
    for (const same of nameQueries(q ?? '')) {
      const ways = same.map(termsOf).filter((terms) => terms !== null);
      found = await searchPatients(tx, ways, end, pageSize);
      if (found.length > 0) break;
    }
    const patients = found.slice(0, pageSize);
    return { patients, after: found.length > pageSize ? (patients.at(-1)?.PatientId ?? null) : null };
  },

  async get({ id }, { tx }) {
    // Asked at once: one way there and back.
    const [patient, insurances, cases] = await Promise.all([
      readPatient(tx, id),
      insurancesOf(tx, id),
      casesOf(tx, id),
    ]);
    if (!patient) fail('not-found', notFound);
    return { patient, insurances, cases };
  },

  async create({ patient, insurances }, { tx, newId }: Ctx) {
    assertPhone(patient.Phone);
    await assertKnown(tx, patient, insurances);
    const made = await insertPatient(
      tx,
      { ...patient, MessageConsent: consentOf(patient), PersonId: newId() },
      insurances,
    );
    if (!made.patient) {
      const current = await readPatient(tx, patient.PatientId);
      fail('conflict', 'A patient with this id already exists. Nothing was changed.', { current });
    }
    if (made.insurances.length < insurances.length) {
      fail('conflict', 'An insurance with this id already exists. The patient was not saved.');
    }
    return { patient: made.patient, insurances: made.insurances, cases: [] };
  },

  async update({ id, changes }, { tx, base }) {
    if (changes.DateOfBirth || changes.FacilityId) await assertKnown(tx, changes, []);
    const before = await lockPatient(tx, id);
    if (!before) fail('not-found', notFound);
    // One from before this was asked is kept until somebody writes another.
    if (changes.Phone !== before.Phone) assertPhone(changes.Phone);
    const merged = mergedFields(before, definedFields(changes), base);
    if (merged.alerts && merged.alerts.length > mostAlerts) {
      fail('conflict', 'Others added alerts too, and now there are more than ten. Remove some, then save again.', {
        current: before,
      });
    }
    const patient = await updatePatient(tx, id, merged);
    if (!patient) fail('not-found', notFound);
    return { patient };
  },
};

const pageSize = 50;
const mostAlerts = 10;
const notFound = 'This patient was not found, or you can’t see them.';

/** A page goes on after the patient it ended with. */
function idOfPage(after: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(after)) {
    fail('invalid', 'This page marker is not valid.', {
      fields: { after: 'after is not a marker of an earlier page.' },
    });
  }
  return after;
}

function assertPhone(Phone: string | null | undefined): void {
  const refusal = typeof Phone === 'string' ? phoneRefusal(Phone) : null;
  if (refusal !== null) fail('invalid', `${refusal} Nothing was changed.`, { fields: { Phone: refusal } });
}

/** Refuses a birth date that nobody has, and a facility or payers that this site does not have. */
async function assertKnown(
  tx: Tx,
  { DateOfBirth, FacilityId }: { DateOfBirth?: string | undefined; FacilityId?: string | null | undefined },
  insurances: { PayerId: string; Subscriber?: { DateOfBirth: string } | null }[],
): Promise<void> {
  const PayerIds = insurances.map(({ PayerId }) => PayerId);
  const { today, isFacility, unknownPayers } = await whatIsKnown(tx, { FacilityId: FacilityId ?? null, PayerIds });
  const births = [
    ['DateOfBirth', DateOfBirth] as const,
    ...insurances.map((one, at) => [`insurances.${at}.Subscriber.DateOfBirth`, one.Subscriber?.DateOfBirth] as const),
  ];
  for (const [field, birth] of births) {
    const refusal = today && birth ? birthDateRefusal(birth, today) : null;
    if (refusal) fail('invalid', `${refusal} Nothing was changed.`, { fields: { [field]: refusal } });
  }
  if (!isFacility) {
    const field = 'FacilityId is not a facility of this site.';
    fail('invalid', 'This facility was not found. Nothing was changed.', { fields: { FacilityId: field } });
  }
  if (unknownPayers.length === 0) return;
  const fields = PayerIds.flatMap((PayerId, at) =>
    unknownPayers.includes(PayerId) ? [[`insurances.${at}.PayerId`, 'PayerId is not a payer of this site.']] : [],
  );
  fail('invalid', 'A payer was not found. Nothing was changed.', { fields: Object.fromEntries(fields) });
}
