import type { Authorization } from '#contract/cases/authorization.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Tx } from '#server/kit/context.ts';

/** The tables of this feature, with the row each holds. */
type Rows = { cases: Case; scripts: Script; authorizations: Authorization };
type Table = keyof Rows;

const keys: Record<Table, string> = { cases: 'CaseId', scripts: 'ScriptId', authorizations: 'AuthorizationId' };
const json = `to_jsonb(t) - 'site' - 'scope'`;

/** The row as the caller may see it, held until the transaction ends: two merges at once must not undo each other. */
export async function lockRow<T extends Table>(tx: Tx, table: T, id: string): Promise<Rows[T] | undefined> {
  const found = await tx.maybe<{ row: Rows[T] }>(
    `select ${json} as row from ${table} t where site = app_site() and "${keys[table]}" = $1 for update`,
    [id],
  );
  return found?.row;
}

/** Writes a row; null where its id is taken. Columns are those of the contract's fields. */
export async function insertRow<T extends Table>(tx: Tx, table: T, row: object): Promise<Rows[T] | null> {
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  const found = await tx.maybe<{ row: Rows[T] }>(
    `insert into ${table} as t (site, ${columns}) select app_site(), ${columns} from jsonb_populate_record(null::${table}, $1::jsonb)
     on conflict do nothing returning ${json} as row`,
    [JSON.stringify(row)],
  );
  return found?.row ?? null;
}

/** Sets the named columns; names come from the contract's field list, never from the caller. */
export async function updateRow<T extends Table>(
  tx: Tx,
  table: T,
  id: string,
  changes: object,
): Promise<Rows[T] | undefined> {
  const columns = Object.keys(changes);
  if (columns.length === 0) return lockRow(tx, table, id);
  const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
  const found = await tx.maybe<{ row: Rows[T] }>(
    `update ${table} t set ${assignments} from jsonb_populate_record(null::${table}, $2::jsonb) n
     where t.site = app_site() and t."${keys[table]}" = $1 returning ${json} as row`,
    [id, JSON.stringify(changes)],
  );
  return found?.row;
}

export async function deleteRow(tx: Tx, table: 'scripts' | 'authorizations', id: string): Promise<void> {
  await tx.run(`delete from ${table} where site = app_site() and "${keys[table]}" = $1`, [id]);
}

/** Rows that hang on a case, in the order they begin. */
export async function rowsOfCase<T extends 'scripts' | 'authorizations'>(
  tx: Tx,
  table: T,
  CaseId: string,
): Promise<Rows[T][]> {
  const rows = await tx.rows<{ row: Rows[T] }>(
    `select ${json} as row from ${table} t where site = app_site() and "CaseId" = $1 order by "Start", "${keys[table]}"`,
    [CaseId],
  );
  return rows.map(({ row }) => row);
}

export async function visitsOfCase(tx: Tx, CaseId: string): Promise<Visit[]> {
  const rows = await tx.rows<{ row: Visit }>(
    `select ${json} as row from visits t where site = app_site() and "CaseId" = $1 order by "Start", "VisitId"`,
    [CaseId],
  );
  return rows.map(({ row }) => row);
}

/** What keeps a case from being removed: claims, notes, visits that took place, or visits still booked. */
export async function usesOfCase(tx: Tx, id: string): Promise<'claims' | 'notes' | 'visits' | 'booked' | null> {
  const found = await tx.maybe<{ uses: 'claims' | 'notes' | 'visits' | 'booked' | null }>(
    'select uses_of_case($1) as uses',
    [id],
  );
  return found?.uses ?? null;
}

export async function removeCase(tx: Tx, id: string): Promise<void> {
  await tx.rows('select remove_case($1)', [id]);
}

const targets = {
  patients: 'PatientId',
  facilities: 'FacilityId',
  providers: 'ProviderId',
  referring_providers: 'ReferringProviderId',
  custom_case_inputs: 'CustomCaseInputId',
} as const;

/** Which of these ids are of nothing in this site. */
export async function unknownIn(tx: Tx, table: keyof typeof targets, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked (id)
     where not exists (select from ${table} where site = app_site() and "${targets[table]}" = id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Which of these policies are not the patient's. */
export async function foreignPolicies(tx: Tx, PatientId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(
    `select id from unnest($2::uuid[]) as asked (id) where not exists (
       select from insurances where site = app_site() and "PatientId" = $1 and "InsuranceId" = id)`,
    [PatientId, ids],
  );
  return rows.map(({ id }) => id);
}
