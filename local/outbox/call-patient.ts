import type { Patient } from '#contract/patients/patient.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { keyOf, type EntityName } from '#contract/kept-rows.ts';
import { allRecords } from '#contract/records.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readRows } from '../reads/reads.ts';

/** Whom and what a kept call is about, as far as this device knows. */
export type CallSubject = {
  patient: PatientName | undefined;
  visit: Visit | undefined;
};

/** The patient and the visit of each call's input, in a few reads for all of them. */
export async function subjectsOfCalls(inputs: readonly unknown[]): Promise<CallSubject[]> {
  const asked = inputs.map(idsIn);
  // A note that is added to another one stands with the visit of that one.
  const notes = await readRows('visitNotes', unique(asked.flat()));
  const visitOfNote = new Map(notes.map((note) => [String(note.NoteId), note.VisitId]));
  const ids = asked.map((named) => [...named, ...named.flatMap((id) => visitOfNote.get(id) ?? [])]);
  const visits = await readRows('visits', unique(ids.flat()));
  const visitById = new Map(visits.map((visit) => [String(visit.VisitId), visit]));
  const parts = await partsOfCharts(unique(ids.flat()));
  const patientIds = [...ids.flat(), ...visits.map((visit) => visit.PatientId), ...parts.values()];
  const patients = await readRows('patients', unique(patientIds));
  const patientById = new Map(patients.map((patient) => [String(patient.PatientId), patient]));
  return inputs.map((input, at) => {
    const named = ids[at] ?? [];
    const visit = named.map((id) => visitById.get(id)).find((found) => found !== undefined);
    const patient = [visit?.PatientId, ...named, ...named.map((id) => parts.get(id))]
      .map((id) => id && patientById.get(id))
      .find((found) => found);
    return { visit, patient: patient || createdIn(input) };
  });
}

/** What else of a chart a call may be about. */
const ofCharts = allRecords.filter(({ parent }) => parent !== null);
const parts = ['cases', 'visitRequests', 'visitNotes', ...ofCharts.map(({ entity }) => entity as EntityName)] as const;

/** Whose parts of a chart these are, by id. */
async function partsOfCharts(ids: string[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    parts.map(async (entity) =>
      (await readRows(entity, ids)).map(
        (row) => [keyOf(entity, row), String('PatientId' in row && row.PatientId)] as const,
      ),
    ),
  );
  return new Map(found.flat());
}

function idsIn(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  const { NoteId, VisitId, visitId, id, record, PatientId, CaseId, visits } = input as Record<string, unknown>;
  // The visits of a series are of one case.
  const [first] = Array.isArray(visits) ? (visits as { CaseId?: unknown }[]) : [];
  return [VisitId, visitId, NoteId, id, record, PatientId, CaseId, first?.CaseId, createdIn(input)?.PatientId].filter(
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
