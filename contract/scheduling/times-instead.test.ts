import { expect, test } from 'vitest';
import { factsWith, maya, bookingAt, visitAt } from '../testing/schedule.ts';
import { previewSeries, type SeriesVisit } from './series-preview.ts';
import { timesInstead } from './times-instead.ts';
import { addMinutes, dayOf } from './wall-time.ts';

const { VisitId: _visit, ProviderId: _provider, Start: _start, End: _end, ...series } = bookingAt('2026-11-18T10:00');
const visitsAt = (...starts: string[]): SeriesVisit[] =>
  starts.map((Start) => ({ ProviderId: maya.ProviderId, Start, End: addMinutes(Start, 45) }));
const evaluation = (Start: string) => visitAt(Start, { VisitTypeName: 'Evaluation' });

test('each visit in conflict gets a time that is free, and the others stay', () => {
  const visits = visitsAt('2026-11-18T10:00', '2026-11-20T10:00', '2026-11-23T10:00');
  const facts = factsWith({ visits: [evaluation('2026-11-18T10:00'), evaluation('2026-11-20T10:00')] });
  const instead = timesInstead(visits, (each) => previewSeries(series, each, facts));
  expect([...instead.keys()]).toEqual([0, 1]);
  const after = visits.map((visit, at) => {
    const { ProviderId, Start, End } = instead.get(at) ?? visit;
    return { ProviderId, Start, End };
  });
  expect(previewSeries(series, after, facts).map(({ verdict }) => verdict)).toEqual(['green', 'green', 'green']);
  expect(new Set(after.map(({ Start }) => dayOf(Start))).size).toBe(3);
});

test('nothing is found in the past', () => {
  const visits = visitsAt('2026-11-18T10:00');
  const now = '2026-11-18T09:50';
  const facts = factsWith({ visits: [evaluation('2026-11-18T10:00')], now });
  const [preview] = previewSeries(series, visits, facts);
  expect(preview?.alternatives.length).toBeGreaterThan(0);
  expect(preview?.alternatives.filter(({ Start }) => Start < now)).toEqual([]);
  const instead = timesInstead(visits, (each) => previewSeries(series, each, facts)).get(0);
  expect(instead && instead.Start >= now).toBe(true);
});

test('what is accepted, and what has no other time, stays as it is', () => {
  const visits = visitsAt('2026-11-18T10:00').map((visit) => ({ ...visit, accepted: true }));
  const facts = factsWith({ visits: [evaluation('2026-11-18T10:00')] });
  expect(timesInstead(visits, (each) => previewSeries(series, each, facts)).size).toBe(0);
  const red = previewSeries(series, visitsAt('2026-11-18T10:00'), facts).map((one) => ({ ...one, alternatives: [] }));
  expect(timesInstead(visitsAt('2026-11-18T10:00'), () => red).size).toBe(0);
});
