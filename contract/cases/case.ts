import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { CaseId, FacilityId, InsuranceId, ProviderId, ReferringProviderId } from '../base/ids.ts';
import { StateCode, stateCodes } from '../base/us-states.ts';
import { asked, choice, count, day, line, listed, maybe, ref, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { CustomInput, dotted } from './case-lists.ts';
import { caseRefusals } from './case-refusal.ts';
import { disciplineNames, relatedCauseNames } from './case-words.ts';
import { diagnoses } from './diagnoses-field.ts';
import { dischargeReasons, type DischargeReason as Reason } from './discharge-reason.ts';
import { mergedCase } from './merged-case.ts';

export const DischargeReason = z.enum(Object.keys(dischargeReasons) as [Reason, ...Reason[]]);

const policies = {
  label: 'Policies',
  schema: z.array(InsuranceId).max(9),
  kind: { is: 'refs', to: 'insurances', noun: 'policy', none: 'None', ordered: true },
  asks: null,
} satisfies Field;

const answers = {
  label: 'Clinic questions',
  schema: z.array(CustomInput).max(100),
  kind: {
    is: 'parts',
    key: null,
    noun: 'answer',
    most: 100,
    fields: {
      CustomCaseInputId: listed('Question', 'customCaseInputs'),
      Value: maybe(line('Answer', 200)),
    },
  },
  asks: null,
} satisfies Field;

/** Episode of care. What its calls do goes beyond a record's; its form is one of a record. */
export const caseRecord = record({
  name: 'case',
  entity: 'cases',
  feature: 'cases',
  path: '/cases',
  id: { CaseId },
  parent: 'patient',
  may: { all: ['edit patients'] },
  calls: { create: 'cases.create', update: 'cases.update' },
  fields: {
    Title: asked(line('Case name', 80), 'Enter a case name.'),
    FacilityId: ref('Facility', FacilityId, { to: 'facilities' }),
    ProviderId: ref('Provider', ProviderId, { to: 'providers' }),
    Discipline: choice('Discipline', disciplineNames),
    /** In claim order, the first is principal. */
    Diagnoses: diagnoses,
    ReferringProviderContactId: maybe(ref('Referred by', ReferringProviderId, { to: 'referringProviders' })),
    /** Policies that pay for this case, primary first. */
    InsuranceIds: policies,
    OnsetDate: maybe(day('Onset')),
    StartDate: day('Case start'),
    RelatedCause: maybe(choice('Cause', relatedCauseNames)),
    AccidentDate: maybe(day('Date of accident')),
    AccidentState: { ...maybe(choice('State of accident', stateCodes)), schema: StateCode.nullable() },
    /** Property and casualty claim number (REF*Y4). */
    PropertyClaimNumber: maybe(line('Accident claim number', 50)),
    /** The plan of care, such as twice a week for six weeks. */
    VisitsPerWeek: maybe(count('Visits a week', 1, 14)),
    PlanWeeks: maybe(count('Plan of care, weeks', 1, 52)),
    PlanOfCareStart: maybe(day('Plan of care from')),
    PlanOfCareEnd: maybe(day('Plan of care until')),
    CustomInputs: answers,
  },
  stored: { DischargedAt: DateString.nullable(), DischargeReason: DischargeReason.nullable().default(null) },
  check: caseRefusals,
  tidy: (of) => ({
    ...of,
    ...(of.RelatedCause === null && { AccidentDate: null, AccidentState: null, PropertyClaimNumber: null }),
    Diagnoses: of.Diagnoses.map(({ Code, Description }) => ({
      Code: Code && dotted(Code),
      Description: Description ?? '',
    })),
    CustomInputs: of.CustomInputs.filter(({ Value }) => Value !== null),
  }),
  merge: (now, changes, base) => mergedCase(now as never, changes, base).merged,
});

/** What staff may write about a case. */
export const CaseFields = caseRecord.Fields;
export const Case = caseRecord.Row;
export type Case = z.output<typeof Case>;
