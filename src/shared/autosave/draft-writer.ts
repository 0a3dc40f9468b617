import { dropRecord, nextTurn, saveDraft, type WrittenDraft } from '#local/drafts/drafts.ts';
import type { FieldDraft } from '#local/drafts/field-drafts.ts';
import type { EditedFields } from './edited-fields.ts';
import { heldDrafts } from './held-drafts.ts';
import { secondCopies } from './second-copies.ts';

/** The first unsaved key is on disk this long after it. A longer wait would save no writes: people type slower. */
const draftMs = 100;

/** Brings the draft on disk in line with what is not queued yet, one write after the other. */
export function draftWriter<Fields extends Record<string, unknown>>(draftKey: string, fields: EditedFields<Fields>) {
  const held = heldDrafts(draftKey);
  const copies = secondCopies(async () => (await held.own()).key, fields.unqueued);
  /** Drafts are written and dropped in turn: a slow write must not land on a drop. */
  let last: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    last = last.catch(() => undefined).then(keepDraft);
    return last;
  }

  async function keepDraft(): Promise<void> {
    const before = fields.snapshot();
    const draft = fields.unqueued();
    if (!draft) {
      await copies.settled();
      await held.dropAllBut(null, drop);
      return fields.mark(before, 'saved');
    }
    try {
      const own = await held.own();
      await saveDraft(own.key, draft);
      fields.mark(before, 'saved');
      await held.dropAllBut(own, drop);
    } catch {
      fields.mark(before, 'failed');
    }
  }

  async function drop(key: string): Promise<void> {
    await copies.drop(key);
    await dropRecord(key);
  }

  /**
   * Saves in turn with the drafts: a draft begun before and written after would know nothing of this save. The next
   * draft waits until the calls are on disk, and not for their second copies.
   */
  async function saveInTurn(queued: FieldDraft<Fields>, save: (draft: WrittenDraft) => Promise<void>): Promise<void> {
    const { key } = await held.own();
    const isWritten = Promise.withResolvers<void>();
    const saved = last
      .catch(() => undefined)
      .then(async () => {
        const turn = nextTurn();
        let isOnDisk = false;
        const written = () => {
          if (!isOnDisk) fields.goOnFrom(queued, turn);
          isOnDisk = true;
          isWritten.resolve();
        };
        // What was typed in other fields since goes along: this replaces the draft that has it.
        await save({ key, turn, value: fields.draftAfter(queued, turn), written });
        written();
      });
    last = Promise.race([isWritten.promise, saved]);
    // The caller hears why it failed; the drafts go on.
    last.catch(() => undefined);
    return saved;
  }

  return {
    held,
    writeSoon() {
      copies.writeSoon();
      timer ??= setTimeout(() => void write(), draftMs);
    },
    write,
    saveInTurn,
    /** No draft is written or dropped before `work` ends, whatever becomes of it. */
    waitFor(work: Promise<unknown>) {
      last = Promise.allSettled([last, work]).then(() => undefined);
    },
    /** Writes what is not on disk yet; then, and once `work` has ended, another screen may go on from it. */
    close(work: Promise<unknown>): Promise<void> {
      copies.cancel();
      const left = timer === undefined ? last : write();
      return Promise.allSettled([left, work, copies.settled()]).then(held.release);
    },
  };
}
