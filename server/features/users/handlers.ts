import type { Base } from '#contract/base/base.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import type { userEndpoints } from '#contract/users/endpoints.ts';
import { isWiderInProviders, isWiderThanOwn, mayTakeInHand, rightsChange } from '#contract/users/rights.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { atHome } from '#server/kit/auth/home-site.ts';
import { sendAccountLink } from '#server/kit/mail/account-links.ts';
import { rightsChanged, setupChanged } from '#server/kit/auth/rights-changed.ts';
import { takeSecondFactor, takenDetail } from '#server/kit/auth/reset-second-factor.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';
import { endSessionsOfUser } from '#server/kit/auth/sessions.ts';
import { linkProvider, renameProviderOf, saveProvider } from '../providers/store.ts';
import { groupHandlers } from './groups.ts';
import { assertManager, judgeRights, rightsDetail } from './judge-rights.ts';
import { renewLinks } from './renew-links.ts';
import {
  insertInvited,
  isEmailTaken,
  ownFields,
  siteTimeZone,
  storeOwnFields,
  storeUser,
  strangers,
  userById,
  usersOf,
  waitForOthers,
} from './store.ts';

const noUser = 'This user was not found.';
/** How what several people change at once is merged. */
const ofUser = {
  noun: 'user',
  parts: { roles: 'set', individualPermissions: 'set', facilityIds: 'set', providerIds: 'set' },
} as const;

export const userHandlers: Handlers<typeof userEndpoints> = {
  list: async (_input, { tx, caller }) => ({ users: await usersOf(tx, caller.site) }),

  async create({ provider, TimeZone, ...fields }, { tx, caller, newId }) {
    const { site } = caller;
    await waitForOthers(tx, site);
    const UserId = newId();
    await assertKnown(tx, site, fields);
    await assertFreeEmail(tx, site, fields.Email, UserId);
    await insertInvited(tx, site, { ...fields, UserId, TimeZone: TimeZone ?? (await siteTimeZone(tx, site)) });
    const made = (await userById(tx, site, UserId)) ?? fail('not-found', noUser);
    judgeRights(caller, { can: [], facilityIds: [], providerIds: [] }, made);
    if (provider) {
      const ProviderId = newId();
      const { FirstName, LastName } = fields;
      await saveProvider(tx, site, { ...provider, FirstName, LastName, ProviderId, UserId });
      await linkProvider(tx, site, { UserId, ProviderId });
    }
    await audit(tx, site, { ...by(caller), action: 'invite', pk: UserId, detail: rightsDetail([], made.can) });
    await sendAccountLink(tx, { user: { site, UserId }, kind: 'invite' });
    await setupChanged(tx, site);
    return (await userById(tx, site, UserId)) ?? fail('not-found', noUser);
  },

  update: ({ id, base, ...changes }, ctx) => change(ctx, id, definedFields(changes), base),

  setRoles: ({ id, base, roles }, ctx) => change(ctx, id, { roles }, base),

  async invite({ id }, { tx, caller }) {
    const { site } = caller;
    const user = (await userById(tx, site, id)) ?? fail('not-found', noUser);
    if (user.status !== 'invited')
      fail('conflict', 'You can send a new link only to invited users who have not signed in yet.');
    if (!mayTakeInHand(caller, user)) fail('no-permission', notInHand);
    await sendAccountLink(tx, { user: { site, UserId: id }, kind: 'invite' });
    await audit(tx, site, { ...by(caller), action: 'invite', pk: id });
    return { sent: true };
  },

  async resetSecondFactor({ id }, { tx, caller }) {
    const { site } = caller;
    await waitForOthers(tx, site);
    const user = (await userById(tx, site, id)) ?? fail('not-found', noUser);
    if (id === caller.UserId)
      fail('conflict', 'Turn off your own two-step sign-in and passkeys under My account, with your password.');
    if (!mayTakeInHand(caller, user)) fail('no-permission', notInHand);
    const taken = await takeSecondFactor(tx, { site, UserId: id });
    if (!taken) fail('conflict', 'This user has no two-step sign-in and no passkey to reset.');
    await audit(tx, site, { ...by(caller), action: 'second factor taken', pk: id, detail: takenDetail(taken) });
    return { ...user, hasSecondFactor: false, hasPasskeys: false };
  },

  updateSelf: (input, { tx, caller }) =>
    atHome(tx, caller, async (site) => {
      const current = (await ownFields(tx, site, caller.UserId)) ?? fail('not-found', noUser);
      const next = { ...current, ...definedFields(input) };
      await storeOwnFields(tx, site, caller.UserId, next);
      await renameProviderOf(tx, site, caller.UserId);
      await audit(tx, site, { ...by(caller), action: 'update', pk: caller.UserId });
      await rightsChanged(tx, site, [caller.UserId]);
      return next;
    }),

  ...groupHandlers,
};

type Changes = Partial<Parameters<typeof storeUser>[2]>;

const notInHand =
  'This account has more rights than yours. A person with all those rights must change its email or two-step sign-in, or disable or invite it.';

async function change({ tx, caller }: Ctx, id: string, mine: Changes, base: Base | undefined) {
  const { site } = caller;
  await waitForOthers(tx, site);
  const before = (await userById(tx, site, id)) ?? fail('not-found', noUser);
  const wasDisabled = before.status === 'disabled';
  const changes = mergedWrite({ ...before, Disabled: wasDisabled }, mine, base, ofUser);
  const next = { ...before, Disabled: wasDisabled, ...changes };
  assertInHand(caller, before, next);
  await assertKnown(tx, site, changes);
  await assertFreeEmail(tx, site, next.Email, id);
  await storeUser(tx, site, next);
  await renameProviderOf(tx, site, id);
  const after = (await userById(tx, site, id)) ?? fail('not-found', noUser);
  judgeRights(caller, before, after);
  await assertManager(tx, site, before);
  if (next.Disabled && !wasDisabled) await endSessionsOfUser(tx, id, { why: 'account disabled' });
  const isMore = rightsChange(before.can, after.can).gained.length > 0 || isWider(before, after);
  if (after.Email !== before.Email || isMore || next.Disabled !== wasDisabled)
    await renewLinks(tx, { site, UserId: id }, { isNewAddress: after.Email !== before.Email });
  const action = next.Disabled === wasDisabled ? 'update' : next.Disabled ? 'disable' : 'enable';
  const written = Object.keys(changes).toSorted().join(', ');
  await audit(tx, site, { ...by(caller), action, pk: id, detail: { written, ...rightsDetail(before.can, after.can) } });
  await rightsChanged(tx, site, [id]);
  return after;
}

function isWider(before: Before, after: Before): boolean {
  const own = { ...before, can: [], SuperUser: false };
  return (
    isWiderThanOwn(own, before.facilityIds, after.facilityIds) ||
    isWiderInProviders(own, before.providerIds, after.providerIds)
  );
}

type Before = NonNullable<Awaited<ReturnType<typeof userById>>>;

/** With an e-mail address goes the way into an account, so it is not for those who may do less than the account. */
function assertInHand(caller: Ctx['caller'], before: Before, next: Before & { Disabled: boolean }): void {
  const wasDisabled = before.status === 'disabled';
  if (next.Disabled && !wasDisabled && before.UserId === caller.UserId)
    fail('conflict', 'You can’t disable your own account. Ask another administrator.');
  const isTaken = next.Email !== before.Email || next.Disabled !== wasDisabled;
  if ((isTaken || before.SuperUser) && !mayTakeInHand(caller, before)) fail('no-permission', notInHand);
}

async function assertKnown(
  tx: Ctx['tx'],
  site: string,
  {
    roles = [],
    facilityIds,
    providerIds,
  }: { roles?: string[]; facilityIds?: string[] | null; providerIds?: string[] | null },
): Promise<void> {
  if ((await strangers(tx, site, { roles, facilityIds: facilityIds ?? [], providerIds: providerIds ?? [] })) > 0)
    fail('not-found', 'A permission group, facility or provider of this user no longer exists.');
}

async function assertFreeEmail(tx: Ctx['tx'], site: string, Email: string, UserId: string): Promise<void> {
  if (!(await isEmailTaken(tx, site, Email, UserId))) return;
  const sentence = 'Another user already has this email.';
  fail('conflict', sentence, { fields: { Email: sentence } });
}

function by({ UserId }: Ctx['caller']) {
  return { UserId, entity: 'users' };
}
