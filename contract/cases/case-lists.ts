import { z } from 'zod';
import { Line, Text } from '../base/text.ts';

export const Diagnosis = z.object({
  /** ICD-10-CM with its dot, such as `M54.50`. */
  Code: z.string().regex(/^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/),
  Description: Text(200),
});
export type Diagnosis = z.output<typeof Diagnosis>;

/** What was answered to one of the clinic's own questions (`activeCustomCaseInputs` of the setup). */
export const CustomInput = z.object({ CustomCaseInputId: z.uuid(), Value: Line(200) });
export type CustomInput = z.output<typeof CustomInput>;

/** `m5450` as `M54.50`. */
export function dotted(typed: string): string {
  const plain = typed.trim().toUpperCase().replace('.', '');
  return plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain;
}
