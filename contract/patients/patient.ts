import { z } from 'zod';
import { DateString, Instant } from '../base/dates.ts';
import { FacilityId, PatientId } from '../base/ids.ts';
import { Line, OptionalLine } from '../base/text.ts';
import { MessageConsent } from './consent.ts';

export const Sex = z.enum(['F', 'M', 'U']);
export const sexWords: Record<z.output<typeof Sex>, string> = { F: 'Female', M: 'Male', U: 'Unknown' };

/** What staff may write about a patient. */
export const PatientFields = z.object({
  FirstName: Line(60),
  MiddleName: OptionalLine(60),
  LastName: Line(60),
  PreferredName: OptionalLine(60),
  Pronouns: OptionalLine(30),
  DateOfBirth: DateString,
  /** Administrative sex as claims carry it (X12 DMG03). */
  Sex,
  Phone: OptionalLine(30),
  Email: z.email().max(120).nullable(),
  Address1: OptionalLine(120),
  City: OptionalLine(60),
  StateOrProvince: z.string().length(2).nullable(),
  PostalCode: OptionalLine(10),
  /** Short warnings shown wherever the name is, such as `Fall risk`. */
  alerts: z.array(Line(60)).max(10),
  FacilityId: FacilityId.nullable(),
  /** Missing in rows and calls that are older than the question: see `consentOf`. */
  MessageConsent: MessageConsent.optional(),
});

export const Patient = PatientFields.extend({
  PatientId,
  PersonId: z.uuid(),
  Type: z.literal('P'),
  DeathDate: DateString.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Patient = z.output<typeof Patient>;

/** The line of a patient that search and lists need; sealed in name pages on the device. */
export const PatientName = z.object({
  PatientId,
  FirstName: z.string(),
  LastName: z.string(),
  PreferredName: z.string().nullable(),
  DateOfBirth: DateString,
  Phone: z.string().nullable(),
});
export type PatientName = z.output<typeof PatientName>;
