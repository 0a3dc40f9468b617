import { randomUUID } from 'node:crypto';
import { connectionOf } from '#server/features/single-sign-on/store.ts';
import {
  countManagers,
  insertInvited,
  siteTimeZone,
  storeUser,
  userById,
  waitForOthers,
} from '#server/features/users/store.ts';
import { audit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { endLinks, sendAccountLink } from '#server/kit/mail/account-links.ts';
import { rightsChanged } from '#server/kit/rights-changed.ts';
import { endSessionsOfUser } from '#server/kit/sessions.ts';
import { refuse } from './failure.ts';
import { fieldsOf, type ScimFields } from './resource.ts';
import { isTaken, markDeleted, ownerOfEmail, putScimUser, scimUser, type HeldToken, type ScimRow } from './store.ts';

/** In whose name a directory writes: its token, at the token's own site. */
export type Directory = { site: string; token: HeldToken };

const taken = 'Somebody here has this userName, externalId or e-mail already.';

/** Somebody new, with the permission groups of the token and no facility; nobody else's rights come with them. */
export async function createUser(tx: Tx, directory: Directory, fields: ScimFields): Promise<ScimRow> {
  const { site, token } = directory;
  await waitForOthers(tx, site);
  const owner = await ownerOfEmail(tx, site, fields.Email);
  if (owner && !owner.isGone) refuse(409, taken, 'uniqueness');
  const UserId = owner?.UserId ?? randomUUID();
  if (await isTaken(tx, site, { ...fields, UserId })) refuse(409, taken, 'uniqueness');
  const { Email, FirstName, LastName } = fields;
  const user = {
    UserId,
    Email,
    FirstName,
    LastName,
    TimeZone: await siteTimeZone(tx, site),
    roles: token.roles,
    individualPermissions: [],
    facilityIds: [],
  };
  if (!owner) await insertInvited(tx, site, user as never);
  if (owner || !fields.active) await storeUser(tx, site, { ...user, Disabled: !fields.active } as never);
  await putScimUser(tx, site, { ...fields, UserId });
  if (fields.active && !(await comesBySso(tx, site, Email)))
    await sendAccountLink(tx, { user: { site, UserId }, kind: 'invite' });
  await note(tx, directory, 'invite', UserId);
  await rightsChanged(tx, site, [UserId]);
  return demandUser(tx, site, UserId);
}

/** Writes what a directory says of a user. Whoever is disabled is signed out everywhere at once. */
export async function changeUser(
  tx: Tx,
  directory: Directory,
  { UserId, change }: { UserId: string; change: (before: ScimFields) => ScimFields },
): Promise<ScimRow> {
  const { site } = directory;
  await waitForOthers(tx, site);
  const row = await demandUser(tx, site, UserId);
  const before = fieldsOf(row);
  const next = change(before);
  await write(tx, directory, { row, next });
  await putScimUser(tx, site, { ...next, UserId });
  return demandUser(tx, site, UserId);
}

/** Gone for the directory; the account is disabled and stays for the records that name it. */
export async function deleteUser(tx: Tx, directory: Directory, UserId: string): Promise<void> {
  const { site } = directory;
  await waitForOthers(tx, site);
  const row = await demandUser(tx, site, UserId);
  await write(tx, directory, { row, next: { ...fieldsOf(row), active: false } });
  await markDeleted(tx, site, row);
}

export async function demandUser(tx: Tx, site: string, UserId: string): Promise<ScimRow> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(UserId);
  return (isId ? await scimUser(tx, site, UserId) : undefined) ?? refuse(404, 'There is no such user.');
}

async function write(tx: Tx, directory: Directory, { row, next }: { row: ScimRow; next: ScimFields }): Promise<void> {
  const { site } = directory;
  const { UserId } = row;
  const before = fieldsOf(row);
  const stored = (await userById(tx, site, UserId)) ?? refuse(404, 'There is no such user.');
  const owner = await ownerOfEmail(tx, site, next.Email);
  if ((owner && owner.UserId !== UserId) || (await isTaken(tx, site, { ...next, UserId })))
    refuse(409, taken, 'uniqueness');
  const { Email, FirstName, LastName } = next;
  await storeUser(tx, site, { ...stored, UserId, Email, FirstName, LastName, Disabled: !next.active });
  if (before.active && !next.active) await disable(tx, site, row);
  const isNewAddress = Email !== before.Email;
  // Nobody opens the account with a link that went to an address of before.
  if (isNewAddress || before.active !== next.active) await endLinks(tx, { site, UserId }, { why: 'replaced' });
  if (isNewAddress && next.active && stored.status === 'active')
    await sendAccountLink(tx, { user: { site, UserId }, kind: 'verify' });
  const action = before.active === next.active ? 'update' : next.active ? 'enable' : 'disable';
  await note(tx, directory, action, UserId);
  await rightsChanged(tx, site, [UserId]);
}

async function disable(tx: Tx, site: string, { UserId, can }: ScimRow): Promise<void> {
  await endSessionsOfUser(tx, UserId, { why: 'account disabled' });
  if (can.includes('manage users') && can.includes('access company') && (await countManagers(tx, site)) === 0)
    refuse(409, 'Nobody would be left who can manage users. Give that to somebody else first.');
}

/** Somebody who comes by single sign-on needs no password, and so no link to choose one. */
async function comesBySso(tx: Tx, site: string, Email: string): Promise<boolean> {
  const connection = await connectionOf(tx, site);
  return connection?.Enabled === true && connection.domains.includes(Email.slice(Email.lastIndexOf('@') + 1));
}

/** Told under the name of who made the token, and that it was the directory. */
async function note(tx: Tx, { site, token }: Directory, action: string, pk: string): Promise<void> {
  const detail = { way: 'SCIM', token: token.Name };
  await audit(tx, site, { UserId: token.UserId, action, entity: 'users', pk, detail });
}
