import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#contract/audit/entry-words.ts';
import { mayTakeInHand, notTheirsToGive, type Granter } from '#contract/users/rights.ts';
import { connectionOf } from '#server/features/single-sign-on/store.ts';
import {
  countManagers,
  insertInvited,
  siteTimeZone,
  storeUser,
  userById,
  waitForOthers,
} from '#server/features/users/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import { endLinks, sendAccountLink } from '#server/kit/mail/account-links.ts';
import { emailChanged, tellOwner } from '#server/kit/mail/account-news.ts';
import { rightsChanged } from '#server/kit/auth/rights-changed.ts';
import { endSessionsOfUser } from '#server/kit/auth/sessions.ts';
import { refuse } from './failure.ts';
import { fieldsOf, type ScimFields } from './resource.ts';
import {
  forgetPerson,
  isTaken,
  markDeleted,
  ownerOfEmail,
  putScimUser,
  scimUser,
  type HeldToken,
  type ScimRow,
} from './store.ts';

/** In whose name a directory writes: its token, at the token's own site, and what its maker may do just now. */
export type Directory = { site: string; token: HeldToken; maker: Granter };

const taken = 'Another user already has this userName, externalId or email.';

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
    providerIds: [],
  };
  if (owner) await beginAnew(tx, site, UserId);
  else await insertInvited(tx, site, user);
  if (owner || !fields.active) await storeUser(tx, site, { ...user, Disabled: !fields.active });
  await assertGivable(tx, directory, UserId);
  await putScimUser(tx, site, { ...fields, UserId });
  if (fields.active && !(await comesBySso(tx, site, Email)))
    await sendAccountLink(tx, { user: { site, UserId }, kind: 'invite' });
  await note(tx, directory, { action: 'invite', pk: UserId });
  await rightsChanged(tx, site, [UserId]);
  return assertUser(tx, site, UserId);
}

/** A deleted account that is made again is somebody new's: nothing of who had it before opens it. */
async function beginAnew(tx: Tx, site: string, UserId: string): Promise<void> {
  await endSessionsOfUser(tx, UserId, { why: 'account made again' });
  await endLinks(tx, { site, UserId }, { why: 'replaced' });
  await forgetPerson(tx, site, UserId);
}

/** The groups of a token may have come to hold more since it was made. */
async function assertGivable(tx: Tx, { site, maker }: Directory, UserId: string): Promise<void> {
  const { can = [] } = (await userById(tx, site, UserId)) ?? {};
  if (notTheirsToGive(maker, [], can).length > 0)
    refuse(
      403,
      'This token’s permission groups have more rights than its maker. Ask another administrator for a new token.',
    );
}

/** Writes what a directory says of a user. Whoever is disabled is signed out everywhere at once. */
export async function changeUser(
  tx: Tx,
  directory: Directory,
  { UserId, change }: { UserId: string; change: (before: ScimFields) => ScimFields },
): Promise<ScimRow> {
  const { site } = directory;
  await waitForOthers(tx, site);
  const row = await assertUser(tx, site, UserId);
  const before = fieldsOf(row);
  const next = change(before);
  await write(tx, directory, { row, next });
  await putScimUser(tx, site, { ...next, UserId });
  return assertUser(tx, site, UserId);
}

/** Gone for the directory; the account is disabled and stays for the records that name it. */
export async function deleteUser(tx: Tx, directory: Directory, UserId: string): Promise<void> {
  const { site } = directory;
  await waitForOthers(tx, site);
  const row = await assertUser(tx, site, UserId);
  await write(tx, directory, { row, next: { ...fieldsOf(row), active: false } });
  await markDeleted(tx, site, row);
}

export async function assertUser(tx: Tx, site: string, UserId: string): Promise<ScimRow> {
  const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(UserId);
  return (isId ? await scimUser(tx, site, UserId) : undefined) ?? refuse(404, 'This user was not found.');
}

async function write(tx: Tx, directory: Directory, { row, next }: { row: ScimRow; next: ScimFields }): Promise<void> {
  const { site } = directory;
  const { UserId } = row;
  const before = fieldsOf(row);
  const stored = (await userById(tx, site, UserId)) ?? refuse(404, 'This user was not found.');
  const owner = await ownerOfEmail(tx, site, next.Email);
  if ((owner && owner.UserId !== UserId) || (await isTaken(tx, site, { ...next, UserId })))
    refuse(409, taken, 'uniqueness');
  const { Email, FirstName, LastName } = next;
  const isNewAddress = Email !== before.Email;
  const isEnabled = next.active && !before.active;
  if ((isNewAddress || isEnabled) && !mayTakeInHand(directory.maker, stored)) refuse(403, notInHand);
  if (isNewAddress) await tellOwner(tx, { site, UserId }, emailChanged);
  await storeUser(tx, site, { ...stored, UserId, Email, FirstName, LastName, Disabled: !next.active });
  if (before.active && !next.active) await disable(tx, site, row);
  // Nobody opens the account with a link that went to an address of before.
  if (isNewAddress || before.active !== next.active) await endLinks(tx, { site, UserId }, { why: 'replaced' });
  if (isNewAddress && next.active && stored.status === 'active')
    await sendAccountLink(tx, { user: { site, UserId }, kind: 'verify' });
  const action = before.active === next.active ? 'update' : next.active ? 'enable' : 'disable';
  await note(tx, directory, { action, pk: UserId, written: writtenOf(before, next) });
  await rightsChanged(tx, site, [UserId]);
}

const notInHand =
  'This account has more rights than the token’s maker. A person with all those rights must change its email or enable it.';

/** The names of the fields that changed, as the log tells them. */
function writtenOf(before: ScimFields, next: ScimFields): string {
  const changed = (Object.keys(next) as (keyof ScimFields)[]).filter((field) => next[field] !== before[field]);
  return changed
    .map((field) => (field === 'active' ? 'Disabled' : field))
    .toSorted()
    .join(', ');
}

async function disable(tx: Tx, site: string, { UserId, can }: ScimRow): Promise<void> {
  await endSessionsOfUser(tx, UserId, { why: 'account disabled' });
  if (can.includes('manage users') && can.includes('access company') && (await countManagers(tx, site)) === 0)
    refuse(409, 'No one would be left to manage users. Give someone else this right first.');
}

/** Somebody who comes by single sign-on needs no password, and so no link to choose one. */
async function comesBySso(tx: Tx, site: string, Email: string): Promise<boolean> {
  const connection = await connectionOf(tx, site);
  return connection?.Enabled === true && connection.confirmedDomains.includes(Email.slice(Email.lastIndexOf('@') + 1));
}

/** Told under the name of who made the token, and that it was the directory. */
async function note(
  tx: Tx,
  { site, token }: Directory,
  { action, pk, written }: { action: AuditAction; pk: string; written?: string },
): Promise<void> {
  const detail = { way: 'SCIM', token: token.Name, ...(written !== undefined && { written }) };
  await audit(tx, site, { UserId: token.UserId, action, entity: 'users', pk, detail });
}
