import type { TestDatabase } from './database.ts';

/** A sum of the rows of each table but those of the audit log, to which looking belongs. */
export async function everyRow(db: TestDatabase): Promise<Record<string, string>> {
  const tables = await db.owner<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not like 'audit%' order by relname`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.owner<{ sum: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
    );
    sums[name] = row?.sum ?? '';
  }
  return sums;
}
