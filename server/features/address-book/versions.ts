import { fail } from '#contract/base/errors.ts';

type Row = { updated_at: string; MergedIntoId: string | null };

/** Refuses what was merged away; `thing` as in “this payer”. */
export function assertUnmerged({ MergedIntoId }: Row, thing: string): void {
  if (MergedIntoId) fail('changed-elsewhere', `Someone merged this ${thing} into another one. Nothing was changed.`);
}

/** Refuses what is not there, or not any more. */
export function assertLive<R extends Row>(row: R | undefined, thing: string): asserts row is R {
  if (!row) fail('not-found', `This ${thing} was not found.`);
  assertUnmerged(row, thing);
}

/** Refuses to change another version than the one that was looked at. */
export function assertVersion<R extends Row>(row: R | undefined, seen: string, thing: string): asserts row is R {
  assertLive(row, thing);
  if (row.updated_at !== seen) overtaken(`this ${thing}`);
}

function overtaken(things: string): never {
  fail(
    'changed-elsewhere',
    `Someone else changed ${things} first. Your change was not saved. Review the current version, then change it again.`,
  );
}
