import { expect, test } from 'vitest';
import { testId } from '../testing/rows.ts';
import { CaseEvalMeasurement } from './case-eval-measurement.ts';
import { placeName, placesOf } from './places.ts';
import { builtInMeasurements } from './catalog/catalog.ts';
import { changeSince, type Comparable } from './change-since.ts';
import type { EvalMeasurement, EvalValue } from './eval-measurement.ts';
import { EvalResponse, hasFinding, responseProblems, type ResponseFields } from './eval-response.ts';
import { caseEvalMeasurementId } from './measure-ids.ts';
import { interpretation } from './interpretation.ts';
import { normOf, percentOfNorm, sideDifference, type Person } from './norms.ts';
import type { RangeSource } from './range-source.ts';
import { trendPoints } from './trend.ts';

const of = (name: string, goalType?: string): EvalMeasurement => {
  const found = builtInMeasurements.find(({ Name, GoalType }) => Name === name && (goalType ?? GoalType) === GoalType);
  if (!found) throw new Error(`No built-in is named ${name}.`);
  return found;
};
const woman = (age: number | null): Person => ({ sex: 'F', age });
const man = (age: number | null): Person => ({ sex: 'M', age });
const unknown: Person = { sex: 'U', age: null };

test.each<[string, RangeSource, Person, number | null]>([
  ['Shoulder flexion', 'AAOS', woman(50), 180],
  ['Shoulder abduction', 'AMA', unknown, 170],
  ['Shoulder extension', 'CFR', man(50), null],
  ['Shoulder flexion', 'CDC', woman(20), 172],
  ['Shoulder flexion', 'CDC', man(44), 168.8],
  ['Shoulder flexion', 'CDC', man(45), null],
  ['Shoulder flexion', 'CDC', { sex: 'U', age: 30 }, null],
  ['Shoulder flexion', 'CDC', woman(null), null],
  ['Ankle dorsiflexion', 'CDC', woman(45), 11.6],
  ['Knee extension', 'AAOS', woman(30), null],
])('the norm of %s by %s for %j is %s', (name, source, person, low) => {
  expect(normOf(of(name), { source, ...person })?.low ?? null).toBe(low);
});

test('a clinic’s own norm counts whatever source the site chose, the closest one first', () => {
  const own = { source: 'Our clinic', sex: null, ages: null, low: 10, high: 20 };
  const forWomen = { ...own, sex: 'F' as const, low: 12 };
  const forOldWomen = { ...forWomen, ages: { from: 70, to: null }, low: 8 };
  const Norms = [own, forWomen, forOldWomen];
  expect(normOf({ Norms }, { source: 'CDC', ...man(80) })).toBe(own);
  expect(normOf({ Norms }, { source: 'AAOS', ...woman(40) })).toBe(forWomen);
  expect(normOf({ Norms }, { source: 'AAOS', ...woman(80) })).toBe(forOldWomen);
});

test.each<[EvalValue | null, [number, number] | null, number | null]>([
  [120, [180, 180], 67],
  [180, [180, 180], 100],
  [190, [180, 180], 106],
  [15, [10, 20], 100],
  [5, [10, 20], 50],
  [30, [10, 20], 150],
  [5, [0, 0], null],
  [0, [0, 0], null],
  [0, [180, 180], 0],
  [null, [180, 180], null],
  ['4', [180, 180], null],
  [120, null, null],
])('%j of the norm %j is %s %', (value, norm, percent) => {
  expect(percentOfNorm(value, norm && { low: norm[0], high: norm[1] })).toBe(percent);
});

test.each<[string, EvalValue | null, EvalValue | null, ReturnType<typeof sideDifference>]>([
  ['Shoulder flexion', 120, 160, { difference: 40, smaller: 'L', percent: 75 }],
  ['Shoulder flexion', 160, 120, { difference: 40, smaller: 'R', percent: 75 }],
  ['Shoulder flexion', 160, 160, { difference: 0, smaller: null, percent: 100 }],
  ['Elbow extension', -5, 0, { difference: 5, smaller: 'L', percent: null }],
  ['Grip strength', 20.3, 30.1, { difference: 9.8, smaller: 'L', percent: 67 }],
  ['Shoulder flexion strength', '3+', '4', { difference: 2, smaller: 'L', percent: null }],
  ['Shoulder flexion', null, 160, null],
  ['Spurling', 'positive', 'negative', null],
])('%s left %j, right %j', (name, left, right, difference) => {
  expect(sideDifference(of(name, name === 'Shoulder flexion' ? 'ROM' : undefined), left, right)).toEqual(difference);
});

test.each<[string, EvalValue | null, Person, boolean | null]>([
  ['Timed Up and Go', 12, unknown, true],
  ['Timed Up and Go', 11.9, unknown, false],
  ['Tandem stance', 9.9, unknown, true],
  ['Tandem stance', 10, unknown, false],
  ['Five times sit to stand', 15, unknown, false],
  ['Five times sit to stand', 15.1, unknown, true],
  ['Gait speed', 0.79, unknown, true],
  ['Gait speed', 0.8, unknown, false],
  ['Six-minute walk', 100, unknown, null],
  ['Timed Up and Go', null, unknown, null],
  ['30-second chair stand', 5, man(59), null],
  ['30-second chair stand', 5, man(95), null],
  ['30-second chair stand', 5, { sex: 'U', age: 70 }, null],
  ['30-second chair stand', 5, man(null), null],
])('%s %s for %j: past its cutoff is %s', (name, value, person, isPast) => {
  expect(interpretation(of(name), value, person)?.isPast ?? null).toBe(isPast);
});

/** CDC STEADI: below average is fewer than these. */
test.each([
  [60, 14, 12],
  [65, 12, 11],
  [70, 12, 10],
  [75, 11, 10],
  [80, 10, 9],
  [85, 8, 8],
  [90, 7, 4],
])('chair stands from age %i: men %i, women %i', (from, men, women) => {
  for (const age of [from, from + 4]) {
    for (const [person, limit] of [[man(age), men] as const, [woman(age), women] as const]) {
      expect(interpretation(of('30-second chair stand'), limit, person)?.isPast).toBe(false);
      expect(interpretation(of('30-second chair stand'), limit - 1, person)?.isPast).toBe(true);
    }
  }
});

test.each<[string, number, Person, string]>([
  ['Timed Up and Go', 14, unknown, 'Fall risk (12 s or more).'],
  ['Timed Up and Go', 8, unknown, 'Not past the cutoff for fall risk (12 s or more).'],
  ['30-second chair stand', 9, woman(72), 'Fall risk (under 10 reps).'],
  ['Five times sit to stand', 20, unknown, 'Fall risk (over 15 s).'],
])('%s %s for %j reads “%s”', (name, value, person, sentence) => {
  expect(interpretation(of(name), value, person)?.sentence).toBe(sentence);
});

const measured: Comparable = {
  Kind: 'number',
  Choices: [],
  Unit: '°',
  HigherIsBetter: true,
  Mdc: 5,
  Mcid: 10,
};
const lessIsBetter = { ...measured, HigherIsBetter: false };
const noFigures = { ...measured, Mdc: null, Mcid: null };

test.each<[string, Comparable, EvalValue, EvalValue, object]>([
  [
    'better, enough to matter',
    measured,
    100,
    110,
    { amount: 10, direction: 'better', isBeyondError: true, isMeaningful: true },
  ],
  [
    'better, but less than matters',
    measured,
    100,
    106,
    { direction: 'better', isBeyondError: true, isMeaningful: false },
  ],
  ['within the error', measured, 100, 104, { direction: 'better', isBeyondError: false, isMeaningful: false }],
  ['worse, enough to matter', measured, 100, 90, { amount: -10, direction: 'worse', isMeaningful: true }],
  ['less is better', lessIsBetter, 100, 90, { direction: 'better', isMeaningful: true }],
  ['less is better, and it rose', lessIsBetter, 90, 100, { direction: 'worse', isMeaningful: true }],
  [
    'the same',
    measured,
    100,
    100,
    { direction: 'same', isBeyondError: false, isMeaningful: false, sentence: 'No change.' },
  ],
  ['no figures', noFigures, 100, 110, { isBeyondError: null, isMeaningful: null, sentence: 'Better by 10°.' }],
  [
    'no direction',
    { ...noFigures, HigherIsBetter: null },
    100,
    90,
    { direction: 'changed', sentence: 'Changed by 10°.' },
  ],
  ['fractions add up', { ...measured, Mcid: 0.1, Mdc: null }, 0.7, 0.8, { amount: 0.1, isMeaningful: true }],
])('%s', (_, measurement, last, now, change) => {
  expect(changeSince(measurement, last, now)).toMatchObject(change);
});

test.each([
  [measured, 100, 110, 'Better by 10°, at least the MCID of 10°.'],
  [measured, 100, 106, 'Better by 6°, less than the MCID of 10°.'],
  [measured, 100, 97, 'Worse by 3°, less than the MDC of 5°.'],
  [{ ...measured, Mcid: null }, 100, 106, 'Better by 6°, at least the MDC of 5°.'],
  [of('Shoulder flexion strength'), '3+', '4-', 'Better by 1 grade.'],
  [of('Shoulder flexion strength'), '4', '3-', 'Worse by 4 grades.'],
  [of('Pain now'), 7, 4, 'Better by 3 points, at least the MCID of 2 points.'],
  [of('Gait speed'), 0.7, 0.75, 'Better by 0.05 m/s, less than the MCID of 0.1 m/s.'],
])('a change reads as a sentence (%#)', (measurement, last, now, sentence) => {
  expect(changeSince(measurement, last, now)?.sentence).toBe(sentence);
});

test('nothing before, or nothing now, is no change', () => {
  expect([changeSince(measured, null, 100), changeSince(measured, 100, null)]).toEqual([null, null]);
});

test('a special test has no change that can be counted', () => {
  expect(changeSince(of('Spurling'), 'positive', 'negative')).toBeNull();
});

const nothing: ResponseFields = { Value: null, Pain: null, EndFeel: null, Comment: null, NotTested: null };
const response = (note: number, fields: Partial<ResponseFields>) =>
  EvalResponse.parse({
    CaseEvalMeasurementId: testId(1),
    NoteId: testId(note),
    ...nothing,
    From: null,
    ...fields,
  });

test('trend points are in the order of days, with gaps where nothing was measured', () => {
  const dated = [
    { date: '2026-02-03', response: response(3, { Value: 130, Pain: 2 }) },
    { date: '2026-01-05', response: response(1, { Value: 90 }) },
    { date: '2026-01-20', response: response(2, { NotTested: 'too painful' }) },
    { date: '2026-02-10', response: response(4, {}) },
  ];
  expect(trendPoints(of('Shoulder flexion', 'ROM'), dated)).toEqual([
    { NoteId: testId(1), date: '2026-01-05', y: 90, label: '90°', pain: null },
    { NoteId: testId(2), date: '2026-01-20', y: null, label: 'Not tested', pain: null },
    { NoteId: testId(3), date: '2026-02-03', y: 130, label: '130°', pain: 2 },
  ]);
});

test('a grade is drawn by its place, a special test only by its text', () => {
  const at = (Value: EvalValue) => [{ date: '2026-01-05', response: response(1, { Value }) }];
  expect(trendPoints(of('Myotome C5'), at('4-'))[0]).toMatchObject({ y: 8, label: '4−' });
  expect(trendPoints(of('Spurling'), at('positive'))[0]).toMatchObject({ y: null, label: 'positive' });
});

test.each<[string, Partial<ResponseFields>, object]>([
  ['Shoulder flexion', { Value: 120, Pain: 3, EndFeel: 'firm', Comment: 'with help' }, {}],
  ['Shoulder flexion', { Value: 999 }, { Value: 'Enter a whole number from -90 to 270 (°).' }],
  ['Shoulder flexion', { Value: '120' }, { Value: 'Enter a whole number from -90 to 270 (°).' }],
  ['Spurling', { Value: 'maybe' }, { Value: 'Choose one of: positive, negative.' }],
  ['Spurling', { Value: ['positive'] }, { Value: 'Choose one of: positive, negative.' }],
  ['Pain quality', { Value: ['aching', 'sharp'] }, {}],
  ['Pain quality', { Value: ['aching', 'aching'] }, { Value: expect.stringContaining('Choose from') as string }],
  ['Shoulder flexion', { Pain: 11 }, { Pain: 'Enter pain from 0 to 10.' }],
  ['Shoulder flexion', { Pain: -1 }, { Pain: 'Enter pain from 0 to 10.' }],
  ['Shoulder flexion', { Pain: 2.5 }, { Pain: 'Enter pain from 0 to 10.' }],
  ['Spurling', { EndFeel: 'firm' }, { EndFeel: 'Only a passive movement has an end feel.' }],
  ['Shoulder flexion', { Comment: 'x'.repeat(501) }, { Comment: 'Keep the comment under 500 characters.' }],
  [
    'Shoulder flexion',
    { Value: 120, NotTested: 'refused' },
    { NotTested: 'Enter a value or a reason for not testing, not both.' },
  ],
  ['Shoulder flexion', { NotTested: 'refused' }, {}],
  ['Shoulder flexion', {}, {}],
])('%s with %j', (name, fields, problems) => {
  expect(responseProblems(of(name), { ...nothing, ...fields })).toEqual(problems);
});

test('an active movement has no end feel, its passive one has', () => {
  const fields: ResponseFields = { ...nothing, EndFeel: 'firm' };
  expect(responseProblems(of('Shoulder flexion', 'ROM'), fields, 'passive')).toEqual({});
  expect(responseProblems(of('Shoulder flexion', 'ROM'), fields, 'active')).toHaveProperty('EndFeel');
});

test.each<[Partial<ResponseFields>, boolean]>([
  [{}, false],
  [{ Comment: '  ', NotTested: '' }, false],
  [{ Value: [] }, false],
  [{ Value: 0 }, true],
  [{ Pain: 0 }, true],
  [{ Comment: 'sore' }, true],
])('%j says something: %s', (fields, says) => expect(hasFinding({ ...nothing, ...fields })).toBe(says));

test('a measurement is put on a case by side and mode', () => {
  const places = placesOf(of('Shoulder flexion', 'ROM'));
  expect(places.map((place) => placeName(of('Shoulder flexion', 'ROM'), place))).toEqual([
    'Shoulder flexion, left, active',
    'Shoulder flexion, right, active',
    'Shoulder flexion, left, passive',
    'Shoulder flexion, right, passive',
  ]);
  expect(placesOf(of('Timed Up and Go'))).toEqual([{ Side: null, Mode: null }]);
  const measurement = of('Shoulder flexion', 'ROM');
  const key = { CaseId: testId(1), EvalMeasurementId: measurement.EvalMeasurementId, Side: 'L', Mode: 'active' };
  const row = {
    ...key,
    CaseEvalMeasurementId: caseEvalMeasurementId(key),
    PatientId: testId(2),
    SortOrder: 0,
    deleted_at: null,
    updated_at: '2026-01-05T10:00:00Z',
  };
  expect(CaseEvalMeasurement.parse(row)).toEqual(row);
});
