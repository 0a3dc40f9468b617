import type { z } from 'zod';
import { wallTimeIn } from '#contract/base/dates.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { isTimeZone } from '#contract/base/time-zone.ts';
import type { sessionEndpoints, Website } from '#contract/session/endpoints.ts';
import { audit } from '#server/kit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { deviceOwner } from '#server/kit/devices.ts';
import { atHome } from '#server/kit/home-site.ts';
import { signedOutSentence } from '#server/kit/identity.ts';
import { pusherKey } from '#server/kit/pusher-app.ts';
import { deviceHandlers } from './devices.ts';
import {
  cptCodesOn,
  listSites,
  ownPreferences,
  ownRow,
  providersByFacilityByDay,
  siteRow,
  staffOf,
  storePreferences,
} from './store.ts';

export const sessionHandlers: Handlers<typeof sessionEndpoints> = {
  sites: async (_input, { tx }) => ({ sites: await listSites(tx) }),

  ...deviceHandlers,

  async recordPrint({ what, day, patients }, { tx, caller }) {
    const { site, UserId } = caller;
    const detail = { day, patients: String(patients) };
    await audit(tx, site, { UserId, action: 'print', entity: 'prints', pk: what, detail });
    return { recorded: true };
  },

  async setup({ device }, { tx, caller, now }) {
    const { site } = caller;
    if (device !== undefined) await deviceOwner(tx, { site, DeviceId: device, UserId: caller.UserId });
    const own = await atHome(tx, caller, (home) => ownRow(tx, home, caller.UserId));
    const row = await siteRow(tx, site);
    if (!own || !row) throw new AppError('signed-out', signedOutSentence);
    const cptDescriptions = await cptCodesOn(tx, site, wallTimeIn(row.TimeZone, now).slice(0, 10));
    return {
      users: await staffOf(tx, site),
      currentUser: {
        ...own,
        ...(caller.homeSite !== undefined && { EmployeeId: null, provider: null }),
        sub: caller.UserId,
        can: caller.can,
        facilityIds: caller.facilityIds,
      },
      website: websiteOf(row),
      cptDescriptions,
      cptCodes: cptDescriptions.map((code) => code.CPT_Code),
      closedBillingPeriodEnd: row.closedBillingPeriodEnd,
      providerIdsByFacilityIdByDay: await providersByFacilityByDay(tx, site),
      ...notUsedYet,
    };
  },

  async savePreferences(input, { tx, caller }: Ctx) {
    if (input.id !== caller.UserId) fail('not-found', 'There is no such user.');
    return atHome(tx, caller, async (site) => {
      const current = await ownPreferences(tx, site, caller.UserId);
      if (!current) fail('not-found', 'There is no such user.');
      const next = {
        Preferences: { ...current.Preferences, ...input.Preferences },
        TimeZone: input.TimeZone ?? current.TimeZone,
      };
      if (!isTimeZone(next.TimeZone))
        fail('invalid', 'This time zone is not known.', { fields: { TimeZone: 'is not a known time zone' } });
      // spec 5: saved only if changed.
      if (JSON.stringify(next) !== JSON.stringify(current))
        await storePreferences(tx, { site, UserId: caller.UserId }, next);
      return next;
    });
  },
};

/** What no part of the product fills yet: empty, never missing (spec 7). */
const notUsedYet = {
  permissionGroups: [],
  tags: [],
  favoritedTags: [],
  beaconSignature: null,
  payerReportingTypes: [],
  reasonCodeDescriptions: {},
  prWriteoffReasonCodes: [],
  activeCustomCaseInputs: [],
  sidekickJwt: null,
};

function websiteOf(row: NonNullable<Awaited<ReturnType<typeof siteRow>>>): z.input<typeof Website> {
  const { site, Name, TimeZone, settings, regions } = row;
  const isOn = (name: string) => settings[name] === true;
  const override = settings['reports_base_url_override'];
  return {
    site,
    Name,
    TimeZone,
    pusher_key: pusherKey(),
    use_only_primary_payer_notes_permission: isOn('use_only_primary_payer_notes_permission'),
    enable_reports: isOn('enable_reports'),
    enable_ar_warnings: isOn('enable_ar_warnings'),
    hide_pain_point: isOn('hide_pain_point'),
    reports_base_url_override: typeof override === 'string' ? override : null,
    plus: isOn('plus'),
    regions,
  };
}
