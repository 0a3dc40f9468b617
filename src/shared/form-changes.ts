import type { UseFormReturnType } from '@mantine/form';
import { isSameValue } from '#contract/base/same-value.ts';

/** Only what was changed, with what it was before: what others change meanwhile is not changed here. */
export function changedFields<F extends object>(
  before: object,
  after: F,
): { changes: Partial<F>; base: Record<string, unknown> } {
  const was = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => !isSameValue(value, was.get(field) ?? null));
  return {
    changes: Object.fromEntries(changed) as Partial<F>,
    base: Object.fromEntries(changed.map(([field]) => [field, was.get(field) ?? null])),
  };
}

/** The fields of a form whose value is another than before. */
export function typedOver<V extends object>(before: V, now: V): Partial<V> {
  const was = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(now).filter(([field, value]) => !isSameValue(value, was.get(field)));
  return Object.fromEntries(typed) as Partial<V>;
}

/** What of a form is kept over a lock: what was typed over the values it opened with. */
export function typedIn<V extends Record<string, unknown>>(form: UseFormReturnType<V>) {
  return {
    values: typedOver(form.getInitialValues(), form.values),
    isDirty: form.isDirty(),
    fill: (left: Partial<V>) => form.setValues(left),
  };
}
