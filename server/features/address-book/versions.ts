import { fail } from '#contract/base/errors.ts';

type Row = { updated_at: string; MergedIntoId: string | null };

/** Refuses what was merged away; `thing` as in “this payer”. */
export function assertUnmerged({ MergedIntoId }: Row, thing: string): void {
  if (MergedIntoId)
    fail('changed-elsewhere', `Somebody has merged this ${thing} into another one meanwhile. Nothing was changed.`);
}

/** Refuses what is not there, or not any more. */
export function assertLive<R extends Row>(row: R | undefined, thing: string): asserts row is R {
  if (!row) fail('not-found', `There is no such ${thing}.`);
  assertUnmerged(row, thing);
}

/** Refuses to change another version than the one that was looked at. */
export function assertVersion<R extends Row>(row: R | undefined, seen: string, thing: string): asserts row is R {
  assertLive(row, thing);
  if (row.updated_at !== seen) overtaken(`this ${thing}`);
}

export function overtaken(things: string): never {
  fail(
    'changed-elsewhere',
    `Somebody else has changed ${things} meanwhile. Look at what is there now, then change it again; nothing was changed.`,
  );
}
