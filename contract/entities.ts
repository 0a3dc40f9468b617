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
import { HomeProgramLog } from './hep/home-program-log.ts';
import { CaseEvalMeasurement } from './measures/case-eval-measurement.ts';
import { OutcomeResponse } from './outcomes/outcome-response.ts';
import { keptRows, type EntityName } from './kept-rows.ts';
import { Insurance } from './patients/insurance.ts';
import { Patient } from './patients/patient.ts';
import { Provider } from './providers/provider.ts';
import { records } from './records.ts';
import { CustomDay } from './scheduling/custom-day.ts';
import { NonPatientVisit } from './scheduling/non-patient-visit.ts';
import { VisitRequest } from './scheduling/visit-request.ts';
import { Visit, VisitHistory } from './visits/visit.ts';

type SchemasOfRecords = { [E in keyof typeof records]: (typeof records)[E]['Row'] };
const ofRecords = Object.fromEntries(Object.entries(records).map(([name, of]) => [name, of.Row])) as SchemasOfRecords;

const schemas = {
  ...ofRecords,
  facilities: Facility,
  providers: Provider,
  customDays: CustomDay,
  nonPatientVisits: NonPatientVisit,
  patients: Patient,
  insurances: Insurance,
  cases: Case,
  visits: Visit,
  visitHistory: VisitHistory,
  visitNotes: VisitNote,
  services: Service,
  claims: Claim,
  ledger: LedgerEntry,
  visitRequests: VisitRequest,
  signatures: Signature,
  caseEvalMeasurements: CaseEvalMeasurement,
  planStamps: PlanStamp,
  visitExercises: VisitExercises,
  outcomeResponses: OutcomeResponse,
  homeProgramLogs: HomeProgramLog,
} satisfies { [E in EntityName]: { shape: { [K in (typeof keptRows)[E]['key']]: z.ZodType } } };

type Schemas = typeof schemas;
type Entities = { readonly [E in EntityName]: (typeof keptRows)[E] & { schema: Schemas[E] } };

/** What the mirror holds (kept-rows.ts), with the schemas of its rows: for the server, and for who judges rows. */
export const entities = Object.fromEntries(
  Object.entries(keptRows).map(([name, of]) => [name, { ...of, schema: schemas[name as EntityName] }]),
) as unknown as Entities;

export type { EntityName } from './kept-rows.ts';
export type RowOf<E extends EntityName> = z.output<Schemas[E]>;
