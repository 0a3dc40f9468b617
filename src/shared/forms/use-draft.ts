import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useDraftValues } from '../autosave/use-draft-form.ts';
import { typedOver } from '#shared/form-changes.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { aboutOf, typedIn, type About, type DraftFormProps } from './draft-drawer.tsx';

/** Keeps what is typed over a form's first values, and tells its drawer whether there is something to lose. */
export function useDraft<Row, Values extends object>(
  form: UseFormReturnType<Values>,
  { about, kept, onDirty }: DraftFormProps<Row>,
  idOf: (row: Row) => string,
): void {
  // Only what was typed: the other fields may have changed elsewhere until the form is opened again.
  const [before] = useState(form.values);
  const draft = { ...about, typed: typedOver(before, form.values) };
  // One of an older app does not say in which chart it was, or of which row.
  function isOfThis({ of, parent }: About<Row>): boolean {
    if (of === undefined) return true;
    return of && about.of ? idOf(of) === idOf(about.of) : of === about.of && (parent ?? about.parent) === about.parent;
  }
  const isDirty = useDraftValues(
    kept,
    draft,
    (left) => form.setValues(typedIn(left) as Partial<Values>),
    // That of another row stays for whoever opens that one.
    (left) => isOfThis(aboutOf(left)),
  );
  useReportDirty(isDirty, onDirty);
}
