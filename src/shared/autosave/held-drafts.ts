import { takeFree, type DraftLock } from '#local/drafts/draft-locks.ts';
import type { Device } from '#local/store/device.ts';

/** The drafts whose text is in this form: its own, and those it took over from dead tabs. It drops no others. */
export function heldDrafts(draftKey: string, on: () => Device) {
  let own: Promise<DraftLock> | null = null;
  let written: DraftLock[] = [];

  async function lockOwn(): Promise<DraftLock> {
    return takeFree(draftKey, on());
  }

  /** Locks a draft before somebody types, because the disk may be busy later. */
  async function prepare(): Promise<void> {
    own ??= lockOwn();
    await own.catch(() => (own = null));
  }

  /** The draft of this tab. Each tab that has the form open writes its own. */
  async function ownDraft(): Promise<DraftLock> {
    own ??= lockOwn();
    own.catch(() => (own = null));
    const lock = await own;
    hold(lock);
    return lock;
  }

  function hold(lock: DraftLock): void {
    if (!written.includes(lock)) written.push(lock);
  }

  async function dropAllBut(kept: DraftLock | null, drop: (key: string) => Promise<void>): Promise<void> {
    for (const one of written.filter((each) => each !== kept)) {
      // Text typed during the drop is written there again.
      written = written.filter((each) => each !== one);
      try {
        await drop(one.key);
      } catch (error) {
        hold(one);
        throw error;
      }
      if (one !== (await own)) await one.release();
    }
  }

  async function release(): Promise<void> {
    const lock = await own?.catch(() => null);
    const all = new Set([...written, ...(lock ? [lock] : [])]);
    [own, written] = [null, []];
    await Promise.all([...all].map((one) => one.release()));
  }

  return {
    prepare,
    own: ownDraft,
    hold,
    /** Takes this draft for the tab's own, unless it has one already. */
    goOnIn(lock: DraftLock) {
      own ??= Promise.resolve(lock);
    },
    hasAny: () => written.length > 0,
    dropAllBut,
    release,
  };
}
