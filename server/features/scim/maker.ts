import { passes } from '#contract/base/permissions.ts';
import { scimEndpoints } from '#contract/scim/endpoints.ts';
import type { Granter } from '#contract/users/rights.ts';
import type { Tx } from '#server/kit/context.ts';

/**
 * What the maker of a token may do just now; undefined when they are disabled, or may not set a directory up any more.
 * A superuser may be at home in another site.
 */
export async function makerNow(tx: Tx, site: string, UserId: string): Promise<Granter | undefined> {
  const maker = await tx.maybe<Granter>(
    `select can, "SuperUser", "facilityIds", "providerIds" from users
     where site = $1 and "UserId" = $2 and not "Disabled" and not "SuperUser"
     union all select '{}', true, null, null where is_superuser_still($2)`,
    [site, UserId],
  );
  const { all } = scimEndpoints.makeToken.access;
  return maker && (maker.SuperUser || passes(maker.can, { and: all })) ? maker : undefined;
}
