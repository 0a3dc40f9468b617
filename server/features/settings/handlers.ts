import { showDate, wallTimeIn } from '#contract/base/dates.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { permissionDenied } from '#contract/base/permissions.ts';
import { closingRefusal } from '#contract/billing/closed-period.ts';
import { allowedFrom, listRefusal, type AllowedAddress } from '#contract/session/allowed-addresses.ts';
import type { settingsEndpoints } from '#contract/settings/endpoints.ts';
import { mayChange } from '#contract/settings/may-change.ts';
import { settings as known, settingsFrom, type SettingKey } from '#contract/settings/settings.ts';
import type { Caller, Handlers } from '#server/kit/context.ts';
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

  async save({ settings, before }, { tx, caller }) {
    const row = await lockSite(tx);
    const changes = definedFields(settings);
    const keys = Object.keys(changes) as SettingKey[];
    assertPages(keys, caller, row);
    assertUnchanged(keys, { changes, before }, row);
    if (keys.length > 0) await storeSettings(tx, changes);
    return { website: websiteOf({ ...row, settings: { ...row.settings, ...changes } }) };
  },

  async allowedAddresses(_input, { tx, caller }) {
    const row = await assertSite(siteRow(tx, caller.site));
    return { addresses: addressesOf(row), yourAddress: addressOf(caller) };
  },

  async saveAllowedAddresses({ addresses, before }, { tx, caller }) {
    const current = addressesOf(await lockSite(tx));
    const yourAddress = addressOf(caller);
    if (JSON.stringify(current.map(pairOf)) !== JSON.stringify(before.map(pairOf)))
      fail(
        'changed-elsewhere',
        'Somebody else has changed this list meanwhile. Nothing was saved; it is shown as it is now.',
      );
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

  async setClosedPeriod({ closedBillingPeriodEnd, before }, { tx, now }) {
    const { TimeZone, closedBillingPeriodEnd: current } = await lockSite(tx);
    if (current === closedBillingPeriodEnd) return { closedBillingPeriodEnd };
    if (current !== before) {
      const state = current === null ? 'open' : `closed through ${showDate(current)}`;
      fail('changed-elsewhere', `Somebody else has just changed this: billing is now ${state}. Nothing was changed.`);
    }
    const refusal = closingRefusal(closedBillingPeriodEnd, wallTimeIn(TimeZone, now).slice(0, 10));
    if (refusal) fail('invalid', refusal, { fields: { closedBillingPeriodEnd: 'must be before today' } });
    await storeClosedPeriod(tx, closedBillingPeriodEnd);
    return { closedBillingPeriodEnd };
  },
};

const pairOf = ({ network, note }: AllowedAddress) => [network, note];

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
function assertUnchanged(
  keys: readonly SettingKey[],
  sent: { changes: Partial<Record<SettingKey, unknown>>; before: Partial<Record<SettingKey, unknown>> },
  row: SiteRow,
): void {
  const current = settingsFrom(row.settings);
  const changed = keys.filter(
    (key) => current[key] !== sent.changes[key] && key in sent.before && current[key] !== sent.before[key],
  );
  if (changed.length === 0) return;
  const labels = changed.map((key) => `“${known[key].label}”`).join(', ');
  fail(
    'changed-elsewhere',
    `Somebody else has changed ${labels} meanwhile. Nothing was saved; it is shown as it is now.`,
    {
      current: { website: websiteOf(row) },
    },
  );
}
