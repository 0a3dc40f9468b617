import { expect, test } from 'vitest';
import { knownOf, newsOf, type Known } from './news.ts';
import { reminderDecision, reminderTime } from './reminders.ts';
import { newsSubject, newsText, type NewsLine } from './words.ts';

const timeZone = 'America/New_York';
const FacilityId = '11111111-1111-4111-8111-111111111111' as never;
const other = '22222222-2222-4222-8222-222222222222' as never;
const wall = '2026-11-20T12:00';
const at = (Start: string, stage = 'scheduled', where = FacilityId) => ({
  Start,
  stage: stage as never,
  FacilityId: where,
});
const known = (Start: string, stage = 'scheduled'): Known => knownOf(at(Start, stage));
const soon = '2026-11-23T10:15';
const later = '2026-11-24T09:00';

test.each<[string, Known | null, Parameters<typeof newsOf>[1], string | null]>([
  ['a booking', null, at(soon), 'booked'],
  ['a booking taken back', null, null, null],
  ['a booking cancelled at once', null, at(soon, 'cancelled'), null],
  ['a move', known(soon), at(later), 'moved'],
  ['a move taken back', known(soon), at(soon), null],
  ['another facility at the same time', known(soon), at(soon, 'scheduled', other), 'moved'],
  ['a cancellation', known(soon), at(soon, 'cancelled'), 'cancelled'],
  ['a late cancellation', known(soon), at(soon, 'lateCancel'), 'cancelled'],
  ['moved and then removed', known(soon), null, 'cancelled'],
  ['put back after it was cancelled', known(soon, 'cancelled'), at(soon), 'booked'],
  ['a no-show, which the patient knows', known(soon), at(soon, 'noShow'), null],
  ['a visit that has begun', known(soon), at(soon, 'inProgress'), null],
  ['a booking of what is over', null, at('2026-11-20T11:00'), null],
  ['a cancellation of what is over', known('2026-11-20T11:00'), at('2026-11-20T11:00', 'cancelled'), null],
])('%s', (_, before, is, news) => {
  expect(newsOf(before, is, wall)).toBe(news);
});

test.each([
  ['two days before, at the same time of day', '2026-11-25T10:15', 48, '2026-11-23T15:15:00.000Z'],
  ['two days before over the change of the clocks', '2026-03-09T10:15', 48, '2026-03-07T15:15:00.000Z'],
  ['a day before the clocks go back', '2026-11-01T10:15', 24, '2026-10-31T14:15:00.000Z'],
  ['two hours before', '2026-11-25T14:00', 2, '2026-11-25T17:00:00.000Z'],
  ['two hours before in the morning: the evening before', '2026-11-25T08:30', 2, '2026-11-25T01:30:00.000Z'],
  ['two hours before at half past nine: eight would be late enough', '2026-11-25T09:30', 2, '2026-11-25T13:00:00.000Z'],
  ['a day before a visit in the night', '2026-11-25T22:00', 24, '2026-11-25T13:00:00.000Z'],
  ['29 February', '2028-03-02T10:00', 48, '2028-02-29T15:00:00.000Z'],
  ['over the end of a year', '2027-01-01T10:00', 24, '2026-12-31T15:00:00.000Z'],
])('a reminder %s', (_, Start, hours, moment) => {
  expect(reminderTime(Start, hours, timeZone).toISOString()).toBe(moment);
});

const visit = { Start: '2026-11-25T14:00', stage: 'scheduled' as const };
const long = new Date('2026-11-01T12:00Z');

test.each<[string, Partial<Parameters<typeof reminderDecision>[0]>, string]>([
  ['before its time', { now: new Date('2026-11-23T18:59Z') }, 'later'],
  ['at its time', { now: new Date('2026-11-23T19:00Z') }, 'send'],
  ['where the server was away a while', { now: new Date('2026-11-24T00:30Z') }, 'send'],
  ['where it was away too long', { now: new Date('2026-11-24T02:00Z') }, 'never'],
  ['for a visit booked since', { now: new Date('2026-11-23T19:30Z'), setAt: new Date('2026-11-23T19:10Z') }, 'never'],
  ['for one no one knows when it was booked', { now: new Date('2026-11-23T19:00Z'), setAt: null }, 'send'],
  ['when it has begun', { now: new Date('2026-11-23T19:00Z'), visit: { ...visit, stage: 'inProgress' } }, 'never'],
  ['when it was let go', { now: new Date('2026-11-23T19:00Z'), visit: { ...visit, stage: 'cancelled' } }, 'never'],
  ['a quarter of an hour before the visit', { now: new Date('2026-11-25T18:45Z'), hoursBefore: 2 }, 'never'],
  ['over', { now: new Date('2026-11-25T20:00Z'), hoursBefore: 2 }, 'never'],
])('a reminder %s', (_, more, decision) => {
  expect(reminderDecision({ visit, hoursBefore: 48, setAt: long, timeZone, now: long, ...more })).toBe(decision);
});

test('one visit is told in a sentence, several as a list', () => {
  const booked: NewsLine = { Kind: 'booked', Start: soon, before: null };
  expect(newsText([booked], 'en')).toBe('Your visit is booked for Monday, November 23 at 10:15 AM.');
  expect(newsText([{ Kind: 'moved', Start: later, before: soon }], 'en')).toBe(
    'Your visit on Monday, November 23 at 10:15 AM is moved to Tuesday, November 24 at 9:00 AM.',
  );
  expect(newsText([{ Kind: 'moved', Start: soon, before: soon }], 'en')).toBe(
    'Your visit on Monday, November 23 at 10:15 AM is now at this clinic.',
  );
  expect(
    newsText(
      Array.from({ length: 24 }, () => booked),
      'en',
    ),
  ).toMatch(/^Updates on your 24 visits:\n(- .*\n){6}and 18 more\./);
  expect([newsSubject([booked], 'Oak', 'en'), newsSubject([booked, booked], 'Oak', 'en')]).toEqual([
    'Your visit at Oak is booked',
    'Your visits at Oak',
  ]);
});

test('in Spanish, too', () => {
  const moved: NewsLine = { Kind: 'moved', Start: later, before: soon };
  expect(newsText([moved], 'es')).toBe(
    'Su cita del lunes, 23 de noviembre a las 10:15 a. m. pasa al martes, 24 de noviembre a las 9:00 a. m.',
  );
  expect(newsText([moved, { Kind: 'cancelled', Start: '2026-11-24T13:00', before: null }], 'es')).toBe(
    `Novedades de sus 2 citas:
- lunes, 23 de noviembre a las 10:15 a. m.: pasa al martes, 24 de noviembre a las 9:00 a. m.
- martes, 24 de noviembre a la 1:00 p. m.: cancelada`,
  );
  expect(newsSubject([moved], 'Oak', 'es')).toBe('Su cita en Oak cambió de horario');
});
