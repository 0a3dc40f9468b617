import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { onSaveUnsaved } from '#shared/unsaved.ts';
import { createDraftForm, type DraftForm } from './draft-form.ts';
import { onReopen } from './reopen.ts';

/** A drawer's form that outlives a lock or a reload: `reopen` is called with what is in one that was left half-filled. */
export function useDraftForm<Values>(draftKey: string, reopen: (left: Values) => void): DraftForm<Values> {
  const [kept] = useState(() => createDraftForm<Values>(draftKey));
  const open = useEffectEvent(reopen);
  useEffect(() => {
    let here = true;
    const look = () =>
      void kept
        .left()
        .then((left) => here && left !== undefined && open(left))
        .catch(() => undefined);
    look();
    const forget = onSaveUnsaved(() => kept.keep());
    const ignore = onReopen(kept.draftKey, look);
    return () => {
      here = false;
      forget();
      ignore();
    };
  }, [kept]);
  return kept;
}

/** In the form: fills in what was left and fits, then keeps every change. True while there is something to lose. */
export function useDraftValues<Values>(
  kept: DraftForm<Values> | null,
  values: Values,
  fill: (values: Values) => void,
  fits?: (left: Values) => boolean,
): boolean {
  const text = JSON.stringify(values);
  const [first] = useState(text);
  const [isRead, setRead] = useState(false);
  const restore = useEffectEvent(fill);
  const isFit = useEffectEvent((left: Values) => fits?.(left) ?? true);
  useEffect(() => {
    if (!kept) return undefined;
    let here = true;
    kept
      .open((left) => isFit(left))
      .then((left) => here && left !== undefined && restore(left))
      .catch(() => undefined)
      .finally(() => here && setRead(true));
    return () => {
      here = false;
      kept.close();
    };
  }, [kept]);
  useEffect(() => {
    if (!kept || !isRead) return;
    if (text === first) kept.drop();
    else kept.write(JSON.parse(text) as Values);
  }, [kept, text, first, isRead]);
  return text !== first;
}

/** True while the form is being saved: its button says so. */
export function useIsSubmitting<Values>(kept: DraftForm<Values> | null): boolean {
  return useSyncExternalStore(kept?.onSubmitting ?? (() => () => undefined), () => kept?.isSubmitting() ?? false);
}
