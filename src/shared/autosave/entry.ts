import type { DraftedField } from '#local/drafts/field-drafts.ts';
import type { SavedStateKind } from '#shared/ui/saved-state/saved-state.tsx';

/** What a person is editing: the value on screen and what the field held when they began. */
export type Entry<Value> = {
  value: Value;
  base: Value;
  /** The turn of the person's own save that `base` comes from; missing before the first. */
  since?: number | undefined;
  state: SavedStateKind;
  at: Date | null;
  /** The mirror has shown this value. A different value after that is someone else's change. */
  arrived: boolean;
  /** What the field held before each of the queued edits that the mirror does not show yet. */
  past?: readonly Value[] | undefined;
  /** The value a draft brought back. It may have been queued before the page went, whatever was typed since. */
  broughtBack?: Value | undefined;
};

export type Comparison<Value> = {
  same(a: Value, b: Value): boolean;
  /** Whether the shown value contains the edit of `before` to `value`; others may have added to it. */
  isIn(shown: Value, value: Value, before: Value): boolean;
};

export function hasUnqueued<Value>({ value, base }: Entry<Value>, { same }: Comparison<Value>): boolean {
  return !same(value, base);
}

export function drafted<Value>({ value, base, since }: Entry<Value>): DraftedField<Value> {
  return { value, base, ...(since !== undefined && { since }) };
}

/** The entry after the mirror shows `shown`; undefined where the shown value replaces it. */
export function entryAfter<Value>(
  entry: Entry<Value>,
  shown: Value,
  compare: Comparison<Value>,
): Entry<Value> | undefined {
  const isShown = compare.same(entry.value, shown);
  const { broughtBack } = entry;
  if (!isShown && broughtBack !== undefined && compare.same(broughtBack, shown)) return { ...entry, base: broughtBack };
  const hasArrived = arrives(entry, shown, compare);
  // A draft that was queued before a crash also arrives here, and so does the same text by somebody else.
  const now = hasArrived ? { ...entry, base: entry.value, past: undefined, arrived: true } : entry;
  const isOver = hasArrived || entry.arrived || isPassed(entry, shown, compare);
  return !isShown && isOver && !hasUnqueued(now, compare) ? undefined : now;
}

/** Two edits may cancel out, so each of them must be shown. An edit that is not queued cannot be shown yet. */
function arrives<Value>(entry: Entry<Value>, shown: Value, compare: Comparison<Value>): boolean {
  const { past = [] } = entry;
  const from = past.length === 0 ? [entry.base] : past;
  const isBehind = hasUnqueued(entry, compare) && past.length > 0;
  return !entry.arrived && !isBehind && from.every((before) => compare.isIn(shown, entry.value, before));
}

/** Another tab may have gone on from a queued edit before the mirror showed that edit here. */
function isPassed<Value>({ past = [] }: Entry<Value>, shown: Value, { same, isIn }: Comparison<Value>): boolean {
  const isWaiting = past.some((value, at) =>
    at === 0 ? same(value, shown) : isIn(shown, value, past[at - 1] ?? value),
  );
  return past.length > 0 && !isWaiting;
}
