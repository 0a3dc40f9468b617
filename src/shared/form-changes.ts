import { isSameValue } from '#contract/base/same-value.ts';

/**
 * Only what was changed, with what it was before: what others change meanwhile is not changed here. Of a group in
 * `together` all fields go, because one alone says nothing.
 */
export function changedFields<F extends object>(
  before: object,
  after: F,
  together: readonly (readonly string[])[] = [],
): { changes: Partial<F>; base: Record<string, unknown> } {
  const was = new Map<string, unknown>(Object.entries(before));
  const isOther = ([field, value]: [string, unknown]) => !isSameValue(value, was.get(field) ?? null);
  const own = new Set(
    Object.entries(after)
      .filter(isOther)
      .map(([field]) => field),
  );
  const groups = together.filter((group) => group.some((field) => own.has(field)));
  const names = new Set([...own, ...groups.flat()]);
  const changed = Object.entries(after).filter(([field]) => names.has(field));
  return {
    changes: Object.fromEntries(changed) as Partial<F>,
    base: Object.fromEntries(changed.map(([field]) => [field, was.get(field) ?? null])),
  };
}

/** The fields of a form whose value is another than before. */
export function typedOver<V extends object>(before: V, now: V): Partial<V> {
  const was = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(now).filter(([field, value]) => !isSameValue(value, was.get(field)));
  return Object.fromEntries(typed) as Partial<V>;
}

/**
 * What of a form is kept over a lock: `typed` over what was there when it was opened, which somebody else may have
 * written since it is opened again.
 */
export type DraftOver<V, Opened = V> = { typed: Partial<V>; over: Partial<Opened> };

/** `opened` is what the form began with, where it has those fields in another shape. */
export function draftOver<V extends object, Opened extends object = V>(
  before: V,
  now: V,
  opened: Opened,
): DraftOver<V, Opened> {
  const typed = typedOver(before, now);
  return { typed, over: onlyOf(opened, typed) };
}

/** The fields that another object has too. */
export function onlyOf<V extends object>(values: V, other: object): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in other)) as Partial<V>;
}

/** A draft that an older version of the app wrote tells only what was typed: over what is there now. */
export function leftOver<V, Opened>(left: DraftOver<V, Opened> | Partial<V>): DraftOver<V, Opened> {
  return 'over' in left ? left : { typed: left, over: {} };
}
