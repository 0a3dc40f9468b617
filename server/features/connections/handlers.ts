import { fail } from '#contract/base/errors.ts';
import type { connectionEndpoints } from '#contract/connections/endpoints.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { siteRow } from '#server/features/settings/store.ts';
import type { Handlers } from '#server/kit/context.ts';
import { seenCases } from './store.ts';

export const connectionHandlers: Handlers<typeof connectionEndpoints> = {
  async fotoClinics(_input, { caller, services }) {
    const { foto } = services.outside;
    return { isConnected: foto.isConnected, clinicOptions: await foto.clinicOptions(caller.site) };
  },

  async fotoClinicians(_input, { caller, services }) {
    const { foto } = services.outside;
    return { isConnected: foto.isConnected, clinicianOptions: await foto.clinicianOptions(caller.site) };
  },

  async fotoEpisodeFields({ caseIds }, { tx, caller, services }) {
    const { foto } = services.outside;
    // Asked of another company: only of cases the caller may see.
    const wanted = [...new Set(caseIds.map((id) => id.toLowerCase()))];
    if ((await seenCases(tx, wanted)) < wanted.length)
      fail('not-found', 'This case was not found, or you can’t see it.');
    const episodeFieldOptionsByCaseId = await foto.episodeFieldOptions(caller.site, wanted);
    return { isConnected: foto.isConnected, episodeFieldOptionsByCaseId };
  },

  async pVerifyPayers(_input, { caller, services }) {
    const { eligibility } = services.outside;
    return { isConnected: eligibility.isConnected, payers: await eligibility.payers(caller.site) };
  },

  async cptInsights(_input, { tx, caller, services }) {
    const row = await siteRow(tx, caller.site);
    const { plus, enable_sidekick } = settingsFrom(row?.settings ?? {});
    return plus && enable_sidekick && (await services.outside.predictions.mayShowInsights(caller.site, caller.UserId));
  },
};
