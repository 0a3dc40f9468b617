import type { Tx } from '#server/kit/context.ts';

/** How many of these cases the caller may see. */
export async function seenCases(tx: Tx, ids: readonly string[]): Promise<number> {
  const found = await tx.maybe<{ count: number }>(
    `select count(*)::int as count from cases where site = app_site() and "CaseId" = any ($1::uuid[])`,
    [ids],
  );
  return found?.count ?? 0;
}
