import { Stack } from '@mantine/core';
import type { Payer } from '#contract/address-book/payer.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { newPatientRecord } from '#contract/patients/new-patient.ts';
import { activePayers } from '#local/reads/patients.ts';
import { newId } from '#local/store/new-id.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { findLikePeople } from '#shared/same-people/find-like-people.ts';
import { LikePeople } from '#shared/same-people/like-people.tsx';
import { bornBy } from './patient-form.tsx';
import { PatientFields } from './patient-fields.tsx';

const ofPatient = { Priority: 1, Relationship: '18' as const, Subscriber: null, StartDate: null, EndDate: null };

export const newPatientForm = recordForm(newPatientRecord, {
  known: () => activePayers(),
  start: (_payers, { facilityId }) => ({ FacilityId: facilityId }),
  alike: {
    by: ['FirstName', 'LastName', 'PreferredName', 'DateOfBirth', 'Phone', 'Email', 'MemberId'],
    async find({ FirstName, LastName, PreferredName, DateOfBirth, Phone, Email, MemberId }, own) {
      const MemberIds = MemberId === null ? [] : [MemberId];
      const person = { FirstName, LastName, PreferredName, DateOfBirth, Phone, Email, MemberIds };
      // Its own refused call is listed with the names already.
      const people = (await findLikePeople(person)).filter(({ PatientId }) => PatientId !== own);
      const ids = people.map(({ PatientId }) => PatientId);
      return { ids, show: (answers) => <LikePeople people={people} {...answers} /> };
    },
  },
  refuses: bornBy,
  input({ PayerId, MemberId, GroupNumber, ...fields }, PatientId, before) {
    const { patient, insurances = [] } = (before ?? {}) as Partial<InputOf<'patients.create'>>;
    // What else was entered of the first policy stays as it was.
    const [first, ...rest] = insurances;
    const policy = { InsuranceId: newId(), ...ofPatient, ...first, PayerId, MemberId, GroupNumber };
    return { patient: { ...patient, ...fields, PatientId }, insurances: PayerId ? [policy, ...rest] : rest };
  },
  words: { add: 'Create patient', added: 'Patient created.' },
  Layout: ({ Field, values, known }) => (
    <Stack gap="sm">
      <PatientFields Field={Field} values={values} />
      <Field
        of="PayerId"
        description="Leave empty for self-pay. The patient is the policy holder."
        placeholder="None"
        options={payerOptions(known, values.PayerId)}
        isSearchable
      />
      {values.PayerId && (
        <>
          <Field of="MemberId" />
          <Field of="GroupNumber" />
        </>
      )}
    </Stack>
  ),
});

/** A payer who left the address book meanwhile is still shown, so that another one, or none, can be chosen. */
function payerOptions(payers: readonly Payer[], chosen: string | null): { value: string; label: string }[] {
  const options = payers
    .filter((payer) => payer.Kind !== 'selfPay')
    .map((payer) => ({ value: String(payer.PayerId), label: payer.Name }));
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: 'A payer not in the address book' }];
}
