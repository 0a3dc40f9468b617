import { entities, type EntityName, type RowOf } from '#contract/entities.ts';
import type { Tx } from '../context.ts';
import { columnsOf } from './row-columns.ts';
import { tables } from './tables.ts';

/*
 * Rows as the contract has them. Names of columns come from its field lists, never from a caller; row-level security
 * leaves out what lies outside the caller's scopes.
 */

/** The row as the caller may see it. */
export async function findRow<E extends EntityName>(tx: Tx, entity: E, id: string): Promise<RowOf<E> | undefined> {
  return tx.maybe<RowOf<E>>(
    `select ${columnsOf(entity, 't')} from ${tables[entity]} t where site = app_site() and "${entities[entity].key}" = $1`,
    [id],
  );
}

/** The row, held until the transaction ends: two merges at once must not undo each other. */
export async function lockRow<E extends EntityName>(tx: Tx, entity: E, id: string): Promise<RowOf<E> | undefined> {
  return tx.maybe<RowOf<E>>(
    `select ${columnsOf(entity, 't')} from ${tables[entity]} t where site = app_site() and "${entities[entity].key}" = $1 for update`,
    [id],
  );
}

/** All rows of the site that the caller may see. */
export async function allRows<E extends EntityName>(tx: Tx, entity: E): Promise<RowOf<E>[]> {
  return tx.rows<RowOf<E>>(
    `select ${columnsOf(entity, 't')} from ${tables[entity]} t where site = app_site() order by "${entities[entity].key}"`,
  );
}

/** Rows that name an id in a column, in the order of another; both are names of the contract. */
export async function rowsNaming<E extends EntityName>(
  tx: Tx,
  entity: E,
  { column, id, order = entities[entity].key }: { column: string; id: string; order?: string },
): Promise<RowOf<E>[]> {
  return tx.rows<RowOf<E>>(
    `select ${columnsOf(entity, 't')} from ${tables[entity]} t where site = app_site() and "${column}" = $1
     order by "${order}", "${entities[entity].key}"`,
    [id],
  );
}

/** Writes a row; null where its id is taken. */
export async function insertRow<E extends EntityName>(tx: Tx, entity: E, row: object): Promise<RowOf<E> | null> {
  const table = tables[entity];
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  const made = await tx.maybe<RowOf<E>>(
    `insert into ${table} as t (site, ${columns}) select app_site(), ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)
     on conflict do nothing returning ${columnsOf(entity, 't')}`,
    [JSON.stringify(row)],
  );
  return made ?? null;
}

/** Sets the named columns; undefined where the row is gone. */
export async function updateRow<E extends EntityName>(
  tx: Tx,
  entity: E,
  id: string,
  changes: object,
): Promise<RowOf<E> | undefined> {
  const columns = Object.keys(changes);
  if (columns.length === 0) return lockRow(tx, entity, id);
  const table = tables[entity];
  const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
  return tx.maybe<RowOf<E>>(
    `update ${table} t set ${assignments} from jsonb_populate_record(null::${table}, $2::jsonb) n
     where t.site = app_site() and t."${entities[entity].key}" = $1 returning ${columnsOf(entity, 't')}`,
    [id, JSON.stringify(changes)],
  );
}

export async function deleteRow(tx: Tx, entity: EntityName, id: string): Promise<void> {
  await tx.run(`delete from ${tables[entity]} where site = app_site() and "${entities[entity].key}" = $1`, [id]);
}

/** Which of these ids are of nothing in this site that the caller may see; with a patient, of nothing of theirs. */
export async function unknownIds(
  tx: Tx,
  entity: EntityName,
  ids: readonly string[],
  PatientId: string | null = null,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const theirs = PatientId === null ? '$2::uuid is null' : '"PatientId" = $2';
  const rows = await tx.rows<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked (id) where not exists (
       select from ${tables[entity]} where site = app_site() and "${entities[entity].key}" = id and ${theirs})`,
    [ids, PatientId],
  );
  return rows.map(({ id }) => id);
}
