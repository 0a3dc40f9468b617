import { peekLeft, takeFree, takeLeft, type DraftLock } from '#local/drafts/draft-locks.ts';
import { dropDraft, readTurn, saveDraft } from '#local/drafts/drafts.ts';
import { closes, hasClosed } from './closing.ts';
import { takeWanted, wantedKey } from './reopen.ts';

/** A form that is saved only by its button, kept as a sealed draft of its own until then. */
export type DraftForm<Values> = {
  draftKey: string;
  /** What a tab that is gone or a locked screen left of this form and nobody has before them. */
  left(): Promise<Values | undefined>;
  /** The form opens: takes over what was left and fits. `write` or `drop` follows, and `keep` waits for it. */
  open(fits?: (left: Values) => boolean): Promise<Values | undefined>;
  write(values: Values): void;
  /** True once what was written last is on disk. */
  keep(): Promise<boolean>;
  /**
   * Saves the form by `write`, which makes a call of it and takes the draft of that name away with it; what is typed
   * stays where it throws or gives false. False when one is under way already: pressed twice, it is saved once.
   */
  submit(write: (draft: string | undefined) => Promise<unknown>): Promise<boolean>;
  isSubmitting(): boolean;
  onSubmitting(listener: () => void): () => void;
  /** The form was saved or given up: what it wrote or took over goes, and nothing else. */
  drop(): void;
  /** The form has gone from the screen: what it holds is on disk first, then it is left for the next. */
  close(): void;
};

type Typed<Values> = { values: Values; turn: number | null };

const draftMs = 350;

/** Writes follow one another, so that a slow one never lands on a drop. */
export function createDraftForm<Values>(draftKey: string): DraftForm<Values> {
  /** `turn` is that of the draft which says the same, null before there is one. */
  let typed: Typed<Values> | null = null;
  let place: DraftLock | null = null;
  let isWritten = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isSubmitting = false;
  const listeners = new Set<() => void>();
  /** From opening until the form has told what is in it: somebody may type while it reads what was left. */
  let opening: PromiseWithResolvers<void> | null = null;

  function tellsWhatIsIn(): void {
    opening?.resolve();
    opening = null;
  }

  const next = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const done = last.catch(() => undefined).then(step);
    last = done;
    return done;
  };

  function saveSoon(): void {
    // What is written between the call and its end would stay behind as if it had not been saved.
    if (!isSubmitting) timer ??= setTimeout(() => void save().catch(() => undefined), draftMs);
  }

  function setSubmitting(now: boolean): void {
    isSubmitting = now;
    for (const listener of listeners) listener();
  }

  async function submitNow(write: (draft: string | undefined) => Promise<unknown>): Promise<void> {
    const isSaved = (await write(isWritten ? place?.key : undefined)) !== false;
    if (isSaved) typed = null;
  }

  function save(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    return next(saveNow);
  }

  async function saveNow(): Promise<boolean> {
    const now = typed;
    if (!now) return true;
    place ??= await takeFree(draftKey);
    // What was written may be gone from under the form: the browser deleted it, or somebody threw it away.
    if (now.turn !== null && (await readTurn(place.key)) === now.turn) return true;
    isWritten = true;
    now.turn = null;
    now.turn = await saveDraft(place.key, now.values);
    return true;
  }

  async function take(fits?: (left: Values) => boolean): Promise<Values | undefined> {
    if (typed || place) return typed?.values;
    await hasClosed(draftKey);
    const found = await takeLeft<Values>(draftKey, fits, takeWanted(draftKey));
    [place, isWritten] = [found, found !== null];
    return found?.left;
  }

  async function letGo(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await saveNow().catch((error: unknown) => {
      // A device that is locked already has what it was given before.
      if (typed?.turn === null) throw error;
    });
    await place?.release();
    [typed, place, isWritten] = [null, null, false];
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
      return next(() => take(fits));
    },
    write(values) {
      tellsWhatIsIn();
      typed = { values, turn: null };
      saveSoon();
    },
    async keep() {
      await opening?.promise;
      return save().catch(() => false);
    },
    async submit(write) {
      if (isSubmitting) return false;
      setSubmitting(true);
      clearTimeout(timer);
      timer = undefined;
      try {
        await next(() => submitNow(write));
      } finally {
        setSubmitting(false);
        if (typed) saveSoon();
      }
      return true;
    },
    isSubmitting: () => isSubmitting,
    onSubmitting(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    drop() {
      tellsWhatIsIn();
      clearTimeout(timer);
      timer = undefined;
      typed = null;
      void next(async () => {
        if (place && isWritten) await dropDraft(place.key);
        isWritten = false;
      }).catch(() => undefined);
    },
    close() {
      tellsWhatIsIn();
      // What could not be written stays with the form, for the next time it is asked.
      closes(draftKey, next(letGo));
    },
  };
}
