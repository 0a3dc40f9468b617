/** What the browser says about the page's memory, in bytes; only Chromium does. */
export type HeapReading = { usedJSHeapSize: number; jsHeapSizeLimit: number };

export type MemorySample = {
  /** ms since the page was opened. */
  at: number;
  /** The first part of the address: a screen, never an id. */
  screen: string;
  cause: 'start' | 'route' | 'minute';
  heap: HeapReading;
};

/** MB and screens only: nothing here says whose chart was open. */
export type MemoryEntry = {
  at: number;
  screen: string;
  cause: MemorySample['cause'];
  usedMb: number;
  availableMb: number;
  /** Against the sample before. */
  changeMb: number;
};

export type MemoryLog = {
  routeChanges: number;
  /** The newest last. */
  entries: readonly MemoryEntry[];
  /** In the order they happened. */
  biggest: readonly MemoryEntry[];
  isReloadDue: boolean;
};

/** spec 9. */
export const memoryLimits = {
  smallThresholdMb: 100,
  thresholdMb: 800,
  paddingMb: 500,
  biggestChanges: 10,
  logEntries: 100,
  routeChanges: 20,
} as const;

/** Below this heap limit 800 MB and the padding would leave no room to work in. */
const smallLimitMb = 2_600;
const bytesPerMb = 1024 * 1024;

export const emptyMemoryLog: MemoryLog = { routeChanges: 0, entries: [], biggest: [], isReloadDue: false };

/**
 * Memory that is left for this page in MB, and when it is too little. The spec gives two thresholds and a padding
 * and does not show how they are read; we read them so:
 * - Where the browser allows a large heap (2,600 MB or more, which is twice threshold and padding), the padding of
 *   500 MB is taken off first, for what the reading does not see (workers, pictures, the page itself), and the page
 *   is short of memory below 800 MB.
 * - Where the heap is small (a phone, an old tablet), nothing is taken off and 100 MB is the threshold; otherwise
 *   such a device would reload after every twentieth screen.
 */
export function memoryLeft({ usedJSHeapSize, jsHeapSizeLimit }: HeapReading): {
  availableMb: number;
  isShort: boolean;
} {
  const limitMb = jsHeapSizeLimit / bytesPerMb;
  const isSmall = limitMb < smallLimitMb;
  const available = limitMb - usedJSHeapSize / bytesPerMb - (isSmall ? 0 : memoryLimits.paddingMb);
  const threshold = isSmall ? memoryLimits.smallThresholdMb : memoryLimits.thresholdMb;
  return { availableMb: Math.round(available), isShort: available < threshold };
}

/** Takes a sample into the log. A reload is due while memory is short, after at least 20 route changes. */
export function takeSample(log: MemoryLog, { at, screen, cause, heap }: MemorySample): MemoryLog {
  const { availableMb, isShort } = memoryLeft(heap);
  const usedMb = Math.round(heap.usedJSHeapSize / bytesPerMb);
  const before = log.entries.at(-1);
  const entry = { at, screen, cause, usedMb, availableMb, changeMb: before ? usedMb - before.usedMb : 0 };
  const routeChanges = log.routeChanges + (cause === 'route' ? 1 : 0);
  return {
    routeChanges,
    entries: [...log.entries, entry].slice(-memoryLimits.logEntries),
    biggest: entry.changeMb === 0 ? log.biggest : withBiggest(log.biggest, entry),
    isReloadDue: isShort && routeChanges >= memoryLimits.routeChanges,
  };
}

/** The ten biggest changes; of two equal ones the later stays. */
function withBiggest(biggest: readonly MemoryEntry[], entry: MemoryEntry): readonly MemoryEntry[] {
  const all = [...biggest, entry];
  if (all.length <= memoryLimits.biggestChanges) return all;
  const smallest = Math.min(...all.map((each) => Math.abs(each.changeMb)));
  const gone = all.findIndex((each) => Math.abs(each.changeMb) === smallest);
  return all.filter((_, index) => index !== gone);
}
