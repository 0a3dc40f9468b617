import type pg from 'pg';
import { segmentAt } from './timelines.ts';
import { backupsIn, whereabouts, type About } from './vault.ts';

/** Which cluster, and which of its timelines. */
export type HistoryHere = { system: string; timeline: number };

export async function historyHere(client: pg.Client): Promise<HistoryHere> {
  const { rows } = await client.query<{ system: string; name: string }>(
    `select system_identifier::text as system, pg_walfile_name(pg_current_wal_lsn()) as name from pg_control_system()`,
  );
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL does not say which cluster it is.');
  return { system: row.system, timeline: segmentAt(row.name)?.timeline ?? 1 };
}

/** The last backup that a server made of its own timeline: a restored one has none at first. */
export async function newestOf(dir: string, { system, timeline }: HistoryHere): Promise<About | undefined> {
  return (await backupsIn(dir)).findLast((each) => each.system === system && whereabouts(each).timeline === timeline);
}
