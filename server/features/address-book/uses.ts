/** `3 policies, 1 claim`; null where nothing names an entry. */
export function usesWords(uses: readonly [count: number, one: string, many: string][]): string | null {
  const used = uses.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return used.length > 0 ? used.join(', ') : null;
}
