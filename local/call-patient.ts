import type { Patient } from '#contract/patients/patient.ts';
import { readRow } from './reads.ts';

/** Whom a kept call is about, where the device knows: the patient of its visit, or the patient itself. */
export async function patientOfCall(input: unknown): Promise<Patient | undefined> {
  for (const id of idsIn(input)) {
    const visit = await readRow('visits', id);
    const patient = await readRow('patients', visit?.PatientId ?? id);
    if (patient) return patient;
  }
  return undefined;
}

function idsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { VisitId, visitId, id, patient } = input as Record<string, unknown>;
  return [VisitId, visitId, id, ...idsOfPatient(patient)].filter((each) => typeof each === 'string');
}

function idsOfPatient(patient: unknown): unknown[] {
  return typeof patient === 'object' && patient !== null && 'PatientId' in patient ? [patient.PatientId] : [];
}
