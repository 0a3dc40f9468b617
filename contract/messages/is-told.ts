import { consentOf } from '../patients/consent.ts';
import type { Patient } from '../patients/patient.ts';

type Site = Partial<Record<'tell_of_visits' | 'messages_by_email' | 'messages_by_text', boolean | undefined>>;

/** Whether the site tells a patient of their visits; what of it is missing is as contract/settings has it by default. */
export function isTold(
  patient: Pick<Patient, 'MessageConsent' | 'Email' | 'Phone' | 'DeathDate'>,
  { tell_of_visits = false, messages_by_email = true, messages_by_text = false }: Site,
): boolean {
  if (!tell_of_visits || patient.DeathDate !== null) return false;
  const { email, text } = consentOf(patient);
  return (email && messages_by_email && patient.Email !== null) || (text && messages_by_text && patient.Phone !== null);
}
