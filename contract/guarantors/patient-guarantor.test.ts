import { describe, expect, test } from 'vitest';
import { examples } from '../testing/records.ts';
import { guarantorReach } from './guarantor-reach.ts';
import { patientGuarantor } from './patient-guarantor.ts';
import { guarantorRefusals } from './typed-guarantor.ts';

const row = patientGuarantor.Row.parse(examples.patientGuarantors.row);

describe('as a whole', () => {
  test.each([
    ['complete', {}, {}],
    ['no first name', { FirstName: ' ' }, { FirstName: 'Enter the first name.' }],
    [
      'no way to be reached',
      { Email: null, Phone: null },
      { Email: 'Enter an email or a phone number. Login codes go there.' },
    ],
    ['an end before the start', { Until: '2020-01-01' }, { Until: 'The end date is before the start date.' }],
    [
      'an adult without acting',
      { IsProxy: false, IsForAdult: true },
      { IsForAdult: 'Check “Acts for the patient” as well.' },
    ],
  ])('%s', (_name, changes, refusals) => {
    expect(guarantorRefusals({ ...row, ...changes })).toEqual(refusals);
  });
});

const proxy = { IsProxy: true, IsForAdult: false, From: '2026-01-01', Until: null as string | null };
test.each([
  ['a child', proxy, '2012-06-15', '2026-06-14', 'acts'],
  ['the day before 18', proxy, '2008-06-15', '2026-06-14', 'acts'],
  ['the 18th birthday', proxy, '2008-06-15', '2026-06-15', 'pays'],
  ['a represented adult', { ...proxy, IsForAdult: true }, '1950-01-01', '2026-06-15', 'acts'],
  ['an adult', proxy, '1950-01-01', '2026-06-15', 'pays'],
  ['one who only pays', { ...proxy, IsProxy: false }, '2012-06-15', '2026-06-14', 'pays'],
  ['before the start', proxy, '2012-06-15', '2025-12-31', null],
  ['the first day', proxy, '2012-06-15', '2026-01-01', 'acts'],
  ['the last day', { ...proxy, Until: '2026-03-31' }, '2012-06-15', '2026-03-31', 'acts'],
  ['after the last day', { ...proxy, Until: '2026-03-31' }, '2012-06-15', '2026-04-01', null],
])('for %s', (_name, guarantor, DateOfBirth, today, reach) => {
  expect(guarantorReach(guarantor, { DateOfBirth }, today)).toBe(reach);
});
