import { useEffect, useEffectEvent, useState } from 'react';
import { onSaveTyped } from '#shared/unsaved.ts';
import { createKeptForm, type KeptForm } from './kept-form.ts';

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
    return () => {
      here = false;
      forget();
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
    kept
      .read()
      .then((left) => here && left !== undefined && restore(left))
      .catch(() => undefined)
      .finally(() => here && setRead(true));
    return () => {
      here = false;
    };
  }, [kept]);
  useEffect(() => {
    if (!isRead) return;
    if (text === first) kept.drop();
    else kept.write(JSON.parse(text) as Values);
  }, [kept, text, first, isRead]);
  return text !== first;
}
