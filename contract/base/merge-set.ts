/**
 * Three-way merge of a set kept as a list (sync.md): what I added comes in, what I took out goes, everything
 * else stays as it is there, in its order. Without a base my list is the new one.
 */
export function mergeSet(theirs: readonly string[], mine: readonly string[], base: unknown): string[] {
  if (!Array.isArray(base)) return [...mine];
  const before = new Set<unknown>(base);
  const wanted = new Set(mine);
  const kept = theirs.filter((each) => wanted.has(each) || !before.has(each));
  const added = mine.filter((each) => !before.has(each) && !kept.includes(each));
  return [...kept, ...added];
}
