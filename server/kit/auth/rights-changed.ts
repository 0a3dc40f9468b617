import type { Tx } from '../context.ts';

/**
 * What these users may do is another from now on: every process forgets what it remembers of them once this is
 * committed, and the site's open screens ask anew who they are.
 */
export async function rightsChanged(tx: Tx, site: string, UserIds: readonly string[]): Promise<void> {
  await tx.rows(`select pg_notify('mainstay_change', 'rights ' || id) from unnest($1::text[]) id`, [UserIds]);
  await setupChanged(tx, site);
}

/** The site's open screens fetch their setup anew once this is committed. */
export async function setupChanged(tx: Tx, site: string): Promise<void> {
  await tx.rows(`select pg_notify('mainstay_change', 'setup ' || $1)`, [site]);
}
