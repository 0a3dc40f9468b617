import { useState, type Dispatch, type SetStateAction } from 'react';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { useOvertaken, type Overtaken, type OvertakenOptions } from '#shared/forms/use-overtaken.tsx';
import { draftOver, leftOver, onlyOf, typedOver, type DraftOver } from '#shared/form-changes.ts';
import { useDraftAlone } from './draft-scope.tsx';

type DraftForm<V> = {
  /** What the values were typed over. */
  before: V;
  values: V;
  setValues: Dispatch<SetStateAction<V>>;
  isDirty: boolean;
  /** For what was saved. */
  drop: () => void;
  /** Back to what is there now. */
  undo: () => void;
} & Pick<Overtaken<V>, 'meet' | 'refusal'>;

/**
 * A form that stands by itself over what others write too. A draft is filled in with what it was typed over, which need
 * not be what is there `now`. What someone else has written since comes with a refusal. `read` takes of a draft what it
 * can hold.
 */
export function useDraftOver<V extends object>(
  draftKey: string,
  opened: V,
  { read = (typed) => typed, ...options }: OvertakenOptions<V> & { read?: (typed: Partial<V>) => Partial<V> },
): DraftForm<V> {
  const [newer, setNewer] = useState<V | null>(null);
  const now = newer ?? opened;
  const [over, setOver] = useState<Partial<V>>({});
  const [values, setValues] = useState(now);
  const before = { ...now, ...over };
  const isDirty = !isSameInAnyOrder(values, before);
  const { kept, isHeld, forget, meet, refusal } = useOvertaken({ before, values }, begin, options);
  const drop = useDraftAlone<DraftOver<V> | Partial<V>>(draftKey, {
    values: draftOver(kept.before, kept.values, kept.before),
    isDirty: isDirty || isHeld,
    fill: (draft) => {
      const left = leftOver<V, V>(draft);
      // What somebody else has made the same meanwhile is not to be changed any more.
      const typed = typedOver(now, { ...now, ...read(left.typed) });
      setOver(onlyOf(left.over, typed));
      setValues((shown) => ({ ...shown, ...typed }));
    },
  });
  function begin(next: { before: V; values: V }): void {
    setNewer(next.before);
    setOver({});
    setValues(next.values);
  }
  function undo(): void {
    forget();
    setOver({});
    setValues(now);
  }
  /** The form may stay: what is there now is what it is opened with next. */
  function dropAll(): void {
    forget();
    setNewer(null);
    setOver({});
    drop();
  }
  return { before, values, setValues, isDirty, drop: dropAll, undo, meet, refusal };
}
