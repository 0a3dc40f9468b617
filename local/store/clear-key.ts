import { keptRows, type EntityName } from '#contract/kept-rows.ts';

/** The value a row has in one of its clear indexes. */
export function clearKey(entity: EntityName, index: string, row: object): string | undefined {
  const clear = keptRows[entity].clear as Record<string, (row: object) => string>;
  return clear[index]?.(row);
}
