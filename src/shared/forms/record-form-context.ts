import type { UseFormReturnType } from '@mantine/form';
import { createContext, use } from 'react';
import type { Fields } from '#contract/record/fields.ts';

type FormAround = { fields: Fields; form: UseFormReturnType<Record<string, unknown>>; at: string };

/** The form that the fields in it belong to; those of a part stand at its place in the form. */
export const RecordFormContext = createContext<FormAround | null>(null);

export function useFormAround(): FormAround {
  const around = use(RecordFormContext);
  if (!around) throw new Error('A field stands only in the form of its record.');
  return around;
}
