import { z } from 'zod';
import { showMoney } from '../base/money.ts';
import { OptionalLine } from '../base/text.ts';
import { idleLockMs } from '../session/limits.ts';
import { setting, type SettingScope } from './setting.ts';
import { WeekStart } from './week-start.ts';

const minute = 60_000;
const idleMinutes = [5, 10, 15, 20, 30, 40];
const lateHours = [2, 4, 12, 24, 48, 72];
/** In cents. */
const lateFees = [0, 1_500, 2_500, 4_000, 5_000, 7_500, 10_000];
/** domain.md 6.20: 2 to 3 hours are seen elsewhere. */
const emergencyMinutes = [15, 30, 60, 120, 180, 240];

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
      help: 'A screen nobody uses locks after this time. What was typed is kept, and the password opens it again.',
      choices: idleMinutes.map((minutes) => ({ value: minutes * minute, label: `${minutes} minutes` })),
    },
  ),
  enable_emergency_access: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Security',
    byDefault: false,
    label: 'Emergency access',
    help: 'Who may request emergency access but does not have it sees the dashboard only, until it is given.',
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
      help: 'After this time it ends by itself. It can be ended earlier, and asked for again.',
      choices: emergencyMinutes.map((minutes) => ({
        value: minutes * minute,
        label: minutes < 120 ? `${minutes} minutes` : `${minutes / 60} hours`,
      })),
    },
  ),
  tell_of_visits: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: false,
    label: 'Tell patients of their visits',
    help: 'Three minutes after a visit is booked, moved or cancelled the patient is told. What is undone before is not told.',
  }),
  first_reminder_hours: setting(z.int().min(0).max(72), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: 0,
    label: 'First reminder',
    help: 'Before each visit, with a link to confirm it. None goes out between 9 PM and 8 AM.',
    choices: [
      { value: 0, label: 'None' },
      { value: 24, label: '1 day before' },
      { value: 48, label: '2 days before' },
      { value: 72, label: '3 days before' },
    ],
  }),
  second_reminder_hours: setting(z.int().min(0).max(12), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: 0,
    label: 'Second reminder',
    help: 'Shortly before the visit; for an early visit on the evening before.',
    choices: [
      { value: 0, label: 'None' },
      { value: 1, label: '1 hour before' },
      { value: 2, label: '2 hours before' },
      { value: 4, label: '4 hours before' },
    ],
  }),
  messages_by_email: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: true,
    label: 'By e-mail',
    help: 'Reminders and news of visits go to the e-mail address of who has agreed to that.',
  }),
  messages_by_text: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Messages to patients',
    byDefault: false,
    label: 'By text message',
    help: 'Reminders and news of visits go to the phone of who has agreed to that.',
  }),
  use_only_primary_payer_notes_permission: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: false,
    label: 'Only the primary payer decides about notes',
    help: 'What a provider may write is then looked up for the first payer of a case alone, not for the second.',
  }),
  hide_pain_point: setting(z.boolean(), {
    isUnread: true,
    scope: 'site',
    page: 'company',
    group: 'Documentation',
    byDefault: false,
    label: 'Hide the pain point',
    help: 'Notes are written without marking where it hurts.',
  }),
  enable_ar_warnings: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Billing',
    byDefault: false,
    label: 'Warn of remaining primary AR',
    help: 'Moving a visit to closed asks first when the primary payer still owes something.',
  }),
  claims_are_tests: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Billing',
    byDefault: false,
    label: 'Claims are tests',
    help: 'Claim files say that they are tests, so that no payer pays them. Switch it off when you begin to bill.',
  }),
  enable_reports: setting(z.boolean(), {
    isUnread: true,
    scope: 'site',
    page: 'company',
    group: 'Reports',
    byDefault: false,
    label: 'Downloadable reports',
    help: 'Without it the reports say that downloads are switched off for now.',
  }),
  reports_base_url_override: setting(SecureBase.nullable(), {
    isUnread: true,
    scope: 'site',
    page: 'superuser',
    group: 'Reports',
    byDefault: null,
    label: 'Address of the reports server',
    help: 'Leave it empty to use this server.',
  }),
  plus: setting(z.boolean(), {
    scope: 'site',
    page: 'superuser',
    group: 'Plan',
    byDefault: false,
    label: 'Plus tier',
    help: 'Opens the plus page and what belongs to it to who may manage it.',
  }),
  enable_sidekick: setting(z.boolean(), {
    scope: 'site',
    page: 'plus',
    group: 'Sidekick',
    byDefault: false,
    label: 'CPT insights',
    help: 'The sidekick beside a note shows what the prediction service expects. It stays empty until that service is connected to this server.',
  }),
  late_cancel_hours: setting(z.int().min(1).max(168), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: 24,
    label: 'A cancellation is late within',
    help: 'Counted back from when the visit begins.',
    choices: lateHours.map((hours) => ({ value: hours, label: `${hours} hours` })),
  }),
  late_cancel_fee: setting(z.int().min(0).max(50_000), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: 0,
    label: 'Fee for a late cancellation',
    help: 'Offered with each late cancellation. The patient owes it, not the insurance.',
    choices: lateFees.map((cents) => ({ value: cents, label: cents === 0 ? 'No fee' : showMoney(cents) })),
  }),
  calendar_feed_initials: setting(z.boolean(), {
    scope: 'site',
    page: 'company',
    group: 'Scheduling',
    byDefault: false,
    label: 'Initials in calendar feeds',
    help: 'They leave the clinic with the visits that people read in calendars of their own. Otherwise no patient is told.',
  }),
  patient_mail_name: setting(OptionalLine(80), {
    scope: 'facility',
    group: 'Patients',
    byDefault: null,
    label: 'Name in messages to patients',
    help: 'Left empty, patients read the name of the company.',
  }),
  week_starts_on: setting(WeekStart, {
    scope: 'user',
    group: 'Calendar',
    byDefault: 0,
    label: 'Weeks begin on',
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
