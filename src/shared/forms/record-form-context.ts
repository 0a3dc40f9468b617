import type { UseFormReturnType } from '@mantine/form';
import { createContext } from 'react';
import type { Fields } from '#contract/record/fields.ts';

/** The form that the fields in it belong to; those of a part stand at its place in the form. */
export const RecordFormContext = createContext<{
  fields: Fields;
  form: UseFormReturnType<Record<string, unknown>>;
  at: string;
} | null>(null);
