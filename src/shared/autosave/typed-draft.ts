import { takeFree, takeLeft, type DraftLock } from '#local/drafts/draft-locks.ts';
import { dropDraft, readTurn, saveDraft, type SavedForm } from '#local/drafts/drafts.ts';
import { ownDevice } from '#local/store/device.ts';
import { hasClosed } from './closing.ts';
import { takeWanted } from './reopen.ts';

/** `turn` is the turn of the draft with these values; null before there is one. */
type Typed<Values> = { values: Values; turn: number | null };

/** The values typed in a form and their draft on disk. Its steps must not overlap. */
export function typedDraft<Values>(draftKey: string) {
  const on = ownDevice();
  let typed: Typed<Values> | null = null;
  let place: DraftLock | null = null;
  let isWritten = false;

  async function save(): Promise<boolean> {
    const now = typed;
    if (!now) return true;
    place ??= await takeFree(draftKey, on());
    // The draft may be gone: the browser deleted it, or somebody discarded it.
    if (now.turn !== null && (await readTurn(place.key, on())) === now.turn) return true;
    isWritten = true;
    now.turn = null;
    now.turn = await saveDraft(place.key, now.values, on());
    return true;
  }

  return {
    hasAny: () => typed !== null,
    write(values: Values) {
      typed = { values, turn: null };
    },
    giveUp() {
      typed = null;
    },
    /** For the call that the form is saved as: the draft that it drops, and the device that it is saved on. */
    settles: (): SavedForm => ({ key: isWritten ? place?.key : undefined, on: on() }),
    save,
    /** Takes over a left draft that fits, unless something is typed already. */
    async take(fits?: (left: Values) => boolean): Promise<Values | undefined> {
      if (typed || place) return typed?.values;
      await hasClosed(draftKey);
      const found = await takeLeft<Values>(draftKey, fits, takeWanted(draftKey), on());
      [place, isWritten] = [found, found !== null];
      return found?.left;
    },
    async drop(): Promise<void> {
      if (place && isWritten) await dropDraft(place.key, on());
      isWritten = false;
    },
    /** Writes what is not on disk yet and leaves the draft for the next form. */
    async release(): Promise<void> {
      await save().catch((error: unknown) => {
        // A locked device takes nothing more, and already has what was written before.
        if (typed?.turn === null) throw error;
      });
      await place?.release();
      [typed, place, isWritten] = [null, null, false];
    },
  };
}
