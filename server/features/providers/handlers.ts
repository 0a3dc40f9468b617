import { z } from 'zod';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import type { providerEndpoints } from '#contract/providers/endpoints.ts';
import { ProviderFields } from '#contract/providers/provider-fields.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';
import { rightsChanged } from '#server/kit/auth/rights-changed.ts';
import {
  holdProvider,
  linkProvider,
  providerById,
  providersOf,
  renameProviderOf,
  saveProvider,
  usersWhoAre,
  userToLink,
} from './store.ts';

const noUser = 'This user was not found.';
const noProvider = 'This provider was not found.';

/** What decides which notes somebody may write, sign and cosign. */
const ofRights = ['Type', 'NotesPermission', 'notes_permissions', 'SupervisorProviderId'] as const;

/** Nobody gives themselves the right to sign. */
function assertOther(caller: Ctx['caller'], UserId: string | null, isOfRights: boolean): void {
  if (isOfRights && UserId === caller.UserId && !caller.SuperUser)
    fail(
      'no-permission',
      'You can’t change your own notes permission. Nothing was changed. Ask another administrator.',
    );
}

/** A supervisor sees the visits of whom they supervise: nobody lets others see what they do not see. */
function assertSight(caller: Ctx['caller'], { ProviderId }: { ProviderId: string }): void {
  if (caller.providerIds !== null && !caller.providerIds.includes(ProviderId))
    fail(
      'no-permission',
      'You can’t change the supervisor of a provider whose visits you can’t see. Nothing was changed.',
    );
}

/** Who is, or supervises, a provider sees their visits as soon as they do, and no longer. */
async function renewSight({ tx, caller: { site } }: Ctx, ids: readonly (string | null)[]): Promise<void> {
  await rightsChanged(tx, site, await usersWhoAre(tx, site, ids));
}

function isSame(given: unknown, kept: unknown): boolean {
  return given === undefined || isSameInAnyOrder(given, kept);
}

export const providerHandlers: Handlers<typeof providerEndpoints> = {
  async list({ providerIds }, { tx, caller }) {
    const asked = providerIds === undefined || providerIds === '' ? null : providerIds.split(',');
    if (asked?.some((id) => !z.uuid().safeParse(id).success))
      fail('invalid', 'The provider ids could not be read.', { fields: { providerIds: 'must be ids with commas' } });
    return { providers: await providersOf(tx, caller.site, asked) };
  },

  async create({ UserId, ...fields }, ctx) {
    const { tx, caller, newId } = ctx;
    const { site } = caller;
    const ProviderId = newId();
    assertOther(caller, UserId, true);
    const user = UserId === null ? null : await userToLink(tx, site, UserId);
    if (user === undefined) fail('not-found', noUser);
    if (user && user.EmployeeId !== null) fail('conflict', 'This user already has a provider record.');
    const names = user ? { FirstName: user.FirstName, LastName: user.LastName } : {};
    const made = await saveProvider(tx, site, { ...fields, ...names, ProviderId, UserId });
    if (UserId !== null) await linkProvider(tx, site, { UserId, ProviderId });
    await renewSight(ctx, [ProviderId, made.SupervisorProviderId]);
    return made;
  },

  async update({ id, base, ...mine }, ctx) {
    const { tx, caller } = ctx;
    const { site } = caller;
    const before = await holdProvider(tx, site, id);
    if (!before) fail('not-found', noProvider);
    const { ProviderId, UserId } = before;
    const kept = ProviderFields.strip().parse(before);
    const changes = mergedWrite({ ...before, ...kept }, definedFields(mine), base, { noun: 'provider record' });
    const isOfRights = ofRights.some((name) => name in changes && !isSame(changes[name], kept[name]));
    assertOther(caller, UserId, isOfRights);
    if (!isSame(changes.SupervisorProviderId, kept.SupervisorProviderId)) assertSight(caller, before);
    const after = await saveProvider(tx, site, { ...kept, ...changes, ProviderId, UserId });
    if (UserId !== null) await renameProviderOf(tx, site, UserId);
    await renewSight(ctx, [before.SupervisorProviderId, after.SupervisorProviderId]);
    return UserId === null ? after : ((await providerById(tx, site, id)) ?? fail('not-found', noProvider));
  },
};
