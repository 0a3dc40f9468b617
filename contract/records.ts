import { otherContact } from './address-book/other-contact.ts';
import { payer } from './address-book/payer.ts';
import { referringProvider } from './address-book/referring-provider.ts';
import { authorization } from './cases/authorization.ts';
import { caseRecord } from './cases/case.ts';
import { goal } from './cases/goal.ts';
import { planOfCare } from './cases/plan-of-care-row.ts';
import { script } from './cases/script.ts';
import { caseExercise } from './flowsheet/case-exercise.ts';
import { patientGuarantor } from './guarantors/patient-guarantor.ts';
import { homeProgram } from './hep/home-program.ts';
import { rtmEpisode } from './hep/rtm-episode.ts';
import {
  callNameOf,
  recordVerbs,
  type keptRows,
  type RecordCallName,
  type RecordName,
  type RecordVerb,
} from './kept-rows.ts';
import { evalMeasurement } from './measures/own-measurement.ts';
import { reviewSite } from './online-review/review-site.ts';
import { bookingRule } from './online-scheduling/booking-rule.ts';
import { newPatientRecord } from './patients/new-patient.ts';
import { patientRecord } from './patients/patient.ts';
import { recordEndpoints, type RecordEndpoints } from './record/record-endpoints.ts';
import type { AnyRecord } from './record/record.ts';
import { holiday } from './scheduling/holiday.ts';
import { subjectNote } from './subject-notes/subject-note.ts';
import { task } from './tasks/task.ts';
import { evalTemplate } from './templates/eval-template.ts';
import { textTemplate } from './templates/text-template.ts';

/** Every record, by its entity. Each has a line in kept-rows.ts, which says the same of it. */
export const records = {
  scripts: script,
  authorizations: authorization,
  holidays: holiday,
  otherContacts: otherContact,
  referringProviders: referringProvider,
  payers: payer,
  subjectNotes: subjectNote,
  goals: goal,
  plansOfCare: planOfCare,
  caseExercises: caseExercise,
  evalTemplates: evalTemplate,
  textTemplates: textTemplate,
  evalMeasurements: evalMeasurement,
  patientGuarantors: patientGuarantor,
  homePrograms: homeProgram,
  rtmEpisodes: rtmEpisode,
  bookingRules: bookingRule,
  reviewSites: reviewSite,
  tasks: task,
} as const satisfies { [E in RecordName]: AsKept<E> };

type Kept<E extends RecordName> = (typeof keptRows)[E]['record'];
type AsKept<E extends RecordName> = {
  entity: E;
  key: (typeof keptRows)[E]['key'];
  name: Kept<E>['name'];
  feature: Kept<E>['feature'];
  parent: Kept<E>['parent'] extends string ? { name: Kept<E>['parent'] } : null;
};

export const allRecords: readonly AnyRecord[] = Object.values(records);

/** What is typed in the form of a record, while its calls are commands of their own. */
export const commandForms = { cases: caseRecord, patients: patientRecord, newPatients: newPatientRecord } as const;

export type CommandFormName = (typeof commandForms)[keyof typeof commandForms]['name'];

/** All that has the form of a record. */
export const typedForms = { ...records, ...commandForms } as const;
export type FormName = keyof typeof typedForms;
export const allForms: readonly AnyRecord[] = Object.values(typedForms);

const calls = new Map(
  allRecords.flatMap((of) => recordVerbs.map((verb) => [callNameOf(of, verb) as string, { of, verb }] as const)),
);

/** Which record a call is of and what it does to it; undefined for a command of its own. */
export function recordCall(name: string): { of: AnyRecord; verb: RecordVerb } | undefined {
  return calls.get(name);
}

const formCalls = new Map<string, { of: AnyRecord; verb: RecordVerb }>(
  allForms.flatMap((of) =>
    recordVerbs.flatMap((verb) => {
      const name = formCallName(of, verb);
      return name === undefined ? [] : [[name, { of, verb }] as const];
    }),
  ),
);

/** What has a form of this name; undefined where nothing has. */
export function formNamed(name: string): AnyRecord | undefined {
  return allForms.find((of) => of.name === name);
}

/** The commands that such a form sends. */
export type CommandFormCall = 'cases.create' | 'cases.update' | 'patients.create' | 'patients.update';
export type FormCallName = RecordCallName | CommandFormCall;
export const formCallNames = [...formCalls.keys()] as FormCallName[];

/** What the form of a record, or one like it, sends; undefined where that form has no such call. */
export function formCallName(of: AnyRecord, verb: RecordVerb): FormCallName | undefined {
  return of.calls ? (of.calls[verb] as CommandFormCall | undefined) : callNameOf(of, verb);
}

/** The same of a call that the form of a record sends, whether or not it is a command of its own. */
export function formCall(name: string): { of: AnyRecord; verb: RecordVerb } | undefined {
  return formCalls.get(name);
}

type Records = (typeof records)[keyof typeof records];
type Table<R> = R extends AnyRecord ? RecordEndpoints<R> : never;
type Both<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer All) => void ? All : never;
/** The calls of all records of a feature. */
export type RecordTable<F extends Records['feature']> = Both<Table<Extract<Records, { feature: F }>>>;

export function recordTable<const F extends Records['feature']>(feature: F): RecordTable<F> {
  const tables = allRecords.filter((of) => of.feature === feature).map((of) => recordEndpoints(of));
  return Object.assign({}, ...tables) as RecordTable<F>;
}
