import { z } from 'zod';
import { line, maybe, type Field } from '../record/fields.ts';
import { Diagnosis } from './case-lists.ts';

const enterCode = 'Enter a code such as M54.50.';

/** Diagnoses in the order of the claim, the first is principal. */
export const diagnoses = {
  label: 'Diagnoses',
  schema: z.array(Diagnosis).max(12),
  kind: {
    is: 'parts',
    key: null,
    noun: 'diagnosis',
    most: 12,
    fields: {
      Code: {
        label: 'ICD-10 code',
        schema: Diagnosis.shape.Code,
        kind: { is: 'line', most: 8 },
        asks: enterCode,
        wrong: enterCode,
      },
      Description: maybe(line('Description', 200)),
    },
  },
  asks: null,
} satisfies Field;
