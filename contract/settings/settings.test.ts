import { expect, test } from 'vitest';
import { Website } from '../session/endpoints.ts';
import {
  facilitySettingsFrom,
  settingKeys,
  settings,
  settingsFrom,
  SomeFacilitySettings,
  SomeSettings,
  userSettingsFrom,
} from './settings.ts';
import { mayChange } from './may-change.ts';

test('every default fits its own schema, and every setting reaches the browsers', () => {
  for (const [key, { schema, byDefault }] of Object.entries(settings))
    expect(schema.safeParse(byDefault).success, key).toBe(true);
  for (const key of settingKeys) {
    expect(Object.keys(Website.shape)).toContain(key);
  }
});

test('what is not stored, or cannot be read, is as it is by default', () => {
  const read = settingsFrom({ enable_reports: true, idle_timeout_ms: 'long', hide_pain_point: null, other: 1 });
  expect(read).toMatchObject({ enable_reports: true, idle_timeout_ms: 2_400_000, hide_pain_point: false });
  expect(Object.keys(read)).toEqual(settingKeys);
});

test('a setting is read and written in its own scope alone', () => {
  expect(new Set(Object.values(settings).map(({ scope }) => scope))).toEqual(new Set(['site', 'facility', 'user']));
  expect(facilitySettingsFrom({ settings: { patient_mail_name: 'North Shore', plus: true } })).toEqual({
    patient_mail_name: 'North Shore',
  });
  expect(facilitySettingsFrom({})).toEqual({ patient_mail_name: null });
  expect(userSettingsFrom({ week_starts_on: 1, colorScheme: 'dark' })).toEqual({ week_starts_on: 1 });
  expect(userSettingsFrom({ week_starts_on: 3 })).toEqual({ week_starts_on: 0 });
  expect(SomeSettings.safeParse({ patient_mail_name: 'x' }).success).toBe(false);
  expect(SomeFacilitySettings.safeParse({ plus: true }).success).toBe(false);
});

test.each([
  [{ idle_timeout_ms: 299_999 }],
  [{ idle_timeout_ms: 2_400_001 }],
  [{ reports_base_url_override: 'http://reports.example' }],
  [{ reports_base_url_override: 'javascript:alert(1)' }],
  [{ enable_reports: 'yes' }],
  [{ pusher_key: 'mine' }],
])('%o is refused', (change) => {
  expect(SomeSettings.safeParse(change).success).toBe(false);
});

const nobody = { can: [] as string[], SuperUser: false, plus: true };
test.each([
  ['company', { can: ['access company', 'manage company settings'] }, true],
  ['company', { can: ['manage company settings'] }, false],
  ['company', { can: ['access company', 'manage prompt plus settings'] }, false],
  ['plus', { can: ['access company', 'manage prompt plus settings'] }, true],
  ['plus', { can: ['manage prompt plus settings'] }, false],
  ['plus', { can: ['access company', 'manage prompt plus settings'], plus: false }, false],
  ['superuser', { can: ['access company', 'manage company settings', 'manage prompt plus settings'] }, false],
  ['superuser', { SuperUser: true }, true],
] as const)('a setting of the %s page is changed by %o: %s', (page, more, expected) => {
  expect(mayChange(page, { ...nobody, ...more })).toBe(expected);
});
