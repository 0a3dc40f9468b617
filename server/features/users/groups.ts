import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import type { userEndpoints } from '#contract/users/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { rightsChanged, setupChanged } from '#server/kit/auth/rights-changed.ts';
import { assertAsSeen, mergedWrite } from '#server/kit/merged-write.ts';
import { renewLinks } from './renew-links.ts';
import { refuseUnheld, rightsDetail } from './judge-rights.ts';
import { countManagers, deleteGroup, groupsOf, isGroupNameTaken, memberIds, putGroup, waitForOthers } from './store.ts';

const noGroup = 'This permission group was not found.';
const ofGroup = { noun: 'group', parts: { permissions: 'set' } } as const;

export const groupHandlers: Pick<
  Handlers<typeof userEndpoints>,
  'groups' | 'createGroup' | 'updateGroup' | 'removeGroup'
> = {
  groups: async (_input, { tx, caller }) => ({ permissionGroups: await groupsOf(tx, caller.site) }),

  async createGroup({ name, permissions }, { tx, caller, newId }) {
    const { site } = caller;
    await waitForOthers(tx, site);
    const id = newId();
    await assertFreeName(tx, site, name, id);
    refuseUnheld(caller, [], permissions);
    await putGroup(tx, site, { id, name, permissions, members: 0 });
    await audit(tx, site, { ...by(caller), action: 'insert', pk: id, detail: rightsDetail([], permissions) });
    await setupChanged(tx, site);
    return theGroup(tx, site, id);
  },

  async updateGroup({ id, base, ...changes }, { tx, caller }) {
    const { site } = caller;
    await waitForOthers(tx, site);
    const before = await theGroup(tx, site, id);
    const next = { ...before, ...mergedWrite(before, definedFields(changes), base, ofGroup) };
    await assertFreeName(tx, site, next.name, id);
    refuseUnheld(caller, before.permissions, next.permissions);
    const managers = await countManagers(tx, site);
    await putGroup(tx, site, next);
    if (managers > 0 && (await countManagers(tx, site)) === 0)
      fail('conflict', 'No one would be left to manage users. Give someone else this right first.');
    const detail = rightsDetail(before.permissions, next.permissions);
    await audit(tx, site, { ...by(caller), action: 'update', pk: id, detail });
    const members = await memberIds(tx, site, id);
    if ('gained' in detail)
      for (const member of members) await renewLinks(tx, { site, UserId: member }, { isNewAddress: false });
    await rightsChanged(tx, site, members);
    return theGroup(tx, site, id);
  },

  async removeGroup({ id, base }, { tx, caller }) {
    const { site } = caller;
    await waitForOthers(tx, site);
    const before = await theGroup(tx, site, id);
    assertAsSeen(before, base, ofGroup.noun);
    const { members, permissions } = before;
    if (members > 0) fail('conflict', 'This group has members. Move them to other groups first.');
    await deleteGroup(tx, site, id);
    await audit(tx, site, { ...by(caller), action: 'delete', pk: id, detail: rightsDetail(permissions, []) });
    await setupChanged(tx, site);
    return { removed: true };
  },
};

async function theGroup(tx: Ctx['tx'], site: string, id: string) {
  const [found] = await groupsOf(tx, site, id);
  return found ?? fail('not-found', noGroup);
}

async function assertFreeName(tx: Ctx['tx'], site: string, name: string, id: string): Promise<void> {
  if (!(await isGroupNameTaken(tx, site, name, id))) return;
  const sentence = 'Another group has this name.';
  fail('conflict', sentence, { fields: { name: sentence } });
}

function by({ UserId }: Ctx['caller']) {
  return { UserId, entity: 'permissionGroups' };
}
