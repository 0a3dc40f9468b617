import { z } from 'zod';
import { idleLockMs } from '../session/limits.ts';

/** Whose value it is: one for the whole site, one for each facility, or one for each user. */
export type SettingScope = 'site' | 'facility' | 'user';
/** Who may change it: company settings, the plus page (spec 6), or superusers alone. */
export type SettingPage = 'company' | 'plus' | 'superuser';

type About<T> = {
  scope: SettingScope;
  page: SettingPage;
  group: string;
  /** What holds until somebody changes it. */
  byDefault: T;
  label: string;
  help: string;
  /** For a number: the values to choose from, with their words. */
  choices?: readonly { value: number; label: string }[];
  /** Nothing reads it yet: it is kept and told (spec 3), and no screen offers a switch that does nothing. */
  isUnread?: true;
};

function setting<S extends z.ZodType>(schema: S, about: About<z.output<S>>) {
  return { schema, ...about };
}

const minute = 60_000;
const idleMinutes = [5, 10, 15, 20, 30, 40];
/** domain.md 6.20: 2 to 3 hours are seen elsewhere. */
const emergencyMinutes = [15, 30, 60, 120, 180, 240];

/** Only over TLS: reports hold patient data. */
const SecureBase = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' }).max(200);

/** Every setting there is: what it holds, who may change it, and in what words (spec 3, Website settings). */
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
} as const;

export type SettingKey = keyof typeof settings;
export type Settings = { [K in SettingKey]: z.output<(typeof settings)[K]['schema']> };
export const settingKeys = Object.keys(settings) as SettingKey[];

type Shape = { [K in SettingKey]: (typeof settings)[K]['schema'] };
// Object.fromEntries forgets which key has which schema.
const shape = Object.fromEntries(settingKeys.map((key) => [key, settings[key].schema])) as unknown as Shape;

/** Some settings with the values they are to have, or had. */
export const SomeSettings = z.strictObject(shape).partial();
export type SomeSettings = z.output<typeof SomeSettings>;

/** The settings out of what a site stores: what it does not store, or cannot be read, is as it is by default. */
export function settingsFrom(stored: Readonly<Record<string, unknown>>): Settings {
  const entries = settingKeys.map((key) => {
    const { schema, byDefault } = settings[key];
    const read = schema.safeParse(stored[key]);
    return [key, read.success ? read.data : byDefault];
  });
  return Object.fromEntries(entries) as Settings;
}

/** Whether a user may change what stands on a page of settings (spec 6). */
export function mayChange(
  page: SettingPage,
  who: { mayManageCompany: boolean; mayManagePlus: boolean; SuperUser: boolean; plus: boolean },
): boolean {
  if (page === 'superuser') return who.SuperUser;
  return page === 'plus' ? who.plus && who.mayManagePlus : who.mayManageCompany;
}
