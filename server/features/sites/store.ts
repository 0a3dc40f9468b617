import type { Tx } from '#server/kit/context.ts';

type SiteRow = { site: string; Name: string; TimeZone: string; settings: Record<string, unknown> };

/** False when there is such a site. Written from within that site, which the transaction must be in. */
export async function insertSite(tx: Tx, { site, Name, TimeZone, settings }: SiteRow): Promise<boolean> {
  const made = await tx.run(
    `insert into sites (site, "Name", "TimeZone", settings) values ($1, $2, $3, $4) on conflict do nothing`,
    [site, Name, TimeZone, JSON.stringify(settings)],
  );
  return made > 0;
}

export async function insertGroups(
  tx: Tx,
  site: string,
  groups: { id: string; name: string; permissions: readonly string[] }[],
): Promise<void> {
  for (const { id, name, permissions } of groups)
    await tx.run(
      `insert into permission_groups (site, "PermissionGroupId", name, permissions) values ($1, $2, $3, $4)`,
      [site, id, name, permissions],
    );
}

/** The codes every clinic may bill; what a site charges for each is its own to say. */
export async function insertCodes(tx: Tx, rows: readonly object[]): Promise<void> {
  await tx.run(`insert into cpt_codes select * from jsonb_populate_recordset(null::cpt_codes, $1::jsonb)`, [
    JSON.stringify(rows),
  ]);
}

/** False where the site was not begun by a superuser here. */
export async function noteSettingsLookedAt(tx: Tx): Promise<boolean> {
  const noted = await tx.run(
    `update sites set settings = settings || '{"settings_looked_at": true}' where site = app_site() and settings ? 'getting_started'`,
  );
  return noted > 0;
}

/** Refused by the database where there is a superuser already. */
export async function makeFirstSuperuser(tx: Tx, UserId: string): Promise<void> {
  await tx.rows('select make_first_superuser($1)', [UserId]);
}
