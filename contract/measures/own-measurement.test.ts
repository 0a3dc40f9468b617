import { describe, expect, test } from 'vitest';
import { reachRow, stepDownRow } from '../testing/measures.ts';
import { testId } from '../testing/rows.ts';
import { readAges, showAges } from './ages.ts';
import { builtInMeasurements } from './catalog/catalog.ts';
import { measurementRefusals } from './measurement-refusals.ts';
import { evalMeasurement, type MeasureFields } from './own-measurement.ts';
import { measureTwin } from './same-measure.ts';
import { tidyMeasurement } from './tidy-measurement.ts';
import { usedRefusals } from './used-measurement.ts';

const fieldsOf = (of: object): MeasureFields => evalMeasurement.Fields.strip().parse(of);
const reach = fieldsOf(reachRow);
const stepDown = fieldsOf(stepDownRow);

test.each([
  ['65-74', { from: 65, to: 74 }, '65–74'],
  ['65 – 74', { from: 65, to: 74 }, '65–74'],
  ['65 to 74', { from: 65, to: 74 }, '65–74'],
  ['65+', { from: 65, to: null }, '65+'],
  [' 40 ', { from: 40, to: 40 }, '40'],
])('the ages %j are %j and shown as %s', (typed, ages, shown) => {
  expect(readAges(typed)).toEqual(ages);
  expect(showAges(ages)).toBe(shown);
});

test.each(['', '-', '74-65', '140', '20+30', 'old', '1e2', '65-140'])('%j are no ages', (typed) => {
  expect(readAges(typed)).toBeUndefined();
});

test('every built-in could be a measure of a clinic, and is tidy as it is', () => {
  for (const each of builtInMeasurements) {
    const read = evalMeasurement.Fields.strip().safeParse(each);
    expect([each.Name, read.success]).toEqual([each.Name, true]);
    const fields = fieldsOf(each);
    expect([each.Name, measurementRefusals(fields)]).toEqual([each.Name, {}]);
    expect([each.Name, tidyMeasurement(fields)]).toEqual([each.Name, fields]);
  }
});

test.each<[string, object, object]>([
  ['as it is', {}, {}],
  ['a category that its goal type has not', { Category: 'ROM' }, { Category: 'Function has no categories.' }],
  [
    'no category where there are two',
    { GoalType: 'Strength' },
    { Category: 'Choose Manual Muscle Tests or Gross Muscle Tests.' },
  ],
  ['a range turned around', { Min: 5, Max: 5 }, { Max: 'The highest value must be above the lowest.' }],
  ['a step beyond its range', { Min: 0, Max: 5, Step: 6 }, { Step: 'The step is larger than the range.' }],
  ['choices of a number', { Choices: ['a', 'b'] }, { Choices: 'Only a grade or a choice has choices.' }],
  ['one choice', { ...stepDown, Choices: ['good'] }, { Choices: 'Enter at least two choices.' }],
  [
    'a grade with a unit',
    { ...stepDown, Unit: 'cm' },
    { Kind: 'A grade or a choice has no unit, range, norms or cutoffs.' },
  ],
  [
    'a norm turned around',
    { Norms: [{ ...reach.Norms[0], low: 9, high: 8 }] },
    { 'Norms.0.high': 'This is below the value it starts from.' },
  ],
  [
    'ages turned around',
    { Cutoffs: [{ ...reach.Cutoffs[0], ages: { from: 9, to: 8 } }] },
    { 'Cutoffs.0.ages': 'The first age must not be above the last.' },
  ],
])('a measure with %s', (_name, changes, refusals) => {
  expect(measurementRefusals({ ...reach, ...changes })).toEqual(refusals);
});

test.each<[string, object, object]>([
  ['the only category of its goal type', { GoalType: 'ROM' }, { Category: 'ROM' }],
  ['no category where there is none', { Category: 'ROM' }, { Category: null }],
  [
    'no numbers of a choice',
    { Kind: 'choice', Choices: ['a', 'b'] },
    { Unit: null, Min: null, Norms: [], Cutoffs: [], HigherIsBetter: null, Mdc: null },
  ],
  ['one value of a grade', { ...stepDown, IsMultiselect: true }, { IsMultiselect: false, HigherIsBetter: true }],
  [
    'no choices of a number',
    { Choices: ['a'], IsMultiselect: true },
    { Choices: [], IsMultiselect: false, Unit: 'cm' },
  ],
  ['seconds of a time', { Kind: 'time' }, { Unit: 's', Max: 150 }],
])('a form keeps %s', (_name, changes, kept) => {
  expect(tidyMeasurement({ ...reach, ...changes })).toMatchObject(kept);
});

describe('what calls take', () => {
  test.each<[string, object, boolean]>([
    ['four decimals', { Mdc: 0.1234 }, true],
    ['five decimals', { Mdc: 0.12345 }, false],
    ['a choice with a comma', { Choices: ['good, fair', 'poor'] }, false],
    ['one choice twice', { Choices: ['good', 'good'] }, false],
    ['41 choices', { Choices: Array.from({ length: 41 }, (_, at) => `choice ${at}`) }, false],
    ['a mode twice', { Modes: ['active', 'active'] }, false],
    ['a name of spaces', { Name: '  ' }, false],
    ['a norm with more than its fields', { Norms: [{ ...reach.Norms[0], more: 1 }] }, false],
    ['no number', { Max: Number.POSITIVE_INFINITY }, false],
  ])('%s: %s', (_name, changes, isTaken) => {
    expect(evalMeasurement.Change.safeParse({ id: testId(83), changes }).success).toBe(isTaken);
  });
});

test.each<[string, object, object | null, string | null]>([
  ['another name', { Name: 'Posterior reach' }, null, null],
  ['another region', { Region: 'knee' }, null, null],
  [
    'the same name in other letters',
    { Name: 'anterior-reach.' },
    null,
    '“Anterior reach” is already a measure of the region Ankle and foot.',
  ],
  ['the same as before', {}, reach, null],
  [
    'the same, but not before',
    {},
    { ...reach, Name: 'Reach' },
    '“Anterior reach” is already a measure of the region Ankle and foot.',
  ],
])('a measure with %s', (_name, changes, before, sentence) => {
  const twin = measureTwin({ ...reach, ...changes }, before as MeasureFields | null, [reach]);
  expect(twin?.refusals['Name'] ?? null).toBe(sentence);
});

test.each<[string, MeasureFields, object, string[]]>([
  ['nothing', reach, {}, []],
  [
    'what no value rests on',
    reach,
    { Norms: [], Cutoffs: [], Mdc: 9, Citation: 'x', Inactive: true, Region: 'knee' },
    [],
  ],
  ['its name', reach, { Name: 'Reach' }, ['Name']],
  ['its unit and kind', reach, { Unit: 'm', Kind: 'score' }, ['Kind', 'Unit']],
  ['its sides', reach, { Sides: 'none' }, ['Sides']],
  ['a wider range', reach, { Min: -10, Max: null, Step: null }, []],
  ['a narrower range', reach, { Min: 1, Max: 149, Step: 1 }, ['Min', 'Max', 'Step']],
  ['a range where there was none', { ...reach, Max: null }, { Max: 500 }, ['Max']],
  ['the highest value of a score', { ...reach, Kind: 'score' }, { Max: 200 }, ['Max']],
  ['a mode more', { ...reach, Modes: ['active'] }, { Modes: ['active', 'passive'] }, []],
  ['a mode less', { ...reach, Modes: ['active', 'passive'] }, { Modes: ['active'] }, ['Modes']],
  ['modes where there were none', reach, { Modes: ['active'] }, ['Modes']],
  ['a choice more at the end', stepDown, { Choices: ['poor', 'fair', 'good', 'excellent'] }, []],
  ['a choice more in between', stepDown, { Choices: ['poor', 'fine', 'fair', 'good'] }, ['Choices']],
  ['a choice less', stepDown, { Choices: ['poor', 'fair'] }, ['Choices']],
])('of a measure that cases use: %s', (_name, before, changes, fields) => {
  expect(Object.keys(usedRefusals(before, { ...before, ...changes }))).toEqual(fields);
});
