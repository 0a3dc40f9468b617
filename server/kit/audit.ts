import type { Tx } from './context.ts';

/** Writes what no row change shows: signing in, choosing a site. Never with patient data. */
export async function audit(
  tx: Tx,
  site: string,
  entry: { UserId: string; action: string; entity: string; pk: string; detail?: Record<string, string> },
): Promise<void> {
  await tx.run(`insert into audit_entry (site, "UserId", action, entity, pk, detail) values ($1, $2, $3, $4, $5, $6)`, [
    site,
    entry.UserId,
    entry.action,
    entry.entity,
    entry.pk,
    JSON.stringify(entry.detail ?? {}),
  ]);
}
