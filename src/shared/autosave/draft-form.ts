import { peekLeft } from '#local/drafts/draft-locks.ts';
import type { SavedForm } from '#local/drafts/drafts.ts';
import { closes, hasClosed } from './closing.ts';
import { wantedKey } from './reopen.ts';
import { typedDraft } from './typed-draft.ts';

/** A form that is saved only by its button, kept as a sealed draft of its own until then. */
export type DraftForm<Values> = {
  draftKey: string;
  /** What a dead tab or a locked screen left of this form, unless another screen has it open. */
  left(): Promise<Values | undefined>;
  /** Takes over what was left and fits. The form then calls `write` or `drop`, and `keep` waits for that. */
  open(fits?: (left: Values) => boolean): Promise<Values | undefined>;
  write(values: Values): void;
  /** True once the last values are on disk. */
  keep(): Promise<boolean>;
  /**
   * Saves the form by `write`, which queues a call and drops the draft of that key in one transaction. Where `write`
   * throws or gives false, the draft stays. False while an earlier submit is under way: pressed twice, it is saved once.
   */
  submit(write: (draft: SavedForm) => Promise<unknown>): Promise<boolean>;
  isSubmitting(): boolean;
  onSubmitting(listener: () => void): () => void;
  /** The form was saved or given up: drops its own draft and the one it took over, and no others. */
  drop(): void;
  /** The form has left the screen: writes its draft, then leaves it for the next form. */
  close(): void;
};

const draftMs = 350;

/** Runs its steps one after the other, so that a slow write never lands on a drop. */
export function createDraftForm<Values>(draftKey: string): DraftForm<Values> {
  const draft = typedDraft<Values>(draftKey);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isSubmitting = false;
  const listeners = new Set<() => void>();
  /** Open until the first `write` or `drop`: somebody may type while the form reads what was left. */
  let opening: PromiseWithResolvers<void> | null = null;

  function endOpening(): void {
    opening?.resolve();
    opening = null;
  }

  const next = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const done = last.catch(() => undefined).then(step);
    last = done;
    return done;
  };

  function saveSoon(): void {
    // A draft written during a submit would stay behind as if the form had not been saved.
    if (!isSubmitting) timer ??= setTimeout(() => void save().catch(() => undefined), draftMs);
  }

  function setSubmitting(now: boolean): void {
    isSubmitting = now;
    for (const listener of listeners) listener();
  }

  async function submitNow(write: (draft: SavedForm) => Promise<unknown>): Promise<void> {
    const isSaved = (await write(draft.settles())) !== false;
    if (isSaved) draft.giveUp();
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function save(): Promise<boolean> {
    stopTimer();
    return next(draft.save);
  }

  return {
    draftKey,
    left: () =>
      next(async () => {
        await hasClosed(draftKey);
        return peekLeft<Values>(draftKey, wantedKey(draftKey));
      }),
    open(fits) {
      opening ??= Promise.withResolvers();
      return next(() => draft.take(fits));
    },
    write(values) {
      endOpening();
      draft.write(values);
      saveSoon();
    },
    async keep() {
      await opening?.promise;
      return save().catch(() => false);
    },
    async submit(write) {
      if (isSubmitting) return false;
      setSubmitting(true);
      stopTimer();
      try {
        await next(() => submitNow(write));
      } finally {
        setSubmitting(false);
        if (draft.hasAny()) saveSoon();
      }
      return true;
    },
    isSubmitting: () => isSubmitting,
    onSubmitting(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drop() {
      endOpening();
      stopTimer();
      draft.giveUp();
      void next(draft.drop).catch(() => undefined);
    },
    close() {
      endOpening();
      // What could not be written stays with the form and is tried again at the next call.
      closes(
        draftKey,
        next(() => {
          stopTimer();
          return draft.release();
        }),
      );
    },
  };
}
