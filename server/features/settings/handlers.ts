import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import { permissionDenied } from '#contract/base/permissions.ts';
import { closingRefusal } from '#contract/billing/closed-period.ts';
import { allowedFrom, listRefusal, type AllowedAddress } from '#contract/session/allowed-addresses.ts';
import type { settingsEndpoints } from '#contract/settings/endpoints.ts';
import { mayChange } from '#contract/settings/may-change.ts';
import { settings as known, settingsFrom, type SettingKey } from '#contract/settings/settings.ts';
import type { Caller, Handlers } from '#server/kit/context.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';
import {
  lockSite,
  siteRow,
  storeAllowedAddresses,
  storeClosedPeriod,
  storeSettings,
  websiteOf,
  type SiteRow,
} from './store.ts';

export const settingsHandlers: Handlers<typeof settingsEndpoints> = {
  async refreshWebsite(_input, { tx, caller }) {
    return { website: websiteOf(await assertSite(siteRow(tx, caller.site))) };
  },

  async save({ settings, base = {} }, { tx, caller }) {
    const row = await lockSite(tx);
    const mine = definedFields(settings);
    const keys = Object.keys(mine) as SettingKey[];
    assertPages(keys, caller, row);
    const { merged: changes, clashes } = mergedFields(settingsFrom(row.settings), mine, base);
    if (clashes.length > 0) refuseOvertakenSettings(clashes as SettingKey[], row);
    if (keys.length > 0) await storeSettings(tx, changes);
    return { website: websiteOf({ ...row, settings: { ...row.settings, ...changes } }) };
  },

  async allowedAddresses(_input, { tx, caller }) {
    const row = await assertSite(siteRow(tx, caller.site));
    return { addresses: addressesOf(row), yourAddress: addressOf(caller) };
  },

  async saveAllowedAddresses({ base, ...mine }, { tx, caller }) {
    const current = { addresses: addressesOf(await lockSite(tx)) };
    const yourAddress = addressOf(caller);
    const { addresses } = mergedWrite(current, mine, base, { noun: 'list' });
    const refusal = listRefusal(
      addresses.map(({ network }) => network),
      yourAddress,
    );
    if (refusal !== null) fail('invalid', refusal, { fields: { addresses: refusal } });
    await storeAllowedAddresses(tx, addresses);
    return { addresses, yourAddress };
  },

  async closedPeriod(_input, { tx, caller }) {
    const { closedBillingPeriodEnd } = await assertSite(siteRow(tx, caller.site));
    return { closedBillingPeriodEnd };
  },

  async setClosedPeriod({ base = {}, ...mine }, { tx, now }) {
    const row = await lockSite(tx);
    const { TimeZone, closedBillingPeriodEnd: current } = row;
    const { merged, clashes } = mergedFields(row, mine, base);
    const { closedBillingPeriodEnd } = merged;
    if (current === closedBillingPeriodEnd) return { closedBillingPeriodEnd };
    if (clashes.length > 0) {
      const state = current === null ? 'open' : `closed through ${showDate(current)}`;
      fail('changed-elsewhere', `Someone else just changed this. Billing is now ${state}. Nothing was changed.`, {
        current: { closedBillingPeriodEnd: current },
      });
    }
    const refusal = closingRefusal(closedBillingPeriodEnd, wallTimeIn(TimeZone, now).slice(0, 10));
    if (refusal) fail('invalid', refusal, { fields: { closedBillingPeriodEnd: 'must be before today' } });
    await storeClosedPeriod(tx, closedBillingPeriodEnd);
    return { closedBillingPeriodEnd };
  },
};

function addressesOf({ settings: { allowed_addresses: stored } }: SiteRow): AllowedAddress[] {
  return allowedFrom(stored);
}

/** A call always comes from somewhere; only what the server does by itself does not, and that asks for no list. */
function addressOf({ address }: Caller): string {
  if (address === undefined) throw new Error('The list of addresses is asked for by people');
  return address;
}

async function assertSite(found: Promise<SiteRow | undefined>): Promise<SiteRow> {
  const row = await found;
  if (!row) throw new Error('The site of a signed-in user is gone');
  return row;
}

/** Each page of settings has its own permission; one call may not cross it. */
function assertPages(keys: readonly SettingKey[], { can, SuperUser }: Caller, row: SiteRow): void {
  const who = { can, SuperUser, plus: settingsFrom(row.settings).plus };
  if (!keys.every((key) => mayChange(known[key].page, who))) fail('no-permission', permissionDenied);
}

/** A value that is no longer what the user saw is not written over: they get the website as it is (spec 8). */
function refuseOvertakenSettings(keys: readonly SettingKey[], row: SiteRow): never {
  const labels = keys.map((key) => `“${known[key].label}”`).join(', ');
  fail('changed-elsewhere', `Someone else changed ${labels} first. Nothing was saved. You see the current value.`, {
    current: { website: websiteOf(row) },
  });
}
