import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import type { PatientId } from '#contract/base/ids.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { birthDateRefusal } from '#contract/patients/birth-date.ts';
import { consentOf, MessageConsent, noConsent } from '#contract/patients/consent.ts';
import { changedFields } from '#shared/form-changes.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters.`);

/** What is typed; empty text is a missing value. The sentences are the form's own, the limits the contract's. */
export const PatientForm = z.object({
  FirstName: line(60).min(1, 'Enter the first name.'),
  MiddleName: line(60),
  LastName: line(60).min(1, 'Enter the last name.'),
  PreferredName: line(60),
  Pronouns: line(30),
  DateOfBirth: z
    .string({ error: 'Enter the birth date.' })
    .min(1, 'Enter the birth date.')
    .refine(isRealDate, { error: notADateSentence }),
  Sex: z.enum(['F', 'M', 'U'], { error: 'Choose the sex on the insurance.' }),
  Phone: line(30).refine((text) => text === '' || text.replace(/\D/g, '').length >= 10, {
    error: 'Enter a phone number with ten digits.',
  }),
  Email: z.union([z.literal(''), z.email({ error: 'This is not a valid email.' }).max(120)], {
    error: 'This is not a valid email.',
  }),
  Address1: line(120),
  City: line(60),
  StateOrProvince: z.union([z.literal(''), z.string().regex(/^[A-Za-z]{2}$/)], {
    error: 'Enter two letters, such as IL.',
  }),
  PostalCode: line(10),
  alerts: z.array(line(60).min(1)).max(10, 'At most ten alerts.'),
  MessageConsent,
});

/** The same on a day, the clinic's today: nobody is born after it. */
export function patientFormOn(today: string) {
  return PatientForm.extend({
    DateOfBirth: PatientForm.shape.DateOfBirth.superRefine((birth, { addIssue }) => {
      const refusal = isRealDate(birth) ? birthDateRefusal(birth, today) : null;
      if (refusal) addIssue(refusal);
    }),
  });
}

export type PatientFormValues = Omit<z.input<typeof PatientForm>, 'Sex' | 'DateOfBirth'> & {
  Sex: string | null;
  DateOfBirth: string | null;
};

type Fields = InputOf<'patients.create'>['patient'];

export const emptyForm: PatientFormValues = {
  FirstName: '',
  MiddleName: '',
  LastName: '',
  PreferredName: '',
  Pronouns: '',
  DateOfBirth: null,
  Sex: null,
  Phone: '',
  Email: '',
  Address1: '',
  City: '',
  StateOrProvince: '',
  PostalCode: '',
  alerts: [],
  MessageConsent: noConsent,
};

export function formOf(patient: Patient): PatientFormValues {
  const { FirstName, LastName, DateOfBirth, Sex, alerts } = patient;
  const text = (value: string | null) => value ?? '';
  return {
    FirstName,
    LastName,
    DateOfBirth,
    Sex,
    alerts,
    MessageConsent: consentOf(patient),
    MiddleName: text(patient.MiddleName),
    PreferredName: text(patient.PreferredName),
    Pronouns: text(patient.Pronouns),
    Phone: text(patient.Phone),
    Email: text(patient.Email),
    Address1: text(patient.Address1),
    City: text(patient.City),
    StateOrProvince: text(patient.StateOrProvince),
    PostalCode: text(patient.PostalCode),
  };
}

/** The fields of the contract from a form that passed its schema. */
export function fieldsOf(values: PatientFormValues): Omit<Fields, 'PatientId' | 'FacilityId'> {
  const form = PatientForm.parse(values);
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    FirstName: form.FirstName,
    LastName: form.LastName,
    DateOfBirth: form.DateOfBirth,
    Sex: form.Sex,
    alerts: form.alerts,
    MessageConsent: form.MessageConsent,
    MiddleName: orNull(form.MiddleName),
    PreferredName: orNull(form.PreferredName),
    Pronouns: orNull(form.Pronouns),
    Phone: orNull(form.Phone),
    Email: orNull(form.Email),
    Address1: orNull(form.Address1),
    City: orNull(form.City),
    StateOrProvince: orNull(form.StateOrProvince.toUpperCase()),
    PostalCode: orNull(form.PostalCode),
  };
}

/** Only what was changed, with what it was before. */
export function changesOf(patient: Patient, values: PatientFormValues) {
  const { changes, base } = changedFields({ ...patient, MessageConsent: consentOf(patient) }, fieldsOf(values));
  return { id: patient.PatientId satisfies PatientId, changes, base };
}
