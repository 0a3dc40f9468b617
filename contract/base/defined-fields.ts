/** Without keys that are undefined: those mean unchanged, never emptied. */
export function definedFields<T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}
