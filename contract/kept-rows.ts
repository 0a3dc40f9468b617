import { capitalized } from './base/nouns.ts';

type Row = Readonly<Record<string, unknown>>;
type Clear = { [index: string]: (row: Row) => string };

const by = (...keys: string[]): Clear => Object.fromEntries(keys.map((key) => [key, (row) => String(row[key])]));
const byDayOf = (key: string): Clear => ({ day: (row) => String(row[key]).slice(0, 10) });

/**
 * `key` is the primary key; `clear` are the opaque ids and day keys by which rows are found, everything else is sealed;
 * `keep` says which rows a device holds: `all` of the site, those of its `charts`, visits in its `window` and its
 * charts, or those whose `day` is near; `sealedWith` says which rows share one envelope: a row is `alone`, with
 * everything else of its `patient`, or of its `visit`.
 */
const kept = <const K extends string>(
  key: K,
  keep: 'all' | 'chart' | 'window' | 'day',
  sealedWith: 'alone' | 'patient' | 'visit',
  clear: Clear = {},
) => ({ key, keep, sealedWith, clear });

const parentKeys = { patient: 'PatientId', case: 'CaseId' } as const;

/**
 * A record (records.ts): the feature of its calls, its name, the name of its id, and what it belongs to. The rows of one
 * of the site are on every device, those of a chart with their patient.
 */
const record = <const G extends string, const N extends string, const K extends string, const P extends Parent>(
  feature: G,
  name: N,
  key: K,
  parent: P,
) => ({
  ...(parent === null
    ? kept(key, 'all', 'alone')
    : kept(key, 'chart', 'patient', by(...new Set(['PatientId', parentKeys[parent]])))),
  record: { feature, name, parent },
});

type Parent = keyof typeof parentKeys | null;

/**
 * What the mirror holds, as much of it as is known before anyone is signed in; the schemas are in entities.ts. New ones
 * go last: devices store where an entity stands (local/store/row-index.ts).
 */
export const keptRows = {
  facilities: kept('FacilityId', 'all', 'alone'),
  providers: kept('ProviderId', 'all', 'alone'),
  payers: record('addressBook', 'payer', 'PayerId', null),
  referringProviders: record('addressBook', 'referringProvider', 'ReferringProviderId', null),
  holidays: record('scheduling', 'holiday', 'HolidayId', null),
  customDays: kept('CustomDayId', 'day', 'alone', byDayOf('day')),
  nonPatientVisits: kept('NonPatientVisitId', 'day', 'alone', byDayOf('Start')),
  patients: kept('PatientId', 'chart', 'patient'),
  insurances: kept('InsuranceId', 'chart', 'patient', by('PatientId')),
  cases: kept('CaseId', 'chart', 'patient', by('PatientId')),
  scripts: record('cases', 'script', 'ScriptId', 'case'),
  authorizations: record('cases', 'authorization', 'AuthorizationId', 'case'),
  visits: kept('VisitId', 'window', 'patient', { ...by('PatientId', 'CaseId'), ...byDayOf('Start') }),
  visitHistory: kept('VisitHistoryId', 'chart', 'visit', by('PatientId', 'VisitId')),
  visitNotes: kept('NoteId', 'chart', 'visit', by('PatientId', 'CaseId')),
  services: kept('ServiceId', 'chart', 'visit', by('PatientId', 'VisitId')),
  claims: kept('ClaimId', 'chart', 'visit', by('PatientId', 'VisitId')),
  ledger: kept('LedgerEntryId', 'chart', 'visit', by('PatientId', 'VisitId')),
  visitRequests: kept('VisitRequestId', 'chart', 'patient', by('PatientId')),
  otherContacts: record('addressBook', 'otherContact', 'OtherContactId', null),
  subjectNotes: record('subjectNotes', 'subjectNote', 'SubjectNoteId', 'patient'),
  goals: record('cases', 'goal', 'GoalId', 'case'),
  plansOfCare: record('cases', 'planOfCare', 'PlanOfCareId', 'case'),
  caseExercises: record('flowsheet', 'caseExercise', 'CaseExerciseId', 'case'),
  signatures: kept('SignatureId', 'chart', 'patient', by('PatientId')),
  caseEvalMeasurements: kept('CaseEvalMeasurementId', 'chart', 'patient', by('PatientId', 'CaseId')),
  planStamps: kept('PlanStampId', 'chart', 'patient', by('PatientId', 'CaseId')),
  visitExercises: kept('VisitId', 'chart', 'visit', by('PatientId', 'CaseId')),
  outcomeResponses: kept('OutcomeResponseId', 'chart', 'patient', by('PatientId', 'CaseId')),
  evalTemplates: record('templates', 'evalTemplate', 'EvalTemplateId', null),
  textTemplates: record('templates', 'textTemplate', 'TextTemplateId', null),
  evalMeasurements: record('measures', 'evalMeasurement', 'EvalMeasurementId', null),
  patientGuarantors: record('guarantors', 'patientGuarantor', 'PatientGuarantorId', 'patient'),
  homePrograms: record('hep', 'homeProgram', 'HomeProgramId', 'case'),
  rtmEpisodes: record('hep', 'rtmEpisode', 'RtmEpisodeId', 'case'),
  homeProgramLogs: kept('HomeProgramLogId', 'chart', 'patient', by('PatientId', 'CaseId')),
  bookingRules: record('onlineScheduling', 'bookingRule', 'BookingRuleId', null),
  reviewSites: record('onlineReview', 'reviewSite', 'ReviewSiteId', null),
  tasks: record('tasks', 'task', 'TaskId', 'patient'),
} as const;

export type EntityName = keyof typeof keptRows;
export const entityNames = Object.keys(keptRows) as EntityName[];

/** The key of a row. */
export function keyOf(entity: EntityName, row: object): string {
  return (row as Record<string, unknown>)[keptRows[entity].key] as string;
}

/** Entities that are records. */
export type RecordName = { [E in EntityName]: (typeof keptRows)[E] extends { record: object } ? E : never }[EntityName];

export type RecordVerb = 'create' | 'update' | 'remove';
export const recordVerbs = ['create', 'update', 'remove'] as const;

type Names = { [E in RecordName]: (typeof keptRows)[E]['record'] }[RecordName];
type NamesOf<R extends Names> = R extends Names ? `${R['feature']}.${RecordVerb}${Capitalize<R['name']>}` : never;
/** `cases.createScript` and so on: the calls of all records. */
export type RecordCallName = NamesOf<Names>;

export function callNameOf({ feature, name }: { feature: string; name: string }, verb: RecordVerb): RecordCallName {
  return `${feature}.${verb}${capitalized(name)}` as RecordCallName;
}

export const recordCallNames: readonly RecordCallName[] = Object.values(keptRows).flatMap((of) =>
  'record' in of ? recordVerbs.map((verb) => callNameOf(of.record, verb)) : [],
);
