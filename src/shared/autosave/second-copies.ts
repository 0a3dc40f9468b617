import { keepCopy } from '#local/drafts/draft-copies.ts';
import { dropCopy } from '#local/drafts/drafts.ts';
import type { Device } from '#local/store/device.ts';

/** A copy costs the disk nothing, so it waits less than a draft. */
const copyMs = 20;

/** The second copy of a draft. Copies wait only for each other, and not for a disk that is busy with the draft. */
export function secondCopies(on: () => Device, ownKey: () => Promise<string>, unqueued: () => object | undefined) {
  let last: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function keepLatest(): Promise<void> {
    try {
      const draft = unqueued();
      if (draft) await keepCopy(await ownKey(), draft, on());
    } catch {
      // The draft is still written.
    }
  }

  /** All text typed during a copy goes into one copy after it. */
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
      last = last.then(() => dropCopy(key, on())).then(keepLatest, keepLatest);
      return last;
    },
    settled: () => last,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
