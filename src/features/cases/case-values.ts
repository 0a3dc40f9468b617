import type { caseRecord } from '#contract/cases/case.ts';
import type { FieldOf } from '#shared/forms/record-field.tsx';
import type { RecordValues } from '#shared/forms/record-values.ts';

export type CaseValues = RecordValues<typeof caseRecord>;
export type CaseParts = { Field: FieldOf<typeof caseRecord>; values: CaseValues };
