/** Whether two values of JSON say the same, whatever the order of their keys: a database keeps an order of its own. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

/** The same where a list of words, such as ids, is a set. */
export function isSameInAnyOrder(one: unknown, other: unknown): boolean {
  return textOf(one, asSet) === textOf(other, asSet);
}

/** Of two values that say the same, the same text. */
export function textOf(value: unknown, listOf: (list: unknown[]) => unknown[] = (list) => list): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (Array.isArray(each)) return listOf(each);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function asSet(list: unknown[]): unknown[] {
  return list.every((one) => typeof one === 'string') ? list.toSorted() : list;
}
