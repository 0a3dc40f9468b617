import { randomBytes } from 'node:crypto';
import { fail } from '#contract/base/errors.ts';
import type { scimEndpoints } from '#contract/scim/endpoints.ts';
import { mayTakeInHand, notTheirsToGive } from '#contract/users/rights.ts';
import { rightsOfPeople } from '#server/features/single-sign-on/store.ts';
import { groupsOf } from '#server/features/users/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { sha256 } from '#server/kit/auth/tokens.ts';
import { insertToken, revokeToken, tokensOf } from './store.ts';

export const scimHandlers: Handlers<typeof scimEndpoints> = {
  tokens: async (_input, { tx, caller: { site }, services }) => ({
    address: `${services.publicUrl}/api/scim/v2`,
    tokens: await tokensOf(tx, site),
  }),

  async makeToken({ Name, roles }, { tx, caller, newId }) {
    const { site, UserId } = caller;
    const people = await rightsOfPeople(tx, site);
    if (!people.every((person) => mayTakeInHand(caller, person)))
      fail(
        'no-permission',
        'Others at your clinic have more rights than you. A directory can change their accounts, so ask one of them or a superuser to set it up.',
      );
    const groups = (await groupsOf(tx, site)).filter((group) => roles.some((role) => role === group.id));
    if (groups.length < new Set(roles).size) fail('not-found', 'A permission group no longer exists.');
    if (groups.some((group) => notTheirsToGive(caller, [], group.permissions).length > 0))
      fail('no-permission', 'You can’t grant a permission group with more rights than you have.');
    const ScimTokenId = newId();
    const secret = randomBytes(32).toString('base64url');
    await insertToken(tx, site, { ScimTokenId, Name, roles, tokenHash: sha256(secret), UserId });
    await audit(tx, site, { UserId, action: 'create', entity: 'scimTokens', pk: ScimTokenId, detail: { Name } });
    const [made] = await tokensOf(tx, site, ScimTokenId);
    if (!made) throw new Error('The token was not kept.');
    return { token: `${site}.${ScimTokenId}.${secret}`, made };
  },

  async revokeToken({ id }, { tx, caller: { site, UserId } }) {
    if (!(await revokeToken(tx, site, id))) fail('not-found', 'This token was not found.');
    await audit(tx, site, { UserId, action: 'delete', entity: 'scimTokens', pk: id });
    return { revoked: true };
  },
};
