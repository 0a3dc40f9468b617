import type { Page } from 'playwright';

const beatMs = 50;
/** A beat that took longer is taken for this. */
const longestBeatMs = 100;

/**
 * The clock by which a loss is measured: that of the page itself, which beats by its own timers and writes to its disk
 * with each beat. At rest it goes as any clock. Where the machine is busy with something else it goes slower: the page
 * could not have kept anything meanwhile either.
 */
export type PageClock = {
  /** Listens to every document that this page shows from now on, and to no other page any more. */
  watch(page: Page): Promise<void>;
  /** How many keys the page has taken so far. */
  keys(): number;
  /** How long before its last beat the page had taken a key; 0 where it did not come to tell of it. */
  msSince(key: number): number;
};

export function pageClock(): PageClock {
  /** When each key was taken. */
  let taken: number[] = [];
  let last = 0;
  let current: Page | null = null;
  return {
    async watch(page) {
      [taken, last, current] = [[], 0, page];
      const session = await page.context().newCDPSession(page);
      session.on('Runtime.bindingCalled', ({ name, payload }) => {
        if (name !== 'tellOfClock' || page !== current) return;
        const [what, at] = JSON.parse(payload) as ['key' | 'beat', number];
        if (what === 'key') taken.push(at);
        last = at;
      });
      await session.send('Runtime.enable');
      await session.send('Runtime.addBinding', { name: 'tellOfClock' });
      await page.addInitScript(beatInPage, [beatMs, longestBeatMs] as const);
    },
    keys: () => taken.length,
    msSince(key) {
      const at = taken[key];
      return at === undefined ? 0 : last - at;
    },
  };
}

/** Keys that a page had taken, and how many it had before them. */
export type Typed = { keys: string[]; before: number };

/** Of so many keys kept, how long before its end the page had taken the first of the others; 0 when there is none. */
export function lossIn(clock: PageClock, { keys, before }: Typed): (kept: number) => number {
  const ms = keys.map((_, at) => clock.msSince(before + at));
  return (kept) => ms[kept] ?? 0;
}

/** Runs in the page. */
function beatInPage([every, longest]: readonly [number, number]): void {
  const tell = (what: 'key' | 'beat', at: number) =>
    (window as unknown as { tellOfClock(said: string): void }).tellOfClock(JSON.stringify([what, at]));
  let [beaten, beatAt] = [0, performance.now()];
  const now = () => beaten + Math.min(performance.now() - beatAt, longest);
  window.addEventListener('input', () => tell('key', now()), true);
  const opening = indexedDB.open('clock-of-test');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('beats'));
  opening.addEventListener('success', () => {
    const next = () => {
      const writing = opening.result.transaction('beats', 'readwrite', { durability: 'strict' });
      writing.objectStore('beats').put(beaten, 1);
      writing.addEventListener('complete', () => {
        [beaten, beatAt] = [now(), performance.now()];
        tell('beat', beaten);
        setTimeout(next, every);
      });
    };
    setTimeout(next, every);
  });
}
