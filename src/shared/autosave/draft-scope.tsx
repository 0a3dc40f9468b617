import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { device } from '#local/store/device.ts';
import { onSaveUnsaved, useUnsaved } from '#shared/unsaved.ts';
import { createDraftForm, type DraftForm } from './draft-form.ts';
import { useIsSubmitting, useDraftForm, useDraftValues } from './use-draft-form.ts';

/** `about` is what the form was open for, `form` which of several it is. */
type Left = { about: unknown; form: string; typed: unknown };
type Keeping = { draftKey: string; forms: Set<DraftForm<Left | null>>; about: unknown };

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
export function DraftScope<About>({ draftKey, about, onReopen, children }: Props<About>) {
  useDraftForm<Left | null>(draftKey, (left) => {
    if (left && about === null) onReopen?.(left.about as About);
  });
  const [forms] = useState(() => new Set<DraftForm<Left | null>>());
  // Before the forms in it let go of their drafts.
  useLayoutEffect(() => {
    if (about === null) for (const each of forms) each.drop();
  }, [forms, about]);
  const keeping = useMemo(() => ({ draftKey, forms, about }), [draftKey, forms, about]);
  return <KeepingContext value={keeping}>{children}</KeepingContext>;
}

/** Gives up what was typed in the forms of the drawer around it. */
export function useGiveUp(): () => void {
  const forms = use(KeepingContext)?.forms;
  return () => forms?.forEach((each) => each.drop());
}

type Typing<Values> = { values: Values; isDirty: boolean; fill: (left: Values) => void };
type Kept = Pick<DraftForm<unknown>, 'submit'> & {
  isSubmitting: boolean;
  /** For a form that is saved or given up while its drawer stays open. */
  drop: () => void;
};

/** In a form that only its button saves: keeps what is typed until then, and fills in what was left of it. */
export function useDraftScope<Values>(form: string, { values, isDirty, fill }: Typing<Values>): Kept {
  const keeping = use(KeepingContext);
  const about = keeping?.about ?? null;
  // Each form of a drawer has a draft of its own: two of them may be half-filled at once.
  const [kept] = useState(() => keeping && createDraftForm<Left | null>(keeping.draftKey));
  const forms = keeping?.forms;
  useEffect(() => {
    if (!kept) return undefined;
    forms?.add(kept);
    const forget = onSaveUnsaved(() => kept.keep());
    return () => {
      forms?.delete(kept);
      forget();
    };
  }, [kept, forms]);
  const restore = useEffectEvent(fill);
  useDraftValues<Left | null>(
    kept,
    isDirty ? { about, form, typed: values } : null,
    (left) => left && restore(left.typed as Values),
    (left) => left?.form === form && JSON.stringify(left.about) === JSON.stringify(about),
  );
  const isSubmitting = useIsSubmitting(kept);
  return { submit: kept?.submit ?? submitUnkept, isSubmitting, drop: () => kept?.drop() };
}

const submitUnkept: Kept['submit'] = async (write) => {
  await write({ key: undefined, on: device() });
  return true;
};

/** For a drawer that holds what is typed itself: stands in it while it is open. */
export function DraftFields<Values>({ form, ...typing }: Typing<Values> & { form: string }) {
  useDraftScope(form, typing);
  return null;
}

/** The same as `useDraftScope` for a form that stands by itself; the function it gives is for what was saved or given up. */
export function useDraftAlone<Values>(draftKey: string, { values, isDirty, fill }: Typing<Values>): () => void {
  useUnsaved(isDirty);
  const kept = useDraftForm<Values | null>(draftKey, () => undefined);
  useDraftValues<Values | null>(kept, isDirty ? values : null, (left) => left && fill(left));
  return kept.drop;
}
