import { entities, type EntityName } from '#contract/entities.ts';

/**
 * The columns of an entity as the contract has them, for a `select` or `returning`: rows leave the database as they go
 * out. PostgreSQL making JSON of each row, and taking columns out of it again, was most of the work of a week.
 */
export function columnsOf(entity: EntityName, alias: string): string {
  return Object.keys(entities[entity].schema.shape)
    .map((column) => hidden[entity]?.[column]?.(alias) ?? `${alias}."${column}"`)
    .join(', ');
}

/** Columns of which not everyone who sees the row sees all; which of it they do is asked once a statement. */
const hidden: Partial<Record<EntityName, Readonly<Record<string, (alias: string) => string>>>> = {
  visitNotes: { Cells: (alias) => `cells_seen(${alias}."Cells", (select sees_adjustments())) as "Cells"` },
};
