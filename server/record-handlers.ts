import type { EndpointTable } from '#contract/base/endpoint.ts';
import { records, type recordTable, type RecordTable } from '#contract/records.ts';
import type { AnyRecord } from '#contract/record/record.ts';
import { payerHooks } from './features/address-book/payer-hooks.ts';
import { referringHooks } from './features/address-book/referring-hooks.ts';
import { goalHooks } from './features/cases/goal-hooks.ts';
import { planHooks } from './features/cases/plan-hooks.ts';
import { caseExerciseHooks } from './features/flowsheet/row-hooks.ts';
import { homeProgramHooks } from './features/hep/program-hooks.ts';
import { rtmEpisodeHooks } from './features/hep/rtm-hooks.ts';
import { evalMeasurementHooks } from './features/measures/measurement-hooks.ts';
import { guarantorHooks } from './features/patient-login/guarantor-hooks.ts';
import { reviewSiteHooks } from './features/online-review/review-site-hooks.ts';
import { bookingRuleHooks } from './features/online-scheduling/rule-hooks.ts';
import { holidayHooks } from './features/scheduling/holiday-hooks.ts';
import { subjectNoteHooks } from './features/subject-notes/subject-note-hooks.ts';
import { taskHooks } from './features/tasks/task-hooks.ts';
import { evalTemplateHooks, textTemplateHooks } from './features/templates/template-hooks.ts';
import type { Handlers } from './kit/context.ts';
import { recordHandlers, type RecordHooks } from './kit/record-handlers.ts';

/** What only some records demand. */
const hooks: { [E in keyof typeof records]?: RecordHooks<(typeof records)[E]> } = {
  caseExercises: caseExerciseHooks,
  holidays: holidayHooks,
  payers: payerHooks,
  referringProviders: referringHooks,
  subjectNotes: subjectNoteHooks,
  goals: goalHooks,
  plansOfCare: planHooks,
  evalTemplates: evalTemplateHooks,
  textTemplates: textTemplateHooks,
  evalMeasurements: evalMeasurementHooks,
  homePrograms: homeProgramHooks,
  rtmEpisodes: rtmEpisodeHooks,
  bookingRules: bookingRuleHooks,
  reviewSites: reviewSiteHooks,
  tasks: taskHooks,
  patientGuarantors: guarantorHooks,
};

type HandlersOf<T> = T extends EndpointTable ? Handlers<T> : never;

/** The commands of all records of a feature. */
export function recordHandlersOf<const F extends Parameters<typeof recordTable>[0]>(
  feature: F,
): HandlersOf<RecordTable<F>> {
  const found = Object.entries<AnyRecord>(records).filter(([, of]) => of.feature === feature);
  const made = found.map(([entity, of]) => recordHandlers(of, hooks[entity as keyof typeof records] as never));
  return Object.assign({}, ...made) as HandlersOf<RecordTable<F>>;
}
