import { expect, test } from 'vitest';
import { provider } from '#contract/testing/rows.ts';
import { ProviderChanges } from '#contract/providers/provider-fields.ts';
import { dayProblem } from '#contract/providers/schedule-blocks.ts';
import { fieldsOf, firstProblem, npiProblem, timeOffNote, timeOffProblem, valuesOf } from './provider-form.ts';

const week = {
  time_off: [
    { Start: '2026-12-24T00:00', End: '2026-12-27T00:00', Reason: 'Holidays' },
    { Start: '2026-12-29T13:30', End: '2026-12-29T16:00', Reason: 'Dentist' },
    { Start: '2026-12-30T12:00', End: '2027-01-02T00:00', Reason: '' },
  ],
};
const block = (start: string, end: string) => ({ start, end, FacilityId: provider.FacilityIds[0] ?? ('' as never) });

const zone = 'America/New_York';

test('a record that is opened and saved says the same', () => {
  const full = { ...provider, ...week, LicenseNumbersByState: { MA: 'PT1' } };
  const fields = fieldsOf(valuesOf(full));
  expect(ProviderChanges.parse(fields)).toMatchObject({
    Type: full.Type,
    Schedule: full.Schedule,
    LicenseNumbersByState: { MA: 'PT1' },
    time_off: week.time_off,
    NotesPermission: full.NotesPermission,
  });
});

test('lines that are not filled in are left out', () => {
  const values = {
    ...valuesOf(provider),
    licences: [{ state: null, number: '1' }],
    notes: [{ PayerId: null, NotesPermission: 'C' as const }],
    timeOff: [{ first: '2026-12-24', from: '', last: null, until: '', Reason: '' }],
  };
  expect(fieldsOf(values)).toMatchObject({ LicenseNumbersByState: {}, notes_permissions: [], time_off: [] });
});

test.each([
  [[], null],
  [[block('08:00', '12:00'), block('12:00', '13:00')], null],
  [[block('08:00', '12:00'), block('11:59', '13:00')], 'These times overlap.'],
  [[block('12:00', '08:00')], 'A time ends before it starts.'],
  [[block('', '08:00')], 'A time is missing.'],
])('%j: %s', (day, problem) => {
  expect(dayProblem(day)).toBe(problem);
});

test.each([
  ['', null],
  ['1234567893', null],
  ['1234567890', 'The check digit is wrong. Check the number for typos.'],
  ['12345', 'An NPI has ten digits.'],
])('NPI %s: %s', (typed, problem) => {
  expect(npiProblem(typed)).toBe(problem);
});

test('a state or a payer twice is told before it is sent', () => {
  const twice = { state: 'MA', number: '1' };
  expect(firstProblem({ ...valuesOf(provider), licences: [twice, twice] }, zone)).toBe('A state has two licenses.');
});

test.each([
  ['', '', null],
  ['13:30', '16:00', null],
  ['16:00', '13:30', 'It ends before it starts.'],
  ['13:30', '13:30', 'It ends before it starts.'],
  ['13:30', '', null],
])('time off on one day from %s until %s: %s', (from, until, problem) => {
  expect(timeOffProblem({ first: '2026-12-24', from, last: '2026-12-24', until, Reason: '' }, zone)).toBe(problem);
});

test.each([
  ['2027-03-14', '02:30', 'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.', null],
  [
    '2027-11-07',
    '01:30',
    null,
    'The clocks go back on 11/07/2027: 1:30 AM comes twice that night, and the first one is meant.',
  ],
])('time off in the night of %s from %s', (first, from, problem, note) => {
  const one = { first, from, last: first, until: '12:00', Reason: '' };
  expect([timeOffProblem(one, zone), timeOffNote(one, zone)]).toEqual([problem, note]);
  expect(firstProblem({ ...valuesOf(provider), timeOff: [one] }, zone)).toBe(problem);
});
