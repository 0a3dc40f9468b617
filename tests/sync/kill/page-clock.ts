import type { Page } from 'playwright';

/**
 * The clock by which a loss is measured: a page counts, and each count takes 50 ms of its own timers and one write to
 * its disk. Where the machine is busy with something else it stands still with the page, which could not have kept
 * anything meanwhile either; at rest ten counts are some 550 ms.
 */
export const countMs = 50;
/** What ui.md promises is 500 ms; whole counts that are at least that long by themselves would be ten. */
export const promisedCounts = 9;

export type PageClock = {
  /** Counts in every document that the page shows from now on. Only the newest page is listened to. */
  watch(page: Page): Promise<void>;
  /** How many keys the page has taken so far. */
  keys(): number;
  /** How many counts before its end the page had taken a key; 0 where it did not come to tell of it. */
  countsSince(key: number): number;
};

export function pageClock(): PageClock {
  /** The count at which each key was taken. */
  let taken: number[] = [];
  let count = 0;
  let current: Page | null = null;
  return {
    async watch(page) {
      [taken, count, current] = [[], 0, page];
      const session = await page.context().newCDPSession(page);
      session.on('Runtime.bindingCalled', ({ name, payload }) => {
        if (name !== 'tellOfClock' || page !== current) return;
        const [what, at] = JSON.parse(payload) as ['key' | 'count', number];
        if (what === 'key') taken.push(at);
        count = at;
      });
      await session.send('Runtime.enable');
      await session.send('Runtime.addBinding', { name: 'tellOfClock' });
      await page.addInitScript(countInPage, countMs);
    },
    keys: () => taken.length,
    countsSince(key) {
      const at = taken[key];
      return at === undefined ? 0 : count - at;
    },
  };
}

/** Runs in the page. */
function countInPage(every: number): void {
  const tell = (what: 'key' | 'count', at: number) =>
    (window as unknown as { tellOfClock(said: string): void }).tellOfClock(JSON.stringify([what, at]));
  let count = 0;
  window.addEventListener('input', () => tell('key', count), true);
  const opening = indexedDB.open('clock-of-test');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('counts'));
  opening.addEventListener('success', () => {
    const next = () => {
      const writing = opening.result.transaction('counts', 'readwrite', { durability: 'strict' });
      writing.objectStore('counts').put(count, 1);
      writing.addEventListener('complete', () => {
        count += 1;
        tell('count', count);
        setTimeout(next, every);
      });
    };
    setTimeout(next, every);
  });
}
