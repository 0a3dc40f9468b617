import { expect, test } from 'vitest';
import { Website } from '../session/endpoints.ts';
import { mayChange, settingKeys, settings, settingsFrom, SomeSettings } from './settings.ts';

test('every default fits its own schema, and every setting reaches the browsers', () => {
  for (const key of settingKeys) {
    expect(settings[key].schema.safeParse(settings[key].byDefault).success, key).toBe(true);
    expect(Object.keys(Website.shape)).toContain(key);
  }
});

test('what is not stored, or cannot be read, is as it is by default', () => {
  const read = settingsFrom({ enable_reports: true, idle_timeout_ms: 'long', hide_pain_point: null, other: 1 });
  expect(read).toMatchObject({ enable_reports: true, idle_timeout_ms: 2_400_000, hide_pain_point: false });
  expect(Object.keys(read)).toEqual(settingKeys);
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

const nobody = { mayManageCompany: false, mayManagePlus: false, SuperUser: false, plus: true };
test.each([
  ['company', { mayManageCompany: true }, true],
  ['company', { mayManagePlus: true }, false],
  ['plus', { mayManagePlus: true }, true],
  ['plus', { mayManagePlus: true, plus: false }, false],
  ['superuser', { mayManageCompany: true, mayManagePlus: true }, false],
  ['superuser', { SuperUser: true }, true],
] as const)('a setting of the %s page is changed by %o: %s', (page, more, expected) => {
  expect(mayChange(page, { ...nobody, ...more })).toBe(expected);
});
