import { keepCopy } from '#local/drafts/draft-copies.ts';
import { dropCopy } from '#local/drafts/drafts.ts';

/** A copy costs the disk nothing, and so need not wait as long as a draft. */
const copyMs = 20;

/** The second copy of a draft. Copies wait for each other alone: a disk that is busy with the draft holds none up. */
export function secondCopies(ownKey: () => Promise<string>, unqueued: () => object | undefined) {
  let last: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keepLatest(): Promise<void> {
    try {
      const draft = unqueued();
      if (draft) await keepCopy(await ownKey(), draft);
    } catch {
      // There is still the draft.
    }
  }

  /** All that is typed while a copy is being written goes into one copy after it. */
  function write(): void {
    last = last.then(() => {
      timer = undefined;
      return keepLatest();
    });
  }

  return {
    writeSoon() {
      timer ??= setTimeout(write, copyMs);
    },
    drop(key: string): Promise<void> {
      last = last.then(() => dropCopy(key)).then(keepLatest, keepLatest);
      return last;
    },
    settled: () => last,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
