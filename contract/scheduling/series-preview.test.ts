import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import { CaseId, PatientId, VisitId } from '../base/ids.ts';
import {
  amina,
  aminasCase,
  authorization,
  ben,
  bookingAt,
  factsWith,
  ines,
  maya,
  tom,
  visitAt,
} from '../testing/schedule.ts';
import { testId } from '../testing/rows.ts';
import { casesSaid, ruleCases } from '../testing/cases.ts';
import type { BookedVisit, BookingFacts } from './booking-facts.ts';
import { bookingIssues } from './booking-issues.ts';
import { verdictOf } from './issue.ts';
import { occurrencesOf } from './occurrences.ts';
import { isBooked, previewSeries, type SeriesVisit } from './series-preview.ts';
import { addMinutes, atTime, overlap } from './wall-time.ts';

const { VisitId: _visit, ProviderId: _provider, Start: _start, End: _end, ...series } = bookingAt('2026-11-18T10:00');
const visitsAt = (...starts: string[]): SeriesVisit[] =>
  starts.map((Start) => ({ ProviderId: maya.ProviderId, Start, End: addMinutes(Start, 45) }));
const previewed = (visits: SeriesVisit[], facts: Partial<BookingFacts> = {}) =>
  previewSeries(series, visits, factsWith(facts));

describe('a preview', () => {
  test('tells each visit and why, with ways out of the red ones', () => {
    const visits = visitsAt('2026-11-18T10:00', '2026-11-20T10:00', '2026-11-23T10:00');
    const preview = previewed(visits, {
      visits: [visitAt('2026-11-20T10:00', { VisitTypeName: 'Evaluation' })],
      cases: [{ ...aminasCase, PlanOfCareEnd: '2026-11-22' }],
    });
    expect(preview.map((one) => one.verdict)).toEqual(['green', 'red', 'amber']);
    expect(preview[1]?.issues[0]?.sentence).toBe('Maya Okafor is booked 10:00 AM to 10:45 AM.');
    expect(preview.map((one) => one.alternatives.length)).toEqual([0, 3, 0]);
    expect(preview[1]?.alternatives.map(({ kind, ProviderId, Start }) => [kind, ProviderId, Start])).toEqual([
      ['other-time', maya.ProviderId, '2026-11-20T09:15'],
      ['other-provider', ben.ProviderId, '2026-11-20T10:00'],
      // Monday has a visit of the series; Saturday and Sunday nobody works.
      ['next-day', maya.ProviderId, '2026-11-24T10:00'],
    ]);
  });

  test('a time that the clocks go over is red, is never accepted, and no way out leads to another', () => {
    const [visit] = visitsAt('2026-03-08T02:30').map((one) => ({ ...one, accepted: true }));
    const week = Array.from({ length: 7 }, () => [
      { start: '00:00', end: '23:59', FacilityId: series.FacilityId },
    ]) as unknown as typeof maya.Schedule;
    const [judged] = previewed([visit!], { providers: [{ ...maya, Schedule: week }] });
    expect(judged?.issues).toMatchObject([{ code: 'no-such-time', severity: 'hard' }]);
    expect(isBooked(visit!, judged?.issues ?? [])).toBe(false);
    const starts = judged?.alternatives.map(({ Start }) => Start) ?? [];
    expect(starts.length).toBeGreaterThan(0);
    expect(
      starts.filter((Start) => Start.startsWith('2026-03-08T02') || addMinutes(Start, 45).startsWith('2026-03-08T02')),
    ).toEqual([]);
  });

  test('on a day off, only another provider or another day is a way out', () => {
    const providers = [
      { ...maya, time_off: [{ Start: '2026-11-18T00:00', End: '2026-11-20T00:00', Reason: '' }] },
      ben,
      tom,
      ines,
    ];
    const [visit] = previewed(visitsAt('2026-11-18T10:00'), { providers });
    expect(visit?.alternatives.map(({ kind, Start }) => [kind, Start])).toEqual([
      ['other-provider', '2026-11-18T10:00'],
      ['next-day', '2026-11-20T10:00'],
    ]);
  });

  test('no assistant stands in for a therapist, but a therapist for an assistant', () => {
    const [visit] = previewed(
      visitsAt('2026-11-22T10:00').map((one) => ({
        ...one,
        ProviderId: tom.ProviderId,
        Start: '2026-11-18T10:00',
        End: '2026-11-18T10:45',
      })),
      { providers: [tom, maya], visits: [visitAt('2026-11-18T10:00', { ProviderId: tom.ProviderId })] },
    );
    expect(visit?.alternatives.find((one) => one.kind === 'other-provider')?.ProviderId).toBe(maya.ProviderId);
    const [hers] = previewed(visitsAt('2026-11-18T10:00'), {
      providers: [maya, tom],
      visits: [visitAt('2026-11-18T10:00')],
    });
    expect(hers?.alternatives.map((one) => one.kind)).toEqual(['other-time', 'other-time', 'next-day']);
  });

  test('visits of the series before it count against the authorization', () => {
    const visits = visitsAt('2026-11-18T10:00', '2026-11-20T10:00', '2026-11-23T10:00');
    const preview = previewed(visits, { authorizations: [authorization({ Allowed: 2 })] });
    expect(preview.map((one) => one.verdict)).toEqual(['green', 'green', 'amber']);
    expect(preview[2]?.issues[0]?.sentence).toBe('All 2 authorized visits until 12/31/2026 are booked.');
  });

  test('a red one does not count, unless it is accepted', () => {
    const visits = visitsAt('2026-11-22T10:00', '2026-11-23T10:00');
    const facts = { authorizations: [authorization({ Allowed: 1 })] };
    expect(previewed(visits, facts).map((one) => one.verdict)).toEqual(['red', 'green']);
    const accepted = visits.map((one, at) => ({ ...one, accepted: at === 0 }));
    expect(previewed(accepted, facts).map((one) => one.verdict)).toEqual(['red', 'amber']);
  });

  test('two visits of a series on one day do not both go through unasked', () => {
    const preview = previewed(visitsAt('2026-11-18T10:00', '2026-11-18T10:30', '2026-11-18T15:00'));
    expect(preview.map((one) => one.issues.map((each) => each.code))).toEqual([[], ['patient-busy'], ['same-day']]);
  });

  test('a chosen alternative takes the place of the visit', () => {
    const visits = visitsAt('2026-11-18T10:00', '2026-11-19T10:00');
    const facts = { visits: [visitAt('2026-11-18T10:00')] };
    const [red] = previewed(visits, facts);
    for (const { ProviderId, Start, End } of red?.alternatives ?? []) {
      const [chosen, other] = previewed([{ ProviderId, Start, End }, ...visits.slice(1)], facts);
      expect([chosen?.verdict, other?.verdict]).toEqual(['green', 'green']);
    }
  });
});

const providers = [maya, ben, tom, ines].map((one) => one.ProviderId);
const types = ['Follow-up', 'Evaluation', 'Modality', 'Balance class'];
// A winter fortnight with the end of summer time in it, by days from Monday, 26 October 2026.
const start = fc
  .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 7, max: 17 }), fc.constantFrom('00', '15', '30'))
  .map(([days, hour, minute]) => atTime(addDays('2026-10-26', days), `${String(hour).padStart(2, '0')}:${minute}`));
const booked = fc
  .array(
    fc.record({
      Start: start,
      minutes: fc.constantFrom(15, 45, 90),
      ProviderId: fc.constantFrom(...providers),
      VisitTypeName: fc.constantFrom(...types),
      patient: fc.constantFrom('amina', 'otto', 'another'),
      stage: fc.constantFrom('scheduled', 'closed', 'cancelled', 'noShow'),
    }),
    { maxLength: 14 },
  )
  .map((rows) =>
    rows.map(({ minutes, patient, ...row }, at): BookedVisit => {
      const whose = {
        amina,
        otto: {},
        another: { PatientId: PatientId.parse(testId(60)), CaseId: CaseId.parse(testId(61)) },
      }[patient];
      return visitAt(row.Start, {
        ...row,
        ...whose,
        End: addMinutes(row.Start, minutes),
        VisitId: VisitId.parse(testId(1_000 + at)),
      });
    }),
  );
const facts: fc.Arbitrary<BookingFacts> = fc
  .record({
    visits: booked,
    isOff: fc.boolean(),
    holidays: fc.constantFrom([], [{ day: '2026-10-30', Name: 'Nevada Day', FacilityIds: null }]),
    Allowed: fc.option(fc.integer({ min: 0, max: 9 })),
    MaxAtOnce: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ visits, isOff, holidays, Allowed, MaxAtOnce }) =>
    factsWith({
      visits,
      holidays,
      authorizations: Allowed === null ? [] : [authorization({ Allowed, Start: null })],
      providers: [
        {
          ...maya,
          MaxAtOnce,
          time_off: isOff ? [{ Start: '2026-10-27T10:00', End: '2026-10-28T12:00', Reason: '' }] : [],
        },
        ben,
        tom,
        ines,
      ],
    }),
  );
const wanted = fc
  .record({
    times: fc.uniqueArray(
      fc.record({ weekday: fc.integer({ min: 0, max: 6 }), time: fc.constantFrom('08:00', '10:00', '10:30', '16:30') }),
      { minLength: 1, maxLength: 3, selector: (one) => `${one.weekday} ${one.time}` },
    ),
    count: fc.integer({ min: 1, max: 7 }),
    Minutes: fc.constantFrom(30, 45, 60),
  })
  .map((rule): SeriesVisit[] => {
    const result = occurrencesOf({ from: '2026-10-26', ...rule });
    if ('refusal' in result) throw new Error(result.refusal);
    return result.occurrences.map((one) => ({ ...one, ProviderId: maya.ProviderId }));
  });

function asVisit(visit: SeriesVisit, at: number): BookedVisit {
  const { accepted: _, ...span } = visit;
  return { ...visitAt(span.Start, { ...amina, ...span }), VisitId: VisitId.parse(testId(2_000 + at)) };
}

test(`a preview is what booking one by one would meet, and the good ones never overlap (${casesSaid})`, () => {
  fc.assert(
    fc.property(facts, wanted, (facts, visits) => {
      const preview = previewSeries(series, visits, facts);
      const soFar: BookedVisit[] = [];
      for (const [at, visit] of visits.entries()) {
        const booking = { ...series, ...visit, VisitId: null };
        const issues = bookingIssues(booking, { ...facts, visits: [...facts.visits, ...soFar] });
        expect(preview[at]?.issues).toEqual(issues);
        expect(preview[at]?.verdict).toBe(verdictOf(issues));
        if (isBooked(visit, issues)) soFar.push(asVisit(visit, at));
      }
      for (const one of soFar) {
        if (soFar.some((other) => other !== one && overlap(one, other))) throw new Error(`${one.Start} overlaps.`);
        const own = facts.visits.filter((each) => each.PatientId === amina.PatientId && each.stage === 'scheduled');
        if (own.some((other) => overlap(one, other))) throw new Error(`${one.Start} is where the patient is booked.`);
      }
    }),
    ruleCases,
  );
}, 600_000);

test(`what is offered for a red one is green but for what the case allows, and can be chosen (${casesSaid})`, () => {
  fc.assert(
    fc.property(facts, wanted, (facts, visits) => {
      const preview = previewSeries(series, visits, facts);
      const good = preview.flatMap((one, at) => (one.verdict === 'red' ? [] : [asVisit(visits[at] ?? one, at)]));
      for (const { verdict, alternatives } of preview) {
        expect(alternatives.length).toBeLessThanOrEqual(verdict === 'red' ? 3 : 0);
        for (const { ProviderId, Start, End, issues, verdict } of alternatives) {
          const now = bookingIssues(
            { ...series, VisitId: null, ProviderId, Start, End },
            { ...facts, visits: [...facts.visits, ...good] },
          );
          expect(issues).toEqual(now);
          expect(verdict).toBe(verdictOf(now));
          if (now.some((one) => one.code !== 'past-authorization')) throw new Error(`${Start} is not free.`);
          expect(facts.authorizations.length > 0 || verdict === 'green').toBe(true);
        }
      }
    }),
    ruleCases,
  );
}, 600_000);

test('a facility no one knows stands against nothing', () => {
  expect(previewed(visitsAt('2026-11-18T10:00'), { facilities: [] })[0]?.verdict).toBe('green');
});
