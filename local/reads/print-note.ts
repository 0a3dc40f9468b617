import type { NoteId, PatientId } from '#contract/base/ids.ts';
import type { NoteTable } from '#contract/documentation/document/document-blocks.ts';
import type { NoteSource } from '#contract/documentation/document/note-document.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { exercisesTable } from '#contract/flowsheet/exercises-table.ts';
import { outcomesTable } from '#contract/outcomes/outcomes-table.ts';
import { subjectsOfCalls } from '../outbox/call-patient.ts';
import { waitingCalls } from '../outbox/outbox.ts';
import { readSetup } from '../store/setup.ts';
import { readCase } from './cases.ts';
import { servicesOfVisit } from './charges.ts';
import { notesAddedTo, readNote } from './documentation.ts';
import { exercisesOfVisit } from './flowsheet.ts';
import { loadOutcomeMeasures, outcomesOfCase } from './outcomes.ts';
import { readCellRows } from './note-field-names.ts';
import { readPatient } from './patients.ts';
import { readAll, readRow, readWhere } from './reads.ts';

/** Reads what else was recorded of the visit of a note, as tables. */
type TableReader = (note: VisitNote) => Promise<NoteTable[]>;

/** As server/features/documentation/pdf/beside.ts for the server. */
const tableReaders: readonly TableReader[] = [
  async ({ VisitId, CaseId }) => {
    if (VisitId === null) return [];
    const { rows, cells } = await exercisesOfVisit({ VisitId, CaseId });
    const table = exercisesTable(rows, cells);
    return table ? [table] : [];
  },
  async (note) => {
    const responses = await outcomesOfCase(note.CaseId);
    if (responses.length === 0) return [];
    const table = outcomesTable(note, responses, await loadOutcomeMeasures());
    return table ? [table] : [];
  },
];

/** All that a printed note is made of, from this device alone; undefined where the note is not on it. */
export async function printedNote(id: NoteId): Promise<NoteSource | undefined> {
  const note = await readNote(id);
  if (!note) return undefined;
  const of = await readCase(note.CaseId);
  const patient = await readPatient(note.PatientId);
  const setup = await readSetup();
  if (!of || !patient || !setup) return undefined;
  const visit = note.VisitId === null ? undefined : await readRow('visits', note.VisitId);
  const parent = note.ParentNoteId === null ? undefined : await readNote(note.ParentNoteId);
  const added = await notesAddedTo(note);
  const isOfVisit = visit !== undefined && note.NoteId === String(visit.VisitId);
  return {
    note,
    added,
    parent: parent ?? null,
    visit: visit ?? null,
    of,
    patient,
    facility: await readRow('facilities', note.FacilityId),
    company: setup.website,
    services: isOfVisit ? await servicesOfVisit(visit.VisitId) : [],
    codes: setup.cptDescriptions,
    rows: await readCellRows([note, ...added].flatMap(({ Cells }) => Object.keys(Cells))),
    tables: isOfVisit ? await readTables(note) : [],
    providers: await readAll('providers'),
    signatures: await readWhere('signatures', { index: 'PatientId', equals: note.PatientId }),
    unsent: await unsentSignatures(),
  };
}

async function readTables(note: VisitNote): Promise<NoteTable[]> {
  const tables: NoteTable[] = [];
  for (const read of tableReaders) tables.push(...(await read(note)));
  return tables;
}

/** Notes whose signature or cosignature waits on this device. */
async function unsentSignatures(): Promise<Set<string>> {
  const calls = await waitingCalls();
  const signing = calls.filter(({ name }) => name === 'documentation.sign' || name === 'documentation.cosign');
  return new Set(signing.map(({ input }) => String(input['id'])));
}

/** Whether anything that was written of this patient waits to be sent: what the server makes would lack it. */
export async function isPatientWaiting(PatientId: PatientId): Promise<boolean> {
  const calls = await waitingCalls();
  const subjects = await subjectsOfCalls(calls.map(({ input }) => input));
  return subjects.some(({ patient }) => patient?.PatientId === PatientId);
}
