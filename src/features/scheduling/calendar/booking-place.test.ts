import { expect, test } from 'vitest';
import type { Provider } from '#contract/providers/provider.ts';
import { provider, testId } from '#contract/testing/rows.ts';
import { newPlace } from './booking-place.ts';

const hours = (start: string) => ({ FacilityId: provider.FacilityIds[0] ?? testId(97), start, end: '19:00' });
/** One who works on Wednesdays alone. */
const week = (wednesday: ReturnType<typeof hours>[]) => [[], [], [], wednesday, [], [], []] as Provider['Schedule'];
const given = {
  date: '2026-11-18',
  now: '2026-11-18T10:07',
  filter: { FacilityId: null, ProviderIds: [] },
  providers: [{ ...provider, Schedule: week([]) }],
  own: null,
};

test.each([
  ['the next quarter of an hour today', '2026-11-18', '2026-11-18T10:07', '2026-11-18T10:15'],
  ['this quarter of an hour', '2026-11-18', '2026-11-18T10:30', '2026-11-18T10:30'],
  ['tomorrow when today is over', '2026-11-18', '2026-11-18T17:50', '2026-11-19T08:00'],
  ['eight in the morning, and not in the night', '2026-11-18', '2026-11-18T02:07', '2026-11-18T08:00'],
  ['the next quarter of an hour of the morning', '2026-11-18', '2026-11-18T07:58', '2026-11-18T08:00'],
  ['never the past', '2026-11-02', '2026-11-18T10:07', '2026-11-18T10:15'],
  ['the morning of another day', '2026-12-01', '2026-11-18T10:07', '2026-12-01T08:00'],
])('a new visit begins at %s', (_name, date, now, Start) => {
  expect(newPlace({ ...given, date, now }).Start).toBe(Start);
});

test.each([
  ['a past day, when the first works', '2026-11-18', '2026-11-20T12:00', '2026-11-18T08:00'],
  ['the evening of today', '2026-11-20', '2026-11-20T19:05', '2026-11-20T19:15'],
  ['a day to come', '2026-11-23', '2026-11-20T19:05', '2026-11-23T08:00'],
])('a day that was chosen is kept: %s', (_name, date, now, Start) => {
  expect(newPlace({ ...given, date, now, isDayChosen: true }).Start).toBe(Start);
});

test.each([
  ['nobody in particular', {}, ''],
  ['who books', { own: provider.ProviderId }, provider.ProviderId],
  [
    'the only one who is shown',
    { filter: { FacilityId: null, ProviderIds: [provider.ProviderId] } },
    provider.ProviderId,
  ],
  ['no one, where the one shown is not here', { filter: { FacilityId: null, ProviderIds: [testId(99)] } }, ''],
])('a new visit is with %s', (_name, more, ProviderId) => {
  const place = newPlace({ ...given, ...(more as Partial<typeof given>) });
  expect(place.ProviderId).toBe(ProviderId);
  expect(place.FacilityId).toBe(ProviderId === '' ? '' : provider.FacilityIds[0]);
});

// 2026-11-18 is a Wednesday.
test.each([
  ['when the first works, in the night', {}, '2026-11-18T02:07', '2026-11-18T07:30'],
  ['when the one who is shown works', { own: testId(98) }, '2026-11-18T02:07', '2026-11-18T10:00'],
  ['later than now', {}, '2026-11-18T07:32', '2026-11-18T07:45'],
  ['on another day when the first works', { date: '2026-11-25' }, '2026-11-18T12:00', '2026-11-25T07:30'],
  ['on a day on which no one works', { date: '2026-11-22' }, '2026-11-18T12:00', '2026-11-22T08:00'],
  [
    'at eight where no one works at the facility shown',
    { filter: { FacilityId: testId(97), ProviderIds: [] } },
    '2026-11-18T02:07',
    '2026-11-18T08:00',
  ],
])('a new visit begins %s', (_name, more, now, Start) => {
  const providers = [
    { ...provider, Schedule: week([hours('07:30')]) },
    { ...provider, ProviderId: testId(98) as never, Schedule: week([hours('10:00')]) },
  ];
  expect(newPlace({ ...given, now, providers, ...(more as Partial<typeof given>) }).Start).toBe(Start);
});
