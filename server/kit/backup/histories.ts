import { z } from 'zod';

/** In clear with the backups: where a history left another one, and when a server last wrote to it. */
export const History = z.strictObject({
  timeline: z.int().min(1),
  parents: z.array(z.strictObject({ timeline: z.int().min(1), lsn: z.string() })),
  /** When a restore began it; null for the first one, and where an older version did not say. */
  beganAt: z.iso.datetime().nullable(),
  /** When a server that runs on it last put something here; null while none did. */
  wroteAt: z.iso.datetime().nullable(),
});
export type History = z.output<typeof History>;

/**
 * The history that is meant: the named one, or the newest. Where another one was written to after the newest began, two
 * servers wrote side by side, and nobody but the operator knows which one counts; a restore that no server ever ran on
 * does not come in the way of the server that went on.
 */
export function historyToRestore(histories: readonly History[], named?: number): History {
  if (named !== undefined) {
    const found = histories.find(({ timeline }) => timeline === named);
    if (!found) throw new Error(`There is no history ${named}. There are: ${histories.map(lineOf).join(', ')}.`);
    return found;
  }
  const newest = histories.toSorted((a, b) => a.timeline - b.timeline).at(-1);
  if (!newest) throw new Error('There are no backups.');
  const others = histories.filter(({ timeline }) => timeline !== newest.timeline);
  const began = newest.beganAt;
  const beside = others.filter(({ wroteAt }) => began !== null && wroteAt !== null && wroteAt > began);
  if (beside.length === 0) return newest;
  if (newest.wroteAt === null) return historyToRestore(others);
  const both = [...beside, newest].toSorted((a, b) => a.timeline - b.timeline);
  throw new Error(
    `Servers wrote side by side after a restore: ${both.map(lineOf).join(', ')}. Name the one you want: --history <number>.`,
  );
}

export function lineOf({ timeline, wroteAt }: History): string {
  return `history ${timeline} (${wroteAt === null ? 'never written to' : `written to until ${wroteAt}`})`;
}
