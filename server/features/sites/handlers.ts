import { fail } from '#contract/base/errors.ts';
import type { siteEndpoints } from '#contract/sites/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { inSite } from '#server/kit/auth/home-site.ts';
import { makeSite } from './make-site.ts';
import { noteSettingsLookedAt } from './store.ts';

export const siteHandlers: Handlers<typeof siteEndpoints> = {
  async create(input, { tx, caller, newId }) {
    const { UserId } = caller;
    const { site, Name, Email } = input;
    const told = {
      UserId,
      action: 'create' as const,
      entity: 'sites',
      pk: site,
      detail: { by: caller.homeSite ?? caller.site },
    };
    await inSite(tx, caller, site, async () => {
      if (!(await makeSite(tx, { ...input, UserId: newId(), SuperUser: false }))) {
        const sentence = 'A site with this short name already exists.';
        fail('conflict', sentence, { fields: { site: sentence } });
      }
      await audit(tx, site, told);
    });
    await audit(tx, caller.site, told);
    return { site, name: Name, Email };
  },

  async settingsLookedAt(_input, { tx }) {
    return { noted: await noteSettingsLookedAt(tx) };
  },
};
