import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import { CaseFields, type Case } from '#contract/cases/case.ts';
import { caseRefusals } from '#contract/cases/case-refusal.ts';
import { newId } from '#local/store/new-id.ts';
import { date, maybeDate, numberOrNull, wholeNumber } from './form-parts.ts';

const code = z.string().regex(/^[A-Za-z]\d[0-9A-Za-z](\.?[0-9A-Za-z]{1,4})?$/, 'Enter a code such as M54.50.');
const DiagnosisForm = z.object({
  key: z.string(),
  Code: code,
  Description: z.string().max(200, 'At most 200 characters.'),
});

/** What is typed; empty text is a missing value. The sentences are the form's own, the limits the contract's. */
export const CaseForm = z
  .object({
    Title: z.string().trim().min(1, 'Enter a case name.').max(80, 'At most 80 characters.'),
    Discipline: z.string({ error: 'Choose the discipline.' }),
    FacilityId: z.string({ error: 'Choose the facility.' }),
    ProviderId: z.string({ error: 'Choose the provider.' }),
    Diagnoses: z.array(DiagnosisForm).max(12, 'A claim can have at most 12 diagnoses.'),
    ReferringProviderContactId: z.string().nullable(),
    InsuranceIds: z.array(z.string()),
    OnsetDate: maybeDate,
    StartDate: date('Enter the case start.'),
    RelatedCause: z.string(),
    AccidentDate: maybeDate,
    AccidentState: z.string().nullable(),
    PropertyClaimNumber: z.string().trim().max(50, 'At most 50 characters.'),
    VisitsPerWeek: wholeNumber(1, 14),
    PlanWeeks: wholeNumber(1, 52),
    PlanOfCareStart: maybeDate,
    PlanOfCareEnd: maybeDate,
    CustomInputs: z.record(z.string(), z.string().max(200, 'At most 200 characters.')),
  })
  .superRefine(({ StartDate, OnsetDate, PlanOfCareStart, PlanOfCareEnd }, { addIssue }) => {
    const dates = [StartDate, OnsetDate, PlanOfCareStart, PlanOfCareEnd];
    if (!dates.every((one) => one === null || isRealDate(one))) return;
    const refusals = caseRefusals({ StartDate, OnsetDate, PlanOfCareStart, PlanOfCareEnd });
    for (const [field, message] of Object.entries(refusals)) addIssue({ code: 'custom', path: [field], message });
  });

export type CaseFormValues = Omit<
  z.input<typeof CaseForm>,
  'Discipline' | 'FacilityId' | 'ProviderId' | 'StartDate' | 'RelatedCause'
> & {
  Discipline: string | null;
  FacilityId: string | null;
  ProviderId: string | null;
  StartDate: string | null;
  /** `none` where nothing else caused it. */
  RelatedCause: string;
};

/** A new case at the facility where somebody works, from today on, paid for by every policy of the patient. */
export function emptyCase(today: string, FacilityId: string | null, InsuranceIds: string[]): CaseFormValues {
  return {
    Title: '',
    Discipline: null,
    FacilityId,
    ProviderId: null,
    Diagnoses: [],
    ReferringProviderContactId: null,
    InsuranceIds,
    OnsetDate: null,
    StartDate: today,
    RelatedCause: 'none',
    AccidentDate: null,
    AccidentState: null,
    PropertyClaimNumber: '',
    VisitsPerWeek: '',
    PlanWeeks: '',
    PlanOfCareStart: null,
    PlanOfCareEnd: null,
    CustomInputs: {},
  };
}

export function caseForm(of: Case): CaseFormValues {
  const number = (value: number | null) => (value === null ? '' : String(value));
  return {
    Title: of.Title,
    Discipline: of.Discipline,
    FacilityId: of.FacilityId,
    ProviderId: of.ProviderId,
    Diagnoses: of.Diagnoses.map((one) => ({ key: newId(), ...one })),
    ReferringProviderContactId: of.ReferringProviderContactId,
    InsuranceIds: [...of.InsuranceIds],
    OnsetDate: of.OnsetDate,
    StartDate: of.StartDate,
    RelatedCause: of.RelatedCause ?? 'none',
    AccidentDate: of.AccidentDate,
    AccidentState: of.AccidentState,
    PropertyClaimNumber: of.PropertyClaimNumber ?? '',
    VisitsPerWeek: number(of.VisitsPerWeek),
    PlanWeeks: number(of.PlanWeeks),
    PlanOfCareStart: of.PlanOfCareStart,
    PlanOfCareEnd: of.PlanOfCareEnd,
    CustomInputs: Object.fromEntries(of.CustomInputs.map((one) => [one.CustomCaseInputId, one.Value])),
  };
}

/** The fields of the contract from a form that passed its schema. */
export function caseFields(values: CaseFormValues): z.output<typeof CaseFields> {
  const form = CaseForm.parse(values);
  const isAccident = form.RelatedCause !== 'none';
  return CaseFields.parse({
    ...form,
    Diagnoses: form.Diagnoses.map(({ Code, Description }) => ({ Code: dotted(Code), Description: Description.trim() })),
    RelatedCause: isAccident ? form.RelatedCause : null,
    AccidentDate: isAccident ? form.AccidentDate : null,
    AccidentState: isAccident ? form.AccidentState : null,
    PropertyClaimNumber: isAccident ? form.PropertyClaimNumber || null : null,
    VisitsPerWeek: numberOrNull(form.VisitsPerWeek),
    PlanWeeks: numberOrNull(form.PlanWeeks),
    CustomInputs: Object.entries(form.CustomInputs).flatMap(([CustomCaseInputId, Value]) =>
      Value.trim() === '' ? [] : [{ CustomCaseInputId, Value: Value.trim() }],
    ),
  });
}

/** `m5450` as `M54.50`. */
export function dotted(typed: string): string {
  const plain = typed.trim().toUpperCase().replace('.', '');
  return plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain;
}
