import type { CaseId, PatientId } from '#contract/base/ids.ts';
import type { CellRow } from '#contract/documentation/field-words.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import type * as catalogFile from '#contract/measures/catalog/catalog.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import type { CaseEvalMeasurementId } from '#contract/measures/ids.ts';
import type { AddedMeasure } from '#contract/measures/case-measures.ts';
import { asCellRow } from '#contract/measures/measure-words.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';

export type MeasurementOf = (id: string) => EvalMeasurement | undefined;

/** Every measurement there is, built-in and the clinic's own, and which of them an id names. */
export type Measurements = { all: EvalMeasurement[]; of: MeasurementOf };

type Catalog = typeof catalogFile;
let catalog: Catalog | undefined;

/** The catalog is no small part of the app, and comes with the first that needs it. */
async function loadCatalog(): Promise<Catalog> {
  catalog ??= await import('#contract/measures/catalog/catalog.ts');
  return catalog;
}

/** What each measurement is, by its id; may stand in a live query, which then follows the clinic's own ones. */
export async function loadMeasurements(): Promise<Measurements> {
  const own = await readAll('evalMeasurements');
  // Dexie follows what is awaited in a live query, but not a module.
  const { builtInMeasurement, builtInMeasurements } = catalog ?? (await Promise.resolve(loadCatalog()));
  const byId = new Map<string, EvalMeasurement>(own.map((one) => [one.EvalMeasurementId, one]));
  return { all: [...builtInMeasurements, ...own], of: (id) => builtInMeasurement(id) ?? byId.get(id) };
}

/** The measurements of a case, also those that were removed, in their order. */
export async function measuresOfCase(CaseId: CaseId): Promise<CaseEvalMeasurement[]> {
  const rows = await readWhere('caseEvalMeasurements', { index: 'CaseId', equals: CaseId });
  return rows.toSorted(
    (a, b) => a.SortOrder - b.SortOrder || a.CaseEvalMeasurementId.localeCompare(b.CaseEvalMeasurementId),
  );
}

/** The measures of a case by name, in their order, for a form to choose from; those that were removed are left out. */
export async function measureChoices(CaseId: CaseId): Promise<{ value: string; label: string }[]> {
  const rows = (await measuresOfCase(CaseId)).filter(({ deleted_at }) => deleted_at === null);
  const names = await measureNames(rows.map(({ CaseEvalMeasurementId: id }) => id));
  return rows.flatMap(({ CaseEvalMeasurementId: id }) => {
    const label = names.get(id)?.name;
    return label === undefined ? [] : [{ value: String(id), label }];
  });
}

export type MeasureGround = {
  rows: CaseEvalMeasurement[];
  notes: VisitNote[];
  patient: Patient | undefined;
  measurements: Measurements;
};

/** All that a note’s measures are read against: those of its case, what its notes say of them, and whose they are. */
export async function measureGround(CaseId: CaseId, PatientId: PatientId): Promise<MeasureGround> {
  const rows = await measuresOfCase(CaseId);
  const notes = await readWhere('visitNotes', { index: 'CaseId', equals: CaseId });
  const patient = await readRow('patients', PatientId);
  return { rows, notes, patient, measurements: await loadMeasurements() };
}

/** What rows of measures are called in a comparison, and how their values read. */
export async function measureNames(ids: readonly string[]): Promise<ReadonlyMap<string, CellRow>> {
  const rows = await readRows('caseEvalMeasurements', ids);
  const { of: measurementOf } = await loadMeasurements();
  const named = rows.flatMap((row) => {
    const measurement = measurementOf(row.EvalMeasurementId);
    return measurement ? [[String(row.CaseEvalMeasurementId), asCellRow(measurement, row)] as const] : [];
  });
  return new Map(named);
}

/** Puts measurements on a case, each once, whoever else adds the same. */
export async function addMeasures(id: CaseId, add: AddedMeasure[]): Promise<void> {
  await queueWrite('documentation.saveMeasures', { id, add });
}

/** Takes measurements off a case; what notes say of them stays in the notes. */
export async function removeMeasures(id: CaseId, remove: CaseEvalMeasurementId[]): Promise<void> {
  await queueWrite('documentation.saveMeasures', { id, remove });
}
