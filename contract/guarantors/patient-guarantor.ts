import { z } from 'zod';
import { PatientGuarantorId } from '../base/ids.ts';
import { choice, day, email, flag, line, maybe, phone } from '../record/fields.ts';
import { record } from '../record/record.ts';

export const relationships = {
  parent: 'Parent',
  guardian: 'Legal guardian',
  spouse: 'Spouse or partner',
  child: 'Adult child',
  representative: 'Personal representative',
  other: 'Other',
} as const;

/**
 * Who pays for a patient or acts for one (45 CFR 164.502(g)): set by staff, who have seen the papers. The same person at
 * several charts is one guarantor, known again by name, birth date and email or phone.
 */
export const patientGuarantor = record({
  name: 'patientGuarantor',
  entity: 'patientGuarantors',
  noun: 'guarantor',
  feature: 'guarantors',
  path: '/patientGuarantors',
  id: { PatientGuarantorId },
  parent: 'patient',
  may: { all: ['edit patients'] },
  fields: {
    FirstName: line('First name', 60),
    LastName: line('Last name', 60),
    DateOfBirth: day('Date of birth'),
    Email: maybe(email('Email')),
    Phone: maybe(phone('Phone')),
    Relationship: choice('Relationship', relationships),
    /** May see and answer for the patient, not only pay; for a minor until the 18th birthday. */
    IsProxy: flag('Acts for the patient'),
    /** Acts for an adult whom they represent. */
    IsForAdult: flag('Represents an adult'),
    From: day('Start date'),
    /** The last day. */
    Until: maybe(day('End date')),
  },
  /** The person, whom the server knows again. */
  stored: { GuarantorId: z.uuid().nullable() },
  begins: () => ({ GuarantorId: null }),
  brief: ({ FirstName, LastName, Relationship }) => `${FirstName} ${LastName}, ${relationships[Relationship]}`,
});

export const PatientGuarantor = patientGuarantor.Row;
export type PatientGuarantor = z.output<typeof PatientGuarantor>;
