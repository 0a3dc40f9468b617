import type { Refusals } from '../record/record.ts';
import { patientGuarantor, type PatientGuarantor } from './patient-guarantor.ts';

type Fields = Pick<
  PatientGuarantor,
  'FirstName' | 'LastName' | 'Email' | 'Phone' | 'From' | 'Until' | 'IsProxy' | 'IsForAdult'
>;

/** What cannot be of a guarantor as a whole. */
export function guarantorRefusals({
  FirstName,
  LastName,
  Email,
  Phone,
  From,
  Until,
  IsProxy,
  IsForAdult,
}: Fields): Refusals {
  return {
    ...(FirstName.trim() === '' && { FirstName: 'Enter the first name.' }),
    ...(LastName.trim() === '' && { LastName: 'Enter the last name.' }),
    ...(Email === null && Phone === null && { Email: 'Enter an email or a phone number. Login codes go there.' }),
    ...(Until !== null && Until < From && { Until: 'The end date is before the start date.' }),
    ...(IsForAdult && !IsProxy && { IsForAdult: 'Check “Acts for the patient” as well.' }),
  };
}

/** A guarantor as one is typed; the check comes with the form, not with what a page loads first. */
export const typedGuarantor = { ...patientGuarantor, check: guarantorRefusals };
