import type { PatientName } from '#contract/patients/patient-name.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { readAll, readRows } from './reads.ts';

/** Everybody on the waitlist whose chart this device holds, with those who wait no longer. */
export async function requestsHere(): Promise<{ requests: VisitRequest[]; patients: PatientName[] }> {
  const requests = await readAll('visitRequests');
  const patients = await readRows('patients', [...new Set(requests.map(({ PatientId }) => PatientId))]);
  return { requests, patients };
}
