import type { Base } from '#contract/base/base.ts';
import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields, type Parts } from '#contract/base/merged-fields.ts';

/**
 * `noun` as in “this region”; `parts` are its fields with several values, and those in `together` say nothing alone;
 * `current` is what a refusal tells, if not `now`.
 */
type Of = { noun: string; parts?: Parts; together?: readonly (readonly string[])[]; current?: object };

/** What is written of `mine` over what others wrote since its `base` was seen; refused where both changed the same. */
export function mergedWrite<T extends object>(now: object, mine: T, base: Base | undefined, of: Of): T {
  const { merged, clashes } = mergedFields(now, mine, base ?? {}, of.together, of.parts);
  if (clashes.length > 0) refuseOvertaken(of.current ?? now, of.noun);
  return merged;
}

export function refuseOvertaken(current: object, noun: string): never {
  fail('changed-elsewhere', `${changedSentence(noun)} Nothing was saved.`, { current });
}

/** A removal is of what was seen: what others wrote since stays. */
export function assertAsSeen(now: object, base: Base | undefined, noun: string): void {
  if (isChangedSince(base ?? {}, now))
    fail('changed-elsewhere', `${changedSentence(noun)} Nothing was removed.`, { current: now });
}

function changedSentence(noun: string): string {
  return `Someone else changed this ${noun} after you opened it.`;
}
