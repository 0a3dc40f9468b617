import { dropDraft, readDraft, saveDraft } from '#local/drafts.ts';

/** A form that is saved only by its button, kept as a sealed draft until then. */
export type KeptForm<Values> = {
  draftKey: string;
  write(values: Values): void;
  /** True once what was written last is on disk. */
  keep(): Promise<boolean>;
  read(): Promise<Values | undefined>;
  /** The form was saved or given up. */
  drop(): void;
};

const draftMs = 350;

/** Writes follow one another, so that a slow one never lands on a drop. */
export function createKeptForm<Values>(draftKey: string): KeptForm<Values> {
  let latest: { values: Values } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const next = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const done = last.catch(() => undefined).then(step);
    last = done;
    return done;
  };

  function save(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    return next(async () => {
      const written = latest;
      if (!written) return true;
      await saveDraft(draftKey, written.values);
      if (latest === written) latest = null;
      return true;
    });
  }

  return {
    draftKey,
    write(values) {
      latest = { values };
      timer ??= setTimeout(() => void save().catch(() => undefined), draftMs);
    },
    keep: () => save().catch(() => false),
    read: () => next(() => readDraft<Values>(draftKey)),
    drop() {
      clearTimeout(timer);
      timer = undefined;
      latest = null;
      void next(() => dropDraft(draftKey)).catch(() => undefined);
    },
  };
}
