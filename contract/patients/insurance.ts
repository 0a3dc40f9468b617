import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { InsuranceId, PatientId, PayerId } from '../base/ids.ts';
import { Line, OptionalLine, Text } from '../base/text.ts';
import { StateCode } from '../base/us-states.ts';
import { Sex } from './patient.ts';

/** X12 PAT01 / SBR02, spec 3. */
export const relationships = {
  '18': 'Self',
  '01': 'Spouse',
  '19': 'Child',
  '20': 'Employee',
  '21': 'Unknown',
  '53': 'Life Partner',
  G8: 'Other',
} as const;
export const Relationship = z.enum(['18', '01', '19', '20', '21', '53', 'G8']);

/** The policy holder, where that is not the patient. */
export const Subscriber = z.object({
  FirstName: Text(60),
  LastName: Text(60),
  DateOfBirth: DateString,
  Sex,
  Address1: Text(120),
  City: Text(60),
  StateOrProvince: z.string().length(2),
  PostalCode: Text(10),
});

/** As it is written: an organization has a last name alone. */
const WrittenSubscriber = Subscriber.extend({
  FirstName: z.union([z.literal(''), Line(60)]),
  LastName: Line(60),
  StateOrProvince: StateCode,
});

export const InsuranceFields = z.object({
  PayerId,
  /** 1 primary, 2 secondary, 3 tertiary. */
  Priority: z.int().min(1).max(3),
  MemberId: OptionalLine(40),
  GroupNumber: OptionalLine(40),
  Relationship,
  Subscriber: WrittenSubscriber.nullable(),
  StartDate: DateString.nullable(),
  EndDate: DateString.nullable(),
});

export const Insurance = InsuranceFields.extend({
  InsuranceId,
  PatientId,
  Subscriber: Subscriber.nullable(),
  updated_at: Instant,
});
export type Insurance = z.output<typeof Insurance>;
