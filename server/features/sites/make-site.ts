import { randomUUID } from 'node:crypto';
import type { NewSite } from '#contract/sites/endpoints.ts';
import { codeRows } from '#server/demo/codes.ts';
import type { Tx } from '#server/kit/context.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { insertInvited } from '../users/store.ts';
import { startingGroups } from './starting-groups.ts';
import { insertCodes, insertGroups, insertSite, makeFirstSuperuser } from './store.ts';

/** Claims of a clinic that has just begun are tests until it says otherwise. */
const startingSettings = { claims_are_tests: true, getting_started: true };

type First = NewSite & { UserId: string; SuperUser: boolean };

/**
 * A site with its permission groups, codes and first administrator, who gets a link by mail; false when there is such a
 * site. The transaction must be in that site.
 */
export async function makeSite(
  tx: Tx,
  { site, Name, TimeZone, UserId, SuperUser, ...person }: First,
): Promise<boolean> {
  if (!(await insertSite(tx, { site, Name, TimeZone, settings: startingSettings }))) return false;
  const groups = Object.entries(startingGroups).map(([name, permissions]) => ({ id: randomUUID(), name, permissions }));
  await insertGroups(tx, site, groups);
  await insertCodes(tx, codeRows(site));
  const roles = groups.flatMap(({ id, name }) => (name === 'Administrator' ? [id] : []));
  const access = { roles, individualPermissions: [], facilityIds: null, providerIds: null };
  await insertInvited(tx, site, { ...person, ...access, UserId, TimeZone });
  if (SuperUser) await makeFirstSuperuser(tx, UserId);
  await sendAccountLink(tx, { user: { site, UserId }, kind: 'invite' });
  return true;
}
