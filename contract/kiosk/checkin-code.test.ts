import { expect, test } from 'vitest';
import type { VisitStage } from '../visits/stage.ts';
import { codeEnds, mayShowCode } from './checkin-code.ts';
import { tokenInCode } from './token-in-code.ts';

const Start = '2026-11-18T10:15';

test.each<[string, string, VisitStage, boolean, boolean]>([
  ['on the day', '2026-11-18T07:00', 'scheduled', true, true],
  ['confirmed', '2026-11-18T10:00', 'confirmed', true, true],
  ['late on the day', '2026-11-18T23:59', 'scheduled', true, true],
  ['the day before', '2026-11-17T23:59', 'scheduled', true, false],
  ['the day after', '2026-11-19T00:00', 'scheduled', true, false],
  ['where there is no kiosk', '2026-11-18T10:00', 'scheduled', false, false],
  ['once they have arrived', '2026-11-18T10:00', 'checkedIn', true, false],
  ['once it began', '2026-11-18T10:20', 'inProgress', true, false],
  ['canceled', '2026-11-18T10:00', 'cancelled', true, false],
  ['not come', '2026-11-18T12:00', 'noShow', true, false],
])('%s: at %s, %s, with a kiosk %s, a code is shown: %s', (_, wall, stage, hasKiosk, isShown) => {
  expect(mayShowCode({ visit: { Start, stage }, wall, hasKiosk })).toBe(isShown);
});

test.each([
  [Start, '2026-11-19T00:00'],
  ['2026-12-31T23:00', '2027-01-01T00:00'],
  ['2028-02-28T08:00', '2028-02-29T00:00'],
])('the code of a visit at %s ends at %s', (start, end) => {
  expect(codeEnds(start)).toBe(end);
});

const token = `demo.${'aB3_-'.repeat(4)}xy`;
test.each([
  [`https://clinic.test/s/${token}`, token],
  [`http://localhost:3000/s/${token}\n`, token],
  [token, token],
  [`https://clinic.test/s/${token}/more`, null],
  [`https://clinic.test/x/${token}`, null],
  [`https://clinic.test/s/${token}z`, null],
  ['https://clinic.test/s/demo.short', null],
  ['WIFI:S:Clinic;T:WPA;P:secret;;', null],
  ['', null],
])('a camera that read %j has read the token %s', (text, found) => {
  expect(tokenInCode(text)).toBe(found);
});
