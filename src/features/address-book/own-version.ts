import type { SavedRules } from '#contract/address-book/endpoints.ts';

/** The version of a payer that was read, and the one one's own saves of its rules have made of it since. */
export type Moved = { from: string; to: string };

/** Carried along only from the version that is open: what somebody else changed in between must still be told. */
export function afterOwnSave(
  read: string,
  moved: Moved | null,
  saved: Pick<SavedRules, 'updatedBefore' | 'updated_at'>,
): Moved | null {
  return versionNow(read, moved) === saved.updatedBefore ? { from: read, to: saved.updated_at } : moved;
}

export function versionNow(read: string, moved: Moved | null): string {
  return moved?.from === read ? moved.to : read;
}
