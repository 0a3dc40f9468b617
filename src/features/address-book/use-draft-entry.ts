import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { draftOver, leftOver, onlyOf, typedOver, type DraftOver } from '#shared/form-changes.ts';

type Draft<V> = (DraftOver<V> & { version: string | null }) | Partial<V>;
type Overtaken<V> = { over: Partial<V>; version: string | null };

/**
 * Keeps what is typed over an entry until it is saved. `version` is the one to save it over: that it was typed over,
 * where somebody else has changed the same meanwhile, so that it is refused and not written over what they wrote.
 */
export function useDraftEntry<V extends Record<string, unknown>>(
  name: string,
  form: UseFormReturnType<V>,
  current: string | null,
): { version: string | null; drop: () => void } {
  const [overtaken, setOvertaken] = useState<Overtaken<V> | null>(null);
  const now = form.getInitialValues();
  const before = { ...now, ...overtaken?.over };
  const version = overtaken ? overtaken.version : current;
  const { drop } = useDraftScope<Draft<V>>(name, {
    values: { ...draftOver(before, form.values, before), version },
    isDirty: form.isDirty(),
    fill: (draft) => {
      const left = leftOver<V, V>(draft);
      const typed = typedOver(now, { ...now, ...left.typed });
      const over = onlyOf(left.over, typed);
      const isOvertaken = Object.keys(typedOver(now, { ...now, ...over })).length > 0;
      if (isOvertaken && 'version' in draft) setOvertaken({ over, version: draft.version as string | null });
      form.setValues(typed);
    },
  });
  return { version, drop };
}
