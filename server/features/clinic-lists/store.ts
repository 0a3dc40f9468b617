import type { Tx } from '#server/kit/context.ts';

/** The lists alike: their table, key and name, and whether a row can be put out of use. */
const lists = {
  customCaseInputs: { table: 'custom_case_inputs', key: 'CustomCaseInputId', name: 'Label', retires: true },
  visitTags: { table: 'visit_tags', key: 'TagId', name: 'Name', retires: true },
  payerReportingTypes: {
    table: 'payer_reporting_types',
    key: 'PayerReportingTypeId',
    name: 'Description',
    retires: false,
  },
} as const;
export type ListName = keyof typeof lists;

export type CaseInputRow = { CustomCaseInputId: string; Label: string; Inactive: boolean };
export type TagRow = { TagId: string; Name: string; Inactive: boolean };
export type ReportingTypeRow = { PayerReportingTypeId: string; Description: string };
export type RowOf = { customCaseInputs: CaseInputRow; visitTags: TagRow; payerReportingTypes: ReportingTypeRow };

/** A whole list by name, with what is out of use. */
export function listOf<L extends ListName>(tx: Tx, list: L): Promise<RowOf[L][]> {
  const { table, key, name, retires } = lists[list];
  return tx.rows<RowOf[L]>(
    `select "${key}", "${name}"${retires ? ', "Inactive"' : ''} from ${table} where site = app_site()
     order by ${retires ? '"Inactive", ' : ''}lower("${name}"), "${key}"`,
  );
}

/** One row as the list has it. */
export async function readRow<L extends ListName>(tx: Tx, list: L, id: string): Promise<RowOf[L] | undefined> {
  const { table, key, name, retires } = lists[list];
  return tx.maybe<RowOf[L]>(
    `select "${key}", "${name}"${retires ? ', "Inactive"' : ''} from ${table} where site = app_site() and "${key}" = $1`,
    [id],
  );
}

/** What of a list is in use. */
export async function activeOf<L extends 'customCaseInputs' | 'visitTags'>(tx: Tx, list: L): Promise<RowOf[L][]> {
  return (await listOf(tx, list)).filter((row) => !row.Inactive);
}

/** Whether another row of the list has this name, whatever its case. */
export async function isNameTaken(
  tx: Tx,
  list: ListName,
  named: { id: string | null; name: string },
): Promise<boolean> {
  const { table, key, name } = lists[list];
  const found = await tx.maybe(
    `select 1 from ${table} where site = app_site() and lower("${name}") = lower($1) and "${key}" is distinct from $2::uuid`,
    [named.name, named.id],
  );
  return found !== undefined;
}

/** Writes a row, new or known. Undefined when another row took the name meanwhile. */
export async function storeRow<L extends ListName>(tx: Tx, list: L, row: RowOf[L]): Promise<RowOf[L]> {
  const { table, key } = lists[list];
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const found = await tx.maybe<RowOf[L]>(
    `insert into ${table} (site, ${columns.join(', ')}) select app_site(), ${columns.join(', ')}
     from jsonb_populate_record(null::${table}, $1::jsonb)
     on conflict (site, "${key}") do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     returning ${columns.join(', ')}`,
    [JSON.stringify(row)],
  );
  if (!found) throw new Error('A row of a list was not written');
  return found;
}

export async function isKnown(tx: Tx, list: ListName, id: string): Promise<boolean> {
  const { table, key } = lists[list];
  return (await tx.maybe(`select 1 from ${table} where site = app_site() and "${key}" = $1`, [id])) !== undefined;
}

/** Two people naming at once wait for each other, so that a name is never taken twice. */
export async function holdList(tx: Tx, list: ListName): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('clinic list ' || $1 || app_site()))`, [list]);
}
