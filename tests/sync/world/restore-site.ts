import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Own = { owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> };

/** All that the database knows of a site. People stay signed in, and their clocks do not go back. */
async function tablesOf(db: Own): Promise<{ name: string; columns: string }[]> {
  const rows = await db.owner(
    `select c.table_name as name, string_agg(quote_ident(c.column_name), ', ') as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name <> 'sessions' and exists (select from information_schema.columns s
         where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'site')
     group by 1`,
  );
  return rows as { name: string; columns: string }[];
}

/** As of one moment, as a base backup is; the anchor first, so that it names no seal that the tables lack. */
export async function backUpSite(db: Own, site: string, dataDir: string): Promise<Marks> {
  const anchor = marksIn(dataDir);
  const copies = (await tablesOf(db)).map(
    ({ name }) => `create table kept.${name} as select * from public.${name} where site = '${site}'`,
  );
  const fresh = ['drop schema if exists kept cascade', 'create schema kept'];
  await db.owner(['begin isolation level repeatable read', ...fresh, ...copies, 'commit'].join(';'));
  return anchor;
}

/** As after `admin restore`: another epoch, and the audit log's anchor is the backup's own. No server may run meanwhile. */
export async function restoreSite(db: Own, site: string, dataDir: string, anchor: Marks): Promise<void> {
  const back = (await tablesOf(db)).map(
    ({ name, columns }) =>
      `delete from public.${name} where site = '${site}';
       insert into public.${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
  );
  // Neither triggers nor foreign keys: all of it is as it was.
  await db.owner(['begin', 'set local session_replication_role = replica', ...back, newEpoch, 'commit'].join(';'));
  const { [site]: _later, ...others } = marksIn(dataDir);
  const own = anchor[site];
  writeFileSync(anchorIn(dataDir), JSON.stringify({ ...others, ...(own === undefined ? {} : { [site]: own }) }));
}

const newEpoch = 'update sync_epoch set epoch = gen_random_uuid()';

/** What audit-anchor.json holds: how far the chain of each site had reached. */
export type Marks = Record<string, unknown>;

function anchorIn(dataDir: string): string {
  return join(dataDir, 'audit-anchor.json');
}

function marksIn(dataDir: string): Marks {
  const path = anchorIn(dataDir);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Marks) : {};
}
