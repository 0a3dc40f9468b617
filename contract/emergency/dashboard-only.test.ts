import { expect, test } from 'vitest';
import { seesDashboardOnly } from './dashboard-only.ts';

test.each([
  [['request emergency access'], true, true],
  [['request emergency access'], false, false],
  [['request emergency access', 'has emergency access'], true, false],
  [['edit patients'], true, false],
])('%o where it is enabled %s: %s', (can, isEnabled, expected) => {
  expect(seesDashboardOnly(can, isEnabled)).toBe(expected);
});
