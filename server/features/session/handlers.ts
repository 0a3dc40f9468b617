import { wallTimeIn } from '#contract/base/dates.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { adjustmentReasons, patientWriteoffReasons } from '#contract/billing/reason-codes.ts';
import { isTimeZone } from '#contract/base/time-zone.ts';
import type { sessionEndpoints } from '#contract/session/endpoints.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { deviceOwner } from '#server/kit/auth/devices.ts';
import { atHome } from '#server/kit/auth/home-site.ts';
import { signedOutSentence } from '#server/kit/auth/identity.ts';
import { activeOf, listOf } from '#server/features/clinic-lists/store.ts';
import { favoritesOf } from '#server/features/exercises/store.ts';
import { readPatient } from '#server/features/patients/store.ts';
import { siteRow, websiteOf } from '#server/features/settings/store.ts';
import { groupsOf } from '#server/features/users/store.ts';
import { deviceHandlers } from './devices.ts';
import {
  cptCodesOn,
  listSites,
  ownPreferences,
  ownRow,
  providersByFacilityByDay,
  staffOf,
  storePreferences,
} from './store.ts';

export const sessionHandlers: Handlers<typeof sessionEndpoints> = {
  sites: async (_input, { tx }) => ({ sites: await listSites(tx) }),

  ...deviceHandlers,

  async recordPrint({ what, day, patients, PatientId = null }, { tx, caller }) {
    const { site, UserId } = caller;
    if (PatientId !== null && !(await readPatient(tx, PatientId))) fail('not-found', 'This patient was not found.');
    const detail = { day, patients: String(patients) };
    await audit(tx, site, { UserId, action: 'print', entity: 'prints', pk: what, PatientId, detail });
    return { recorded: true };
  },

  async setup({ device }, { tx, caller, now }) {
    const { site } = caller;
    if (device !== undefined) await deviceOwner(tx, { site, DeviceId: device, UserId: caller.UserId });
    const own = await atHome(tx, caller, (home) => ownRow(tx, home, caller.UserId));
    const favoriteExerciseIds = await atHome(tx, caller, (home) =>
      favoritesOf(tx, { site: home, UserId: caller.UserId }),
    );
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
        providerIds: caller.providerIds,
        favoriteExerciseIds,
        emergency: caller.emergency
          ? { ...caller.emergency, leftMs: Math.max(0, Date.parse(caller.emergency.endsAt) - now.getTime()) }
          : null,
      },
      permissionGroups: (await groupsOf(tx, site)).map(({ id, name }) => ({ id, name })),
      website: websiteOf(row),
      cptDescriptions,
      cptCodes: cptDescriptions.map((code) => code.CPT_Code),
      closedBillingPeriodEnd: row.closedBillingPeriodEnd,
      providerIdsByFacilityIdByDay: await providersByFacilityByDay(tx, site),
      ...(await listsOf(tx, own.Preferences)),
      reasonCodeDescriptions: { ...adjustmentReasons, ...patientWriteoffReasons },
      prWriteoffReasonCodes: Object.keys(patientWriteoffReasons),
      ...notUsedYet,
    };
  },

  async savePreferences(input, { tx, caller }: Ctx) {
    if (input.id !== caller.UserId) fail('not-found', 'This user was not found.');
    return atHome(tx, caller, async (site) => {
      const current = await ownPreferences(tx, site, caller.UserId);
      if (!current) fail('not-found', 'This user was not found.');
      const next = {
        Preferences: { ...current.Preferences, ...input.Preferences },
        TimeZone: input.TimeZone ?? current.TimeZone,
      };
      if (!isTimeZone(next.TimeZone))
        fail('invalid', 'This time zone was not found.', { fields: { TimeZone: 'is not a known time zone' } });
      // spec 5: saved only if changed.
      if (JSON.stringify(next) !== JSON.stringify(current))
        await storePreferences(tx, { site, UserId: caller.UserId }, next);
      return next;
    });
  },
};

/** What needs an outside service that is not connected: empty, never missing (spec 7). */
const notUsedYet = {
  beaconSignature: null,
  sidekickJwt: null,
};

/** The clinic's short lists, and which tags the user keeps at hand. */
async function listsOf(tx: Tx, { favoritedTags = [] }: { favoritedTags?: string[] | undefined }) {
  const tags = await activeOf(tx, 'visitTags');
  return {
    tags,
    favoritedTags: favoritedTags.filter((id) => tags.some(({ TagId }) => TagId === id)),
    payerReportingTypes: await listOf(tx, 'payerReportingTypes'),
    activeCustomCaseInputs: await activeOf(tx, 'customCaseInputs'),
  };
}
