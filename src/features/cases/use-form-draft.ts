import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useKeptValues } from '#shared/autosave/use-kept-form.ts';
import { typedOver } from '#shared/form-changes.ts';
import { useTold } from '#shared/ui/side-drawer/use-discard.tsx';
import type { About, FormProps } from './kept-drawer.tsx';

/** Keeps what is typed over a form's first values, and tells its drawer whether there is something to lose. */
export function useFormDraft<Row, Values extends object>(
  form: UseFormReturnType<Values>,
  { about, kept, onDirty }: FormProps<Row>,
  idOf: (about: About<Row>) => string | null,
): void {
  // Only what was typed: the other fields may have changed elsewhere until the form is opened again.
  const [before] = useState(form.values);
  const draft = { ...about, typed: typedOver(before, form.values) };
  const isDirty = useKeptValues(
    kept,
    draft,
    (left) => form.setValues(left.typed as Partial<Values>),
    // That of another row stays for whoever opens that one.
    (left) => idOf(left) === idOf(about),
  );
  useTold(isDirty, onDirty);
}
