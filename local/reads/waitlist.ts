import type { Patient } from '#contract/patients/patient.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { readAll, readRows } from './reads.ts';

export type WaitlistName = Pick<Patient, 'PatientId' | 'FirstName' | 'LastName' | 'PreferredName'>;

/** Everybody on the waitlist whose chart this device holds, with those who wait no longer. */
export async function requestsHere(): Promise<{ requests: VisitRequest[]; patients: WaitlistName[] }> {
  const requests = await readAll('visitRequests');
  const patients = await readRows('patients', [...new Set(requests.map(({ PatientId }) => PatientId))]);
  return { requests, patients };
}
