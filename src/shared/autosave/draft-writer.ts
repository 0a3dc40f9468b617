import { dropRecord, nextTurn, saveDraft, type WrittenDraft } from '#local/drafts/drafts.ts';
import type { FieldDraft } from '#local/drafts/field-drafts.ts';
import type { Device } from '#local/store/device.ts';
import type { EditedFields } from './edited-fields.ts';
import { heldDrafts } from './held-drafts.ts';
import { secondCopies } from './second-copies.ts';

/** Time from the first unsaved key to its draft. A longer wait would save no writes, because people type slower. */
const draftMs = 100;

/** Keeps the draft on disk equal to the edits that are not queued yet. */
export function draftWriter<Fields extends Record<string, unknown>>(
  draftKey: string,
  fields: EditedFields<Fields>,
  on: () => Device,
) {
  const held = heldDrafts(draftKey, on);
  const copies = secondCopies(on, async () => (await held.own()).key, fields.unqueued);
  /** Drafts are written and dropped in turn, because a slow write must not land on a drop. */
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
      await saveDraft(own.key, draft, on());
      fields.mark(before, 'saved');
      await held.dropAllBut(own, drop);
    } catch {
      fields.mark(before, 'failed');
    }
  }

  async function drop(key: string): Promise<void> {
    await copies.drop(key);
    await dropRecord(key, on());
  }

  /**
   * Saves in turn with the drafts. A draft that is written after the save must know of it. The next draft waits until
   * the calls are on disk, but not for their second copies.
   */
  async function saveInTurn(queued: FieldDraft<Fields>, save: (draft: WrittenDraft) => Promise<void>): Promise<void> {
    const { key } = await held.own();
    const isWritten = Promise.withResolvers<void>();
    const saved = last
      .catch(() => undefined)
      .then(async () => {
        const begunOn = on();
        const turn = nextTurn();
        let isOnDisk = false;
        const written = () => {
          if (!isOnDisk) fields.goOnFrom(queued, turn);
          isOnDisk = true;
          isWritten.resolve();
        };
        // This replaces the draft, so it carries what was typed in other fields since.
        await save({ key, turn, value: fields.draftAfter(queued, turn), written, on: begunOn });
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
    /** Writes and drops no draft before `work` ends, well or not. */
    waitFor(work: Promise<unknown>) {
      last = Promise.allSettled([last, work]).then(() => undefined);
    },
    /** Writes what is not on disk yet, waits for `work`, then hands the drafts over to the next screen. */
    close(work: Promise<unknown>): Promise<void> {
      copies.cancel();
      const left = timer === undefined ? last : write();
      return Promise.allSettled([left, work, copies.settled()]).then(held.release);
    },
  };
}
