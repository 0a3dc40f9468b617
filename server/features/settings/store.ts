import type { z } from 'zod';
import type { AllowedAddress } from '#contract/session/allowed-addresses.ts';
import type { Website } from '#contract/session/endpoints.ts';
import { settingsFrom, type SomeSettings } from '#contract/settings/settings.ts';
import type { Tx } from '#server/kit/context.ts';
import { pusherKey } from '#server/kit/realtime/pusher-app.ts';

export type SiteRow = Pick<Website, 'site' | 'Name' | 'TimeZone'> & {
  settings: Record<string, unknown>;
  closedBillingPeriodEnd: string | null;
  regions: NonNullable<z.input<typeof Website>['regions']>;
  isDemo: boolean;
};

const siteColumns = `site, "Name", "TimeZone", settings, "closedBillingPeriodEnd"::text,
  coalesce((select json_agg(json_build_object('RegionId', r."RegionId", 'Name', r."Name") order by lower(r."Name"))
    from regions r where r.site = s.site), '[]') as regions,
  exists (select from users u where u.site = s.site and u."DemoPassword" and not u."Disabled") as "isDemo"`;

export function siteRow(tx: Tx, site: string): Promise<SiteRow | undefined> {
  return tx.maybe<SiteRow>(`select ${siteColumns} from sites s where site = $1`, [site]);
}

/** The site, held until the transaction ends: two changes at once must not undo each other. */
export async function lockSite(tx: Tx): Promise<SiteRow> {
  const found = await tx.maybe<SiteRow>(`select ${siteColumns} from sites s where site = app_site() for update`);
  if (!found) throw new Error('The site of a signed-in user is gone');
  return found;
}

export async function storeSettings(tx: Tx, changes: SomeSettings): Promise<void> {
  await tx.run(`update sites set settings = settings || $1::jsonb where site = app_site()`, [JSON.stringify(changes)]);
}

/** Every process reads it anew within the seconds it remembers a caller (kit/identity.ts). */
export async function storeAllowedAddresses(tx: Tx, addresses: AllowedAddress[]): Promise<void> {
  await tx.run(
    `update sites set settings = jsonb_set(settings, '{allowed_addresses}', $1::jsonb) where site = app_site()`,
    [JSON.stringify(addresses)],
  );
}

/** Empties the list of a site from outside of it; how many there were. */
export async function takeAllowedAddresses(tx: Tx, site: string): Promise<number> {
  const found = await tx.maybe<{ stored: unknown }>(
    `select settings -> 'allowed_addresses' as stored from sites where site = $1 for update`,
    [site],
  );
  if (!found) throw new Error(`The site ${site} was not found.`);
  await tx.run(`update sites set settings = settings - 'allowed_addresses' where site = $1`, [site]);
  return Array.isArray(found.stored) ? found.stored.length : 0;
}

export async function storeClosedPeriod(tx: Tx, end: string | null): Promise<void> {
  await tx.run(`update sites set "closedBillingPeriodEnd" = $1 where site = app_site()`, [end]);
}

/** What every signed-in screen may know of its site. */
export function websiteOf({ site, Name, TimeZone, settings, regions, isDemo }: SiteRow): z.input<typeof Website> {
  const started = settings['getting_started'] === true && {
    getting_started: { settingsLookedAt: settings['settings_looked_at'] === true },
  };
  return { site, Name, TimeZone, pusher_key: pusherKey(), regions, isDemo, ...settingsFrom(settings), ...started };
}
