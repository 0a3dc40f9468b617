import { expect, test } from 'vitest';
import { worksInVisits } from './works-in-visits.ts';

test.each([
  ['front desk', ['edit patients', 'schedule visits', 'manage schedules', 'move visits.checkedIn'], false],
  ['therapist', ['write notes', 'sign notes', 'schedule visits'], true],
  ['who only cosigns', ['cosign notes'], true],
  ['who only enters charges', ['record charges'], true],
  ['biller', ['access billing', 'submit claims'], true],
  ['nobody', [], false],
])('%s works inside of visits: %o', (_role, can, works) => {
  expect(worksInVisits(can)).toBe(works);
});
