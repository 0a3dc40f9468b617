import { isSameValue } from '#contract/base/same-value.ts';

/**
 * What a person typed in the fields of a note or a list, before it is queued. `base` is what the field held when they
 * began; `since` is the turn (drafts.ts) of the person's own save that `base` comes from, missing before the first.
 */
export type FieldDraft<Fields> = { [Field in keyof Fields]?: DraftedField<Fields[Field]> };
export type DraftedField<Value> = { value: Value; base: Value; since?: number };

/**
 * Two writings of one draft as one: the text of the later, each field over the later of the two bases. A copy may be
 * written while a save is on its way to the disk, and then does not know of it.
 */
export function joinedDraft(later: unknown, earlier: unknown): unknown {
  if (!isFieldDraft(later) || !isFieldDraft(earlier)) return later;
  const joined = Object.entries(later).map(([field, mine]) => {
    const other = earlier[field];
    const isOlder = other?.since !== undefined && other.since > (mine.since ?? 0);
    return [field, isOlder ? { ...mine, base: other.base, since: other.since } : mine] as const;
  });
  return Object.fromEntries(joined);
}

export function isFieldDraft(draft: unknown): draft is Record<string, DraftedField<unknown>> {
  if (typeof draft !== 'object' || draft === null) return false;
  return Object.values(draft).every((field) => typeof field === 'object' && field !== null && 'base' in field);
}

/** The fields that no call has. A tab that dies right after a save leaves its draft behind. */
export function unqueuedFields(draft: Record<string, DraftedField<unknown>>): string[] {
  return Object.keys(draft).filter((field) => !isSameValue(draft[field]?.value, draft[field]?.base));
}
