import { createContext, use, useEffectEvent, useLayoutEffect, useMemo, type ReactNode } from 'react';
import type { KeptForm } from './kept-form.ts';
import { useKeptForm, useKeptValues } from './use-kept-form.ts';

/** `about` is what the form was open for, `form` which of several it is. */
type Left = { about: unknown; form: string; typed: unknown };
type Keeping = { kept: KeptForm<Left | null>; about: unknown };

const KeepingContext = createContext<Keeping | null>(null);

type Props<About> = {
  draftKey: string;
  /** What a form in it is open for; null while none is, by which what was typed is saved or given up. */
  about: About | null;
  /** Opens what was left half-filled; without it that is filled in when it is opened again. */
  onReopen?: (about: About) => void;
  children: ReactNode;
};

/** What is typed in the forms of these drawers outlives a lock, the end of a session and a tab that dies. */
export function KeptTyping<About>({ draftKey, about, onReopen, children }: Props<About>) {
  const kept = useKeptForm<Left | null>(draftKey, (left) => {
    if (left && about === null) onReopen?.(left.about as About);
  });
  // Before the form in it lets go of its draft.
  useLayoutEffect(() => {
    if (about === null) kept.drop();
  }, [kept, about]);
  const keeping = useMemo(() => ({ kept, about }), [kept, about]);
  return <KeepingContext value={keeping}>{children}</KeepingContext>;
}

type Typing<Values> = { values: Values; isDirty: boolean; fill: (left: Values) => void };

/** In a form that only its button saves: keeps what is typed until then, and fills in what was left of it. */
export function useKeptTyping<Values>(form: string, { values, isDirty, fill }: Typing<Values>): void {
  const keeping = use(KeepingContext);
  const about = keeping?.about ?? null;
  const restore = useEffectEvent(fill);
  useKeptValues<Left | null>(
    keeping?.kept ?? null,
    isDirty ? { about, form, typed: values } : null,
    (left) => left && restore(left.typed as Values),
    (left) => left?.form === form && JSON.stringify(left.about) === JSON.stringify(about),
  );
}
