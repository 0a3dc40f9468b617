import { ageOn } from '../base/dates.ts';
import type { PatientGuarantor } from './patient-guarantor.ts';

/** What a guarantor may do for a patient on a day (YYYY-MM-DD): nothing outside of their time, act or pay within. */
export function guarantorReach(
  guarantor: Pick<PatientGuarantor, 'IsProxy' | 'IsForAdult' | 'From' | 'Until'>,
  patient: { DateOfBirth: string },
  today: string,
): 'acts' | 'pays' | null {
  const { IsProxy, IsForAdult, From, Until } = guarantor;
  if (today < From || (Until !== null && today > Until)) return null;
  return IsProxy && (IsForAdult || ageOn(patient.DateOfBirth, today) < 18) ? 'acts' : 'pays';
}
