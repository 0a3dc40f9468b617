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

/** The history to restore, and those that a newer restore began and that were left out. */
export type Meant = { history: History; passedOver: History[] };

/**
 * The history that is meant: the named one, or the newest that a server wrote to. One on which no server ever ran was
 * a restore to look at, or to a moment that was not the right one; it counts only where no server wrote anywhere. Where
 * another one was written to after the newest began, two servers wrote side by side, and nobody but the operator knows
 * which one counts.
 */
export function historyToRestore(histories: readonly History[], named?: number): Meant {
  if (named !== undefined) {
    const history = histories.find(({ timeline }) => timeline === named);
    if (!history) throw new Error(`There is no history ${named}. There are: ${histories.map(lineOf).join(', ')}.`);
    return { history, passedOver: [] };
  }
  const all = histories.toSorted((a, b) => a.timeline - b.timeline);
  const written = all.filter(({ wroteAt }) => wroteAt !== null);
  const history = (written.length > 0 ? written : all).at(-1);
  if (!history) throw new Error('There are no backups.');
  const began = history.beganAt;
  const beside = written.filter(
    ({ timeline, wroteAt }) => timeline !== history.timeline && began !== null && wroteAt !== null && wroteAt > began,
  );
  if (beside.length === 0) return { history, passedOver: all.filter(({ timeline }) => timeline > history.timeline) };
  throw new Error(
    `Servers wrote side by side after a restore: ${[...beside, history].map(lineOf).join(', ')}. Name the one you want: --history <number>.`,
  );
}

export function lineOf({ timeline, wroteAt }: History): string {
  return `history ${timeline} (${wroteAt === null ? 'never written to' : `written to until ${wroteAt}`})`;
}
