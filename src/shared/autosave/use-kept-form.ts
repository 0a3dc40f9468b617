import { useEffect, useEffectEvent, useState } from 'react';
import { holdTyping } from '#local/typed.ts';
import { onSaveTyped } from '#shared/unsaved.ts';
import { createKeptForm, type KeptForm } from './kept-form.ts';
import { onReopen } from './reopen.ts';

/** A drawer's form that outlives a lock or a reload: `reopen` is called when one was left half-filled. */
export function useKeptForm<Values>(draftKey: string, reopen: () => void): KeptForm<Values> {
  const [kept] = useState(() => createKeptForm<Values>(draftKey));
  const open = useEffectEvent(reopen);
  useEffect(() => {
    let here = true;
    kept
      .read()
      .then((left) => here && left !== undefined && open())
      .catch(() => undefined);
    const forget = onSaveTyped(() => kept.keep());
    const ignore = onReopen(kept.draftKey, () => open());
    return () => {
      here = false;
      forget();
      ignore();
    };
  }, [kept]);
  return kept;
}

/** In the form: fills in what was left, then keeps every change. True while there is something to lose. */
export function useKeptValues<Values>(kept: KeptForm<Values>, values: Values, fill: (values: Values) => void): boolean {
  const text = JSON.stringify(values);
  const [first] = useState(text);
  const [isRead, setRead] = useState(false);
  const restore = useEffectEvent(fill);
  useEffect(() => {
    let here = true;
    const release = holdTyping(kept.draftKey);
    kept
      .read()
      .then((left) => here && left !== undefined && restore(left))
      .catch(() => undefined)
      .finally(() => here && setRead(true));
    return () => {
      here = false;
      // After what was written or given up last.
      void kept
        .keep()
        .then(() => kept.read())
        .catch(() => undefined)
        .finally(release);
    };
  }, [kept]);
  useEffect(() => {
    if (!isRead) return;
    if (text === first) kept.drop();
    else kept.write(JSON.parse(text) as Values);
  }, [kept, text, first, isRead]);
  return text !== first;
}
