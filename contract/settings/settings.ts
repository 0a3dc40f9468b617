import { z } from 'zod';
import { showMoney } from '../base/money.ts';
import { OptionalLine } from '../base/text.ts';
import { RangeSource, rangeSources } from '../measures/range-source.ts';
import { idleLockMs } from '../session/limits.ts';
import { emergencyMinutes, idleMinutes, lateFees, lateHours } from './offered.ts';
import { messageSettings } from './message-settings.ts';
import { setting, type SettingScope } from './setting.ts';
import { WeekStart } from './week-start.ts';

const minute = 60_000;
/** Only over TLS: reports hold patient data. */
const SecureBase = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }).max(200);

/**
 * Every setting there is: what it holds, whose it is, who may change it, and in what words (spec 3, Website settings).
 * Kept in `sites.settings`, `facilities.settings` and the `Preferences` of a user.
 */
export const settings = {
  idle_timeout_ms: setting(
    z
      .int()
      .min(5 * minute)
      .max(idleLockMs),
    {
      scope: 'site',
      page: 'company',
      group: 'Security',
      byDefault: idleLockMs,
      label: 'Lock after',
      help: 'An unused screen locks after this time. Unsaved text is kept, and the password unlocks it.',
      choices: idleMinutes.map((minutes) => ({ value: minutes * minute, label: `${minutes} minutes` })),
    },
  ),
  enable_emergency_access: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Security',
    byDefault: false,
    label: 'Emergency access',
    help: 'People who can request emergency access see only the dashboard until they request it.',
  }),
  emergency_access_ms: setting(
    z
      .int()
      .min(5 * minute)
      .max(8 * 60 * minute),
    {
      scope: 'site',
      page: 'company',
      group: 'Security',
      byDefault: 60 * minute,
      label: 'Emergency access lasts',
      help: 'It ends automatically after this time. People can end it earlier or request it again.',
      choices: emergencyMinutes.map((minutes) => ({
        value: minutes * minute,
        label: minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`,
      })),
    },
  ),
  ...messageSettings,
  use_only_primary_payer_notes_permission: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: false,
    label: 'Primary payer only for notes permission',
    help: 'Use only the primary payer of a case to decide who can write its notes.',
  }),
  assistant_may_finalize: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: false,
    label: 'Assistants can finalize notes',
    help: 'An assistant’s note needs no cosignature where the payer and the assistant’s notes permission allow it too.',
  }),
  range_source: setting(RangeSource, {
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: 'AAOS',
    label: 'Normal range of motion',
    help: 'Notes compare measured values with the figures of this source.',
    choices: Object.entries(rangeSources).map(([value, label]) => ({ value, label })),
  }),
  hide_pain_point: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: false,
    label: 'Hide the pain point',
    help: 'Notes don’t ask where it hurts.',
  }),
  enable_ar_warnings: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Billing',
    byDefault: false,
    label: 'Warn about remaining primary AR',
    help: 'Ask for confirmation before closing a visit when the primary payer still owes money.',
  }),
  claims_are_tests: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Billing',
    byDefault: false,
    label: 'Test mode',
    help: 'Claim files are marked as tests, so no payer pays them. Turn this off when you start billing.',
  }),
  enable_reports: setting(z.boolean(), {
    isUnread: true,
    scope: 'site',
    page: 'company',
    group: 'Reports',
    byDefault: false,
    label: 'Downloadable reports',
    help: 'When off, reports say that downloads are temporarily disabled.',
  }),
  reports_base_url_override: setting(SecureBase.nullable(), {
    isUnread: true,
    scope: 'site',
    page: 'superuser',
    group: 'Reports',
    byDefault: null,
    label: 'Reports server address',
    help: 'Leave empty to use this server.',
  }),
  plus: setting(z.boolean(), {
    scope: 'site',
    page: 'superuser',
    group: 'Plan',
    byDefault: false,
    label: 'Plus tier',
    help: 'Shows the Plus settings page and features to people who can manage them.',
  }),
  enable_sidekick: setting(z.boolean(), {
    scope: 'site',
    page: 'plus',
    group: 'Sidekick',
    byDefault: false,
    label: 'CPT insights',
    help: 'Shows the prediction service’s insights next to a note. Empty until the service is connected.',
  }),
  late_cancel_hours: setting(z.int().min(1).max(168), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: 24,
    label: 'Late cancel within',
    help: 'Hours before the visit starts.',
    choices: lateHours.map((hours) => ({ value: hours, label: `${hours} hours` })),
  }),
  late_cancel_fee: setting(z.int().min(0).max(50_000), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: 0,
    label: 'Late cancel fee',
    help: 'Offered with each late cancel. The patient pays it, not the insurance.',
    choices: lateFees.map((cents) => ({ value: cents, label: cents === 0 ? 'No fee' : showMoney(cents) })),
  }),
  calendar_feed_initials: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: false,
    label: 'Initials in calendar feeds',
    help: 'Show patient initials in calendar feeds outside Mainstay. When off, feeds don’t identify patients.',
  }),
  patient_mail_name: setting(OptionalLine(80), {
    scope: 'facility',
    group: 'Patients',
    byDefault: null,
    label: 'Name in messages to patients',
    help: 'Leave empty to use the company name.',
  }),
  week_starts_on: setting(WeekStart, {
    scope: 'user',
    group: 'Calendar',
    byDefault: 0,
    label: 'Weeks start on',
    help: 'In every calendar where you choose a date.',
    choices: [
      { value: 0, label: 'Sunday' },
      { value: 1, label: 'Monday' },
    ],
  }),
} as const;

type All = typeof settings;
type KeyOf<C extends SettingScope> = { [K in keyof All]: All[K]['scope'] extends C ? K : never }[keyof All];
type Values<K extends keyof All> = { [One in K]: z.output<All[One]['schema']> };
type Shape<K extends keyof All> = { [One in K]: All[One]['schema'] };

function keysOf<C extends SettingScope>(scope: C): KeyOf<C>[] {
  const keys = Object.keys(settings) as (keyof All)[];
  return keys.filter((key): key is KeyOf<C> => settings[key].scope === scope);
}

function someOf<K extends keyof All>(keys: readonly K[]) {
  // Object.fromEntries forgets which key has which schema.
  const shape = Object.fromEntries(keys.map((key) => [key, settings[key].schema])) as unknown as Shape<K>;
  return z.strictObject(shape).partial();
}

/** What is not stored, or cannot be read, is as it is by default. */
function valuesFrom<K extends keyof All>(keys: readonly K[], stored: Readonly<Record<string, unknown>>): Values<K> {
  const entries = keys.map((key) => {
    const { schema, byDefault } = settings[key];
    const read = schema.safeParse(stored[key]);
    return [key, read.success ? read.data : byDefault];
  });
  return Object.fromEntries(entries) as Values<K>;
}

/** Those of the site. */
export type SettingKey = KeyOf<'site'>;
export type Settings = Values<SettingKey>;
export const settingKeys = keysOf('site');
const facilityKeys = keysOf('facility');
const userKeys = keysOf('user');

/** Some settings of the site with the values they are to have, or had. */
export const SomeSettings = someOf(settingKeys);
export type SomeSettings = z.output<typeof SomeSettings>;
/** The same of one facility. */
export const SomeFacilitySettings = someOf(facilityKeys);

/** The settings out of what a site stores. */
export function settingsFrom(stored: Readonly<Record<string, unknown>>): Settings {
  return valuesFrom(settingKeys, stored);
}

/** The settings of a facility, out of its row. */
export function facilitySettingsFrom({
  settings: stored = {},
}: {
  settings?: Readonly<Record<string, unknown>> | undefined;
}): Values<KeyOf<'facility'>> {
  return valuesFrom(facilityKeys, stored);
}

/** The settings of a user, out of their preferences. */
export function userSettingsFrom(preferences: Readonly<Record<string, unknown>>): Values<KeyOf<'user'>> {
  return valuesFrom(userKeys, preferences);
}
