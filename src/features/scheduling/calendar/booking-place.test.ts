import { expect, test } from 'vitest';
import { provider, testId } from '#contract/testing/rows.ts';
import { newPlace } from './booking-place.ts';

const given = {
  date: '2026-11-18',
  now: '2026-11-18T10:07',
  filter: { FacilityId: null, ProviderIds: [] },
  providers: [provider],
  own: null,
};

test.each([
  ['the next quarter of an hour today', '2026-11-18', '2026-11-18T10:07', '2026-11-18T10:15'],
  ['this quarter of an hour', '2026-11-18', '2026-11-18T10:30', '2026-11-18T10:30'],
  ['tomorrow when today is over', '2026-11-18', '2026-11-18T17:50', '2026-11-19T09:00'],
  ['never the past', '2026-11-02', '2026-11-18T10:07', '2026-11-18T10:15'],
  ['the morning of another day', '2026-12-01', '2026-11-18T10:07', '2026-12-01T09:00'],
])('a new visit begins at %s', (_name, date, now, Start) => {
  expect(newPlace({ ...given, date, now }).Start).toBe(Start);
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
