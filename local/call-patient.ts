import type { Patient } from '#contract/patients/patient.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readRows } from './reads.ts';

/** Whom and what a kept call is about, as far as this device knows. */
export type CallSubject = {
  patient: Pick<Patient, 'PatientId' | 'FirstName' | 'LastName' | 'PreferredName'> | undefined;
  visit: Visit | undefined;
};

/** The patient and the visit of each call's input, in two reads for all of them. */
export async function subjectsOfCalls(inputs: readonly unknown[]): Promise<CallSubject[]> {
  const ids = inputs.map(idsIn);
  const visits = await readRows('visits', unique(ids.flat()));
  const visitById = new Map(visits.map((visit) => [String(visit.VisitId), visit]));
  const patients = await readRows('patients', unique([...ids.flat(), ...visits.map((visit) => visit.PatientId)]));
  const patientById = new Map(patients.map((patient) => [String(patient.PatientId), patient]));
  return inputs.map((input, at) => {
    const named = ids[at] ?? [];
    const visit = named.map((id) => visitById.get(id)).find((found) => found !== undefined);
    const patient = [visit?.PatientId, ...named].map((id) => id && patientById.get(id)).find((found) => found);
    return { visit, patient: patient || createdIn(input) };
  });
}

function idsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { VisitId, visitId, id, record, PatientId } = input as Record<string, unknown>;
  return [VisitId, visitId, id, record, PatientId, createdIn(input)?.PatientId].filter(
    (each) => typeof each === 'string',
  );
}

/** A patient who is not on the device, because the call that makes them was refused. */
function createdIn(input: unknown): CallSubject['patient'] {
  if (typeof input !== 'object' || input === null || !('patient' in input)) return undefined;
  const made: unknown = input.patient;
  return typeof made === 'object' && made !== null && 'PatientId' in made ? (made as Patient) : undefined;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
