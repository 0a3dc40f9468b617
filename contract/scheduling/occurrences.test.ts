import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import { casesSaid, ruleCases } from '../testing/cases.ts';
import { occurrencesOf, type SeriesRule, type WeeklyTime } from './occurrences.ts';
import { addMinutes, dayOf, weekdayOf } from './wall-time.ts';

const monday = { weekday: 1, time: '10:00' };
const thursday = { weekday: 4, time: '14:30' };
const rule: SeriesRule = { from: '2026-11-18', times: [thursday, monday], Minutes: 45 };

function starts(of: SeriesRule): string[] {
  const result = occurrencesOf(of);
  return 'refusal' in result ? [result.refusal] : result.occurrences.map((one) => one.Start);
}

describe('the visits of a series', () => {
  test.each<[string, Partial<SeriesRule>, string[]]>([
    ['a count', { count: 3 }, ['2026-11-19T14:30', '2026-11-23T10:00', '2026-11-26T14:30']],
    ['a last day, itself included', { until: '2026-11-23' }, ['2026-11-19T14:30', '2026-11-23T10:00']],
    [
      'twice a week for two weeks',
      { VisitsPerWeek: 2, PlanWeeks: 2 },
      ['2026-11-19T14:30', '2026-11-23T10:00', '2026-11-26T14:30', '2026-11-30T10:00'],
    ],
    [
      'a time of today that is over gives way to the next',
      { from: '2026-11-19', count: 2, now: '2026-11-19T14:31' },
      ['2026-11-23T10:00', '2026-11-26T14:30'],
    ],
    [
      'the minute it is has not passed',
      { from: '2026-11-19', count: 2, now: '2026-11-19T14:30' },
      ['2026-11-19T14:30', '2026-11-23T10:00'],
    ],
    [
      'two times on one day',
      {
        times: [
          { weekday: 4, time: '15:00' },
          { weekday: 4, time: '09:00' },
        ],
        count: 3,
      },
      ['2026-11-19T09:00', '2026-11-19T15:00', '2026-11-26T09:00'],
    ],
    [
      'the clocks change on 1 November 2026, the wall time does not',
      {
        from: '2026-10-29',
        times: [
          { weekday: 0, time: '01:30' },
          { weekday: 4, time: '10:00' },
        ],
        count: 4,
      },
      ['2026-10-29T10:00', '2026-11-01T01:30', '2026-11-05T10:00', '2026-11-08T01:30'],
    ],
    [
      'an hour that 14 March 2027 does not have keeps its name',
      { from: '2027-03-14', times: [{ weekday: 0, time: '02:30' }], count: 2 },
      ['2027-03-14T02:30', '2027-03-21T02:30'],
    ],
    [
      '29 February',
      { from: '2028-02-28', times: [{ weekday: 2, time: '10:00' }], count: 2 },
      ['2028-02-29T10:00', '2028-03-07T10:00'],
    ],
    ['a year end', { from: '2026-12-31', times: [thursday], count: 2 }, ['2026-12-31T14:30', '2027-01-07T14:30']],
  ])('%s', (_, change, expected) => {
    expect(starts({ ...rule, ...change })).toEqual(expected);
  });

  test.each<[string, Partial<SeriesRule>, string]>([
    ['no end', {}, 'Enter the number of visits or the last day.'],
    ['half a plan', { VisitsPerWeek: 2 }, 'Enter the number of visits or the last day.'],
    ['two ends', { count: 3, until: '2026-12-01' }, 'Enter either the number of visits or the last day, not both.'],
    ['no day', { times: [], count: 3 }, 'Choose at least one day of the week.'],
    ['no time', { times: [{ weekday: 1, time: '' }], count: 3 }, 'Give each day a time.'],
    ['a weekday that is none', { times: [{ weekday: 7, time: '10:00' }], count: 3 }, 'Give each day a time.'],
    ['a time twice', { times: [monday, monday], count: 3 }, 'The same day and time is listed twice.'],
    ['no first day', { from: '', count: 3 }, 'Choose the first day.'],
    ['a first day that is none', { from: '2026-02-30', count: 3 }, 'Choose the first day.'],
    ['a last day that is none', { until: '2026-02-30' }, 'Choose the last day.'],
    ['a last day before the first', { until: '2026-11-17' }, 'The last day is before the first.'],
    [
      'a last day before any of the days',
      { until: '2026-11-18' },
      'None of the chosen days is between 11/18/2026 and 11/18/2026.',
    ],
    ['no visit', { count: 0 }, 'A series needs at least one visit.'],
    ['half a visit', { count: 2.5 }, 'A series needs at least one visit.'],
    ['too many', { count: 201 }, 'A series can have at most 200 visits. This one has 201.'],
    [
      'a last day too far off',
      { until: '2040-01-01' },
      'A series can have at most 200 visits. Choose an earlier last day.',
    ],
    ['too long a visit', { count: 3, Minutes: 481 }, 'A visit takes 5 to 480 minutes.'],
    ['no length', { count: 3, Minutes: Number.NaN }, 'A visit takes 5 to 480 minutes.'],
    [
      'days that do not fit the plan',
      { VisitsPerWeek: 3, PlanWeeks: 6 },
      'The plan of care says 3 a week. Choose 3 times.',
    ],
    ['a plan without weeks', { VisitsPerWeek: 2, PlanWeeks: 0 }, 'A series needs at least one visit.'],
    ['the end of all calendars', { from: '9999-12-30', count: 3 }, 'Choose an earlier first day.'],
  ])('%s is refused', (_, change, refusal) => {
    expect(starts({ ...rule, ...change })).toEqual([refusal]);
  });
});

// Around each day on which a clock or a calendar does something of its own.
const edges = ['2026-11-01', '2027-03-14', '2028-02-29', '2026-12-31', '2100-02-28', '2096-02-29', '2000-01-01'];
const from = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -40, max: 40 }))
  .map(([edge, days]) => addDays(edge, days));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const times: fc.Arbitrary<WeeklyTime[]> = fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 0, max: 6 }), time }), {
  selector: (one) => `${one.weekday} ${one.time}`,
  minLength: 1,
  maxLength: 5,
});

test(`wall time and weekday are kept, and there are exactly as many as asked for (${casesSaid})`, () => {
  const Minutes = fc.integer({ min: 5, max: 480 });
  fc.assert(
    fc.property(from, times, Minutes, fc.integer({ min: 1, max: 200 }), (from, times, Minutes, count) => {
      const result = occurrencesOf({ from, times, Minutes, count });
      if ('refusal' in result) throw new Error(result.refusal);
      const { occurrences } = result;
      expect(occurrences).toHaveLength(count);
      for (const [at, { Start, End }] of occurrences.entries()) {
        if (!times.some((one) => one.time === Start.slice(11) && one.weekday === weekdayOf(dayOf(Start)))) {
          throw new Error(`${Start} is none of the times.`);
        }
        if (End !== addMinutes(Start, Minutes)) throw new Error(`${Start} to ${End} is not ${Minutes} minutes.`);
        if (Start <= (occurrences[at - 1]?.Start ?? '')) throw new Error(`${Start} is not later than the one before.`);
      }
      // None is left out: the first round of the week is whole, and each comes again after seven days.
      for (const { weekday, time } of count < times.length ? [] : times) {
        const first = Array.from({ length: 7 }, (_, days) => addDays(from, days)).find(
          (day) => weekdayOf(day) === weekday,
        );
        expect(occurrences.some((one) => one.Start === `${first}T${time}`)).toBe(true);
      }
      for (const [at, { Start }] of occurrences.entries()) {
        const before = occurrences[at - times.length];
        const expected = before ? `${addDays(dayOf(before.Start), 7)}${before.Start.slice(10)}` : Start;
        if (Start !== expected || (!before && dayOf(Start) > addDays(from, 6)))
          throw new Error(`One before ${Start} is left out.`);
      }
    }),
    ruleCases,
  );
}, 600_000);

test(`a last day gives what its count gives (${casesSaid})`, () => {
  fc.assert(
    fc.property(from, times, fc.integer({ min: 0, max: 250 }), (from, times, days) => {
      const until = addDays(from, days);
      const result = occurrencesOf({ from, times, Minutes: 30, until });
      if ('refusal' in result) return;
      const again = occurrencesOf({ from, times, Minutes: 30, count: result.occurrences.length + 1 });
      if ('refusal' in again) return;
      expect(again.occurrences.slice(0, -1)).toEqual(result.occurrences);
      expect(dayOf(again.occurrences.at(-1)?.Start ?? '') > until).toBe(true);
    }),
    ruleCases,
  );
}, 600_000);
