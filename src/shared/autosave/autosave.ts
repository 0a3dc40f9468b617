import { prepareCopies } from '#local/drafts/draft-copies.ts';
import type { WrittenDraft } from '#local/drafts/drafts.ts';
import type { FieldDraft } from '#local/drafts/field-drafts.ts';
import { readOwnWrites, type OwnWrites } from '#local/drafts/own-writes.ts';
import { takeLeftCopies } from '#local/drafts/unsaved-drafts.ts';
import { ownDevice } from '#local/store/device.ts';
import { closes, hasClosed } from './closing.ts';
import { draftWriter } from './draft-writer.ts';
import { editedFields, type Edited } from './edited-fields.ts';
import { takeLeftDrafts } from './left-drafts.ts';
import { takeWanted } from './reopen.ts';

type AutosaveOptions<Fields> = {
  /** Opaque ids only; the draft itself is sealed. */
  draftKey: string;
  /** The record that the calls are about (record-in.ts). */
  record: string;
  /**
   * Queues the changed fields with what they held before, and writes `draft` in the same transaction (outbox.ts).
   * Resolves once they are durable on this device.
   */
  save(changes: Partial<Fields>, base: Partial<Fields>, draft: WrittenDraft): Promise<void>;
  /** Compares by identity where it is left out. */
  same?(a: Fields[keyof Fields], b: Fields[keyof Fields]): boolean;
  /** Whether the shown value contains the edit of `before` to `value`. Where it is left out, `same` decides. */
  isIn?(shown: Fields[keyof Fields], value: Fields[keyof Fields], before: Fields[keyof Fields]): boolean;
  /** A change is queued after this pause in typing. */
  pauseMs?: number;
};

export type Autosave<Fields> = {
  draftKey: string;
  /** `base` is what the screen showed before this edit. */
  change<Field extends keyof Fields>(field: Field, value: Fields[Field], base: Fields[Field]): void;
  /** Queues everything unsaved now; resolves when nothing typed before the call is left. */
  flush(): Promise<void>;
  /** Queues everything before the page goes, or keeps it as a draft; true once it is on disk. */
  keep(): Promise<boolean>;
  /** Takes what the mirror shows; an edit that it contains is no longer held here. */
  seen(confirmed: Fields): void;
  /** Brings back what a crash left behind; true when there was something. */
  restore(): Promise<boolean>;
  /** Writes what is not on disk yet, then hands it over to the next screen. */
  close(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): Edited<Fields>;
};

/** Typing → sealed draft within half a second → queued call after a pause, on blur, on leaving. */
export function createAutosave<Fields extends Record<string, unknown>>(
  options: AutosaveOptions<Fields>,
): Autosave<Fields> {
  const { draftKey, same = Object.is, isIn = same, pauseMs = 3_000 } = options;
  const fields = editedFields<Fields>({ same, isIn });
  const on = ownDevice();
  const drafts = draftWriter(draftKey, fields, on);
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let lastFlush: Promise<void> = Promise.resolve();

  function flushSoon(): void {
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(() => void flush().catch(() => undefined), pauseMs);
  }

  function flush(): Promise<void> {
    clearTimeout(pauseTimer);
    lastFlush = lastFlush.catch(() => undefined).then(queueChanges);
    return lastFlush;
  }

  async function queueChanges(): Promise<void> {
    const before = fields.snapshot();
    const queued = fields.unqueued();
    if (!queued) return drafts.write();
    const [changes, base] = [partOf(queued, 'value'), partOf(queued, 'base')];
    try {
      await drafts.saveInTurn(queued, (draft) => options.save(changes, base, draft));
    } catch (error) {
      fields.mark(before, 'failed');
      throw error;
    }
    fields.mark(before, 'saved');
    await drafts.write();
  }

  async function bringBack(): Promise<boolean> {
    prepareCopies();
    await hasClosed(draftKey);
    await takeLeftCopies().catch(() => undefined);
    const wanted = takeWanted(draftKey);
    const own = await readOwnWrites(on(), options.record).catch((): OwnWrites => ({}));
    const isFound = await takeLeftDrafts({ draftKey, wanted, own, same, fields, held: drafts.held, on });
    await drafts.held.prepare();
    fields.seenAgain();
    // A draft that came back is queued even if nobody types in it again.
    if (isFound || drafts.held.hasAny()) flushSoon();
    return isFound;
  }

  return {
    draftKey,
    change(field, value, base) {
      fields.change(field, value, base);
      drafts.writeSoon();
      flushSoon();
    },
    flush,
    async keep() {
      try {
        await flush();
        return true;
      } catch {
        await drafts.write().catch(() => undefined);
        const edited = fields.snapshot();
        const isLost = (field: keyof Fields) => fields.isDirty(field) && edited[field]?.state !== 'saved';
        return !Object.keys(edited).some(isLost);
      }
    },
    seen: fields.seen,
    restore() {
      const broughtBack = bringBack();
      // A screen may close before its draft is read. It has nothing unsaved then, and must not drop the draft.
      drafts.waitFor(broughtBack);
      return broughtBack;
    },
    close() {
      clearTimeout(pauseTimer);
      closes(draftKey, drafts.close(lastFlush));
    },
    subscribe: fields.subscribe,
    snapshot: fields.snapshot,
  };
}

function partOf<Fields>(draft: FieldDraft<Fields>, part: 'value' | 'base'): Partial<Fields> {
  const entries = Object.entries<FieldDraft<Fields>[keyof Fields]>(draft).map(([field, of]) => [field, of?.[part]]);
  return Object.fromEntries(entries) as Partial<Fields>;
}
