import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { FacilityId, PatientId } from '../base/ids.ts';
import { phoneRefusal, phoneSentence } from '../base/phone.ts';
import { Line } from '../base/text.ts';
import { StateCode, stateSentence } from '../base/us-states.ts';
import { languages } from '../words/language.ts';
import { choice, day, email, line, maybe, ref, type Field } from '../record/fields.ts';
import { record, type Refusals } from '../record/record.ts';
import { MessageConsent } from './consent.ts';
import { mergedFields } from './merged-fields.ts';

export const Sex = z.enum(['F', 'M', 'U']);
export const sexWords = { F: 'Female', M: 'Male', U: 'Unknown' } as const;

/** Short warnings shown wherever the name is, such as `Fall risk`. */
const alerts = {
  label: 'Alerts',
  schema: z.array(Line(60)).max(10),
  kind: { is: 'tags', most: 10 },
  asks: null,
  wrong: 'At most ten alerts. Each has at most 60 characters.',
} satisfies Field;

/** Missing in rows and calls that are older than the question: see `consentOf`. */
const consent = {
  label: 'Messages about visits',
  schema: MessageConsent.optional(),
  kind: { is: 'flags', names: { email: 'By email', text: 'By text message' } },
  asks: null,
} satisfies Field;

const spoken = choice('Language', languages);

/** In which messages and pages speak; missing in rows and calls that are older than the question. */
const language = { ...spoken, schema: spoken.schema.nullable().optional(), asks: null } satisfies Field;

const state = {
  label: 'State',
  schema: StateCode.nullable(),
  kind: { is: 'line', most: 2 },
  asks: null,
  wrong: stateSentence,
} satisfies Field;

/** What staff may write about a patient. */
export const patientFields = {
  FirstName: line('First name', 60),
  LastName: line('Last name', 60),
  MiddleName: maybe(line('Middle name', 60)),
  PreferredName: maybe(line('Preferred name', 60)),
  Pronouns: maybe(line('Pronouns', 30)),
  DateOfBirth: day('Birth date'),
  /** Administrative sex as claims carry it (X12 DMG03). */
  Sex: choice('Sex on the insurance', sexWords),
  Phone: maybe(line('Phone', 30)),
  Email: maybe(email('Email')),
  Address1: maybe(line('Street', 120)),
  City: maybe(line('City', 60)),
  StateOrProvince: state,
  PostalCode: maybe(line('ZIP code', 10)),
  alerts,
  FacilityId: maybe(ref('Facility', FacilityId, { to: 'facilities' })),
  MessageConsent: consent,
  Language: language,
};

type Written = { Phone: string | null };

/** What a form refuses and the calls, which an import makes too, do not. */
export function patientRefusals({ Phone }: Written): Refusals {
  return {
    ...(Phone !== null && phoneRefusal(Phone) !== null && { Phone: phoneSentence }),
  };
}

export function tidyPatient<P extends { StateOrProvince: string | null }>(of: P): P {
  return { ...of, StateOrProvince: of.StateOrProvince?.toUpperCase() ?? null };
}

/** Changed by a command of its own, in the form of a record. */
export const patientRecord = record({
  name: 'patient',
  entity: 'patients',
  feature: 'patients',
  path: '/patients',
  id: { PatientId },
  parent: null,
  may: { all: ['edit patients'] },
  calls: { update: 'patients.update' },
  fields: patientFields,
  stored: {
    PersonId: z.uuid(),
    Type: z.literal('P'),
    DeathDate: DateString.nullable(),
    created_at: Instant,
  },
  check: patientRefusals,
  tidy: tidyPatient,
  merge: (now, changes, base) => mergedFields(now as never, changes, base),
});

export const PatientFields = patientRecord.Fields;
export const Patient = patientRecord.Row;
export type Patient = z.output<typeof Patient>;
