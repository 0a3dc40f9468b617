import type { z } from 'zod';
import { Claim } from './billing/claim.ts';
import { LedgerEntry } from './billing/ledger.ts';
import { Case } from './cases/case.ts';
import { PlanStamp } from './cases/plan-stamp.ts';
import { Service } from './charges/service.ts';
import { Signature } from './documentation/signature.ts';
import { VisitNote } from './documentation/visit-note.ts';
import { Facility } from './facilities/facility.ts';
import { VisitExercises } from './flowsheet/visit-exercises.ts';
import { CaseEvalMeasurement } from './measures/case-eval-measurement.ts';
import { OutcomeResponse } from './outcomes/outcome-response.ts';
import { Insurance } from './patients/insurance.ts';
import { Patient } from './patients/patient.ts';
import { Provider } from './providers/provider.ts';
import type { AnyRecord } from './record/record.ts';
import { records } from './records.ts';
import { CustomDay } from './scheduling/custom-day.ts';
import { NonPatientVisit } from './scheduling/non-patient-visit.ts';
import { VisitRequest } from './scheduling/visit-request.ts';
import { Visit, VisitHistory } from './visits/visit.ts';

/**
 * What the mirror holds. `key` is the primary key; `clear` are the opaque ids and day keys by which rows are found,
 * everything else is sealed; `keep` says which rows a device holds: `all` of the site, those of its `charts`, visits
 * in its `window` and its charts, or those whose `day` is near; `sealedWith` says which rows share one envelope: a row is `alone`, with
 * everything else of its `patient`, or of its `visit`.
 */
const entity = <S extends z.ZodObject, K extends keyof z.output<S> & string>(
  schema: S,
  key: K,
  keep: 'all' | 'chart' | 'window' | 'day',
  sealedWith: 'alone' | 'patient' | 'visit',
  clear: { [index: string]: (row: z.output<S>) => string },
) => ({ schema, key, keep, sealedWith, clear });

/** The rows of a record of the site are on every device, those of a chart with their patient. */
function recordEntity<R extends AnyRecord>(of: R): RecordEntity<R> {
  const { parent } = of;
  const clear = new Set(parent && (['PatientId', parent.key] as const));
  const indexes = [...clear].map((index) => [index, (row: Record<string, string>) => row[index]]);
  const made = entity(
    of.Row,
    of.key,
    parent ? 'chart' : 'all',
    parent ? 'patient' : 'alone',
    Object.fromEntries(indexes),
  );
  return made as unknown as RecordEntity<R>;
}

type RecordEntity<R extends AnyRecord> = {
  schema: R['Row'];
  key: R['key'];
  keep: 'all' | 'chart';
  sealedWith: 'alone' | 'patient';
  clear: { [index: string]: (row: z.output<R['Row']>) => string };
};

/** Those that stood in the list before records came to its end. */
type Placed = 'payers' | 'referringProviders' | 'holidays' | 'scripts' | 'authorizations';

function recordEntities(): { [E in Exclude<keyof typeof records, Placed>]: RecordEntity<(typeof records)[E]> } {
  return Object.fromEntries(Object.entries(records).map(([name, of]) => [name, recordEntity(of)])) as never;
}

export const entities = {
  facilities: entity(Facility, 'FacilityId', 'all', 'alone', {}),
  providers: entity(Provider, 'ProviderId', 'all', 'alone', {}),
  payers: recordEntity(records.payers),
  referringProviders: recordEntity(records.referringProviders),
  holidays: recordEntity(records.holidays),
  customDays: entity(CustomDay, 'CustomDayId', 'day', 'alone', { day: (row) => row.day }),
  nonPatientVisits: entity(NonPatientVisit, 'NonPatientVisitId', 'day', 'alone', {
    day: (row) => row.Start.slice(0, 10),
  }),
  patients: entity(Patient, 'PatientId', 'chart', 'patient', {}),
  insurances: entity(Insurance, 'InsuranceId', 'chart', 'patient', { PatientId: (row) => row.PatientId }),
  cases: entity(Case, 'CaseId', 'chart', 'patient', { PatientId: (row) => row.PatientId }),
  scripts: recordEntity(records.scripts),
  authorizations: recordEntity(records.authorizations),
  visits: entity(Visit, 'VisitId', 'window', 'patient', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
    day: (row) => row.Start.slice(0, 10),
  }),
  visitHistory: entity(VisitHistory, 'VisitHistoryId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    VisitId: (row) => row.VisitId,
  }),
  visitNotes: entity(VisitNote, 'NoteId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
  }),
  services: entity(Service, 'ServiceId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    VisitId: (row) => row.VisitId,
  }),
  claims: entity(Claim, 'ClaimId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    VisitId: (row) => row.VisitId,
  }),
  ledger: entity(LedgerEntry, 'LedgerEntryId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    VisitId: (row) => row.VisitId,
  }),
  visitRequests: entity(VisitRequest, 'VisitRequestId', 'chart', 'patient', { PatientId: (row) => row.PatientId }),
  // Below all others: the place of an entity stands in what devices store (local/store/row-index.ts).
  ...recordEntities(),
  signatures: entity(Signature, 'SignatureId', 'chart', 'patient', { PatientId: (row) => row.PatientId }),
  caseEvalMeasurements: entity(CaseEvalMeasurement, 'CaseEvalMeasurementId', 'chart', 'patient', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
  }),
  planStamps: entity(PlanStamp, 'PlanStampId', 'chart', 'patient', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
  }),
  visitExercises: entity(VisitExercises, 'VisitId', 'chart', 'visit', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
  }),
  outcomeResponses: entity(OutcomeResponse, 'OutcomeResponseId', 'chart', 'patient', {
    PatientId: (row) => row.PatientId,
    CaseId: (row) => row.CaseId,
  }),
} as const;

export type EntityName = keyof typeof entities;
export type RowOf<E extends EntityName> = z.output<(typeof entities)[E]['schema']>;
export const entityNames = Object.keys(entities) as EntityName[];

export function keyOf<E extends EntityName>(entity: E, row: RowOf<E>): string {
  return (row as Record<string, unknown>)[entities[entity].key] as string;
}
