import { demoId } from '#server/demo/ids.ts';
import type { Site } from './api.ts';
import type { TestDatabase } from './database.ts';

/** What a running server keeps for itself: a new site begins without it. */
const notCopied = /^(audit_|sync_|sessions$|devices$|login_failures$|idempotency|mail)/;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** More sites like the second one, every id and address another: nothing is shared between any two. */
export async function cloneSites(db: TestDatabase, sites: readonly Site[]): Promise<void> {
  const tables = await db.owner<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ',') as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname having bool_or(a.attname = 'site') order by 1`,
  );
  for (const { name, columns } of tables.filter((table) => !notCopied.test(table.name))) {
    const [found] = await db.owner<{ rows: string | null }>(
      `select json_agg(t)::text as rows from ${name} t where site = 'demo2'`,
    );
    if (!found?.rows) continue;
    const { rows } = found;
    const statements = sites.map((site) => {
      const copied = rows.replace(uuid, (id) => demoId(site, 'clone', id)).replaceAll('demo2', site);
      return `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, '${copied.replaceAll("'", "''")}')`;
    });
    // Copied as they are: rows that point to each other, and what triggers once made of them.
    await db.owner(`set session_replication_role = replica; ${statements.join(';')}; reset session_replication_role`);
  }
}

/** Tables and columns that say something of their own, by which an answer shows whose rows it holds. */
const told = {
  patients: 'LastName',
  users: 'LastName',
  providers: 'LastName',
  facilities: 'LastName',
  payers: 'Name',
  sites: 'Name',
} as const;

/** Letters alone: an import leaves digits out of names. */
export const canaryOf = (site: Site): string =>
  `Canary${site.replace(/\d/, (digit) => 'abcdefghij'.charAt(Number(digit)))}Secret`;

/** Names of a site that no other may ever hear. */
export async function plantCanaries(db: TestDatabase, sites: readonly Site[]): Promise<void> {
  const statements = sites.flatMap((site) =>
    Object.entries(told).map(([table, column]) => {
      return `update ${table} set "${column}" = left("${column}", 20) || '${canaryOf(site)}' where site = '${site}'`;
    }),
  );
  await db.owner(`set session_replication_role = replica; ${statements.join(';')}; reset session_replication_role`);
}

/** What the site holds, one hash by table. */
export async function stateOf(db: TestDatabase, site: Site): Promise<Map<string, string>> {
  const tables = await db.owner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'login_failures' order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t where site = $1`,
  );
  const rows = await db.owner<{ name: string; hash: string }>(hashes.join(' union all '), [site]);
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}
