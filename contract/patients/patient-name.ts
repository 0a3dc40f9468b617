import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { PatientId } from '../base/ids.ts';

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
