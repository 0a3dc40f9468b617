import { entities, type EntityName } from '#contract/entities.ts';

/** The value a row has in one of its clear indexes. */
export function clearKey(entity: EntityName, index: string, row: object): string | undefined {
  const clear = entities[entity].clear as Record<string, (row: object) => string>;
  return clear[index]?.(row);
}
