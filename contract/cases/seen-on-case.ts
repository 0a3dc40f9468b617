import { counted } from '../base/nouns.ts';
import type { EntityName } from '../entities.ts';
import { allRecords } from '../records.ts';

/** The records that belong to a case and go with it. */
export const onCase = allRecords.flatMap(({ parent, entity, key, noun, brief }) =>
  parent?.name === 'case' ? [{ entity: entity as EntityName, key, noun, brief: brief as (of: Row) => string }] : [],
);

type Row = Readonly<Record<string, unknown>>;
/** Their rows, by entity. */
export type OnCase = { readonly [entity: string]: readonly Row[] | undefined };
/** Their ids, as they were seen by whoever deletes the case with them. */
export type SeenOnCase = { readonly [entity: string]: readonly string[] };

export function seenOnCase(rows: OnCase): SeenOnCase {
  return Object.fromEntries(
    onCase.map(({ entity, key }) => [entity, (rows[entity] ?? []).map((row) => String(row[key]))]),
  );
}

/** What belongs to a case now and was not seen; of a kind that the call tells nothing of, nothing. */
export function addedToCase(seen: Row, now: OnCase): OnCase {
  const added = onCase.map(({ entity, key }) => {
    const known = seen[entity];
    const isAdded = (row: Row) => Array.isArray(known) && !known.includes(row[key]);
    return [entity, (now[entity] ?? []).filter(isAdded)];
  });
  return Object.fromEntries(added) as OnCase;
}

/** Why a case stays to which something was added, or null. */
export function addedSentence(added: OnCase): string | null {
  const counts = onCase.map(({ entity, noun }) => ({ count: added[entity]?.length ?? 0, noun }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return null;
  const what = found.map(({ count, noun }) => counted(count, noun)).join(' and ');
  const isOne = found.length === 1 && found[0]?.count === 1;
  return `${what} ${isOne ? 'was' : 'were'} added to this case in the meantime. Nothing was deleted. Review ${isOne ? 'it' : 'them'}, then send your change again to delete the case and its records.`;
}
