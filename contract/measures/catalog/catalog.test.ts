import { expect, test } from 'vitest';
import { EvalMeasurement } from '../eval-measurement.ts';
import { isCategoryOf } from '../goal-type.ts';
import { builtInId } from '../measure-ids.ts';
import { valueProblem } from '../value-problem.ts';
import { builtInMeasurement, builtInMeasurements } from './catalog.ts';
import { flrModifier } from './flr.ts';
import { movements } from './movements.ts';
import { strengthGrades } from './strength.ts';

const named = (Name: string, goalType: string | null = null) =>
  builtInMeasurements.filter((each) => each.Name === Name && (goalType === null || each.GoalType === goalType));
const one = (Name: string) => named(Name)[0] ?? builtInMeasurements[0]!;

test('every built-in is a measurement, in a category of its goal type', () => {
  for (const each of builtInMeasurements) {
    expect(EvalMeasurement.parse(each)).toEqual(each);
    expect([each.Name, isCategoryOf(each.GoalType, each.Category)]).toEqual([each.Name, true]);
    expect([each.Name, each.Choices.length > 1]).toEqual([each.Name, each.Kind === 'grade' || each.Kind === 'choice']);
  }
});

test('ids and names are each of one built-in', () => {
  const count = builtInMeasurements.length;
  expect(new Set(builtInMeasurements.map(({ EvalMeasurementId }) => EvalMeasurementId)).size).toBe(count);
  expect(new Set(builtInMeasurements.map(({ Name, GoalType }) => `${GoalType} ${Name}`)).size).toBe(count);
  for (const each of builtInMeasurements) expect(builtInMeasurement(each.EvalMeasurementId)).toBe(each);
});

/** In the order AAOS, AMA, 38 CFR; null is no figure. */
test.each([
  ['Shoulder flexion', 180, 180, 180],
  ['Shoulder extension', 60, 50, null],
  ['Shoulder abduction', 180, 170, 180],
  ['Shoulder medial rotation', 70, 80, 90],
  ['Shoulder lateral rotation', 90, 60, 90],
  ['Elbow flexion', 150, 140, 145],
  ['Elbow extension', 0, 0, 0],
  ['Forearm pronation', 80, 80, 80],
  ['Forearm supination', 80, 80, 85],
  ['Wrist flexion', 80, 60, 80],
  ['Wrist extension', 70, 60, 70],
  ['Wrist radial deviation', 20, 20, 20],
  ['Wrist ulnar deviation', 30, 30, 45],
  ['Ring finger MCP flexion', 90, null, null],
  ['Ring finger PIP flexion', 100, null, null],
  ['Ring finger DIP flexion', 90, null, null],
  ['Thumb CMC abduction', 70, null, null],
  ['Thumb MCP flexion', 50, null, null],
  ['Thumb IP flexion', 80, null, null],
  ['Hip flexion', 120, null, 125],
  ['Hip extension', 30, null, null],
  ['Hip abduction', 45, null, 45],
  ['Hip adduction', 30, null, null],
  ['Hip medial rotation', 45, null, null],
  ['Hip lateral rotation', 45, null, null],
  ['Knee flexion', 135, null, 140],
  ['Knee extension', null, null, null],
  ['Ankle dorsiflexion', 20, null, 20],
  ['Ankle plantar flexion', 50, null, 45],
  ['Ankle inversion', 35, null, null],
  ['Ankle eversion', 15, null, null],
  ['Cervical flexion', 45, null, 45],
  ['Cervical extension', 45, null, 45],
  ['Cervical side bend', 45, null, 45],
  ['Cervical rotation', 60, null, 80],
  ['Thoracolumbar flexion', 80, 60, 90],
  ['Thoracolumbar extension', 25, 25, 30],
  ['Thoracolumbar side bend', 35, 25, 30],
  ['Thoracolumbar rotation', 45, 30, 30],
])('%s: AAOS %s, AMA %s, 38 CFR %s', (name, ...figures) => {
  const [rom] = named(name, 'ROM');
  const found = ['AAOS', 'AMA', 'CFR'].map((source) => rom?.Norms.find((norm) => norm.source === source)?.low ?? null);
  expect(found).toEqual(figures);
  expect(rom).toMatchObject({ Unit: '°', Modes: ['active', 'passive'], Category: 'ROM' });
});

test.each([
  ['Knee flexion', 20, 141.9, 137.7],
  ['Shoulder flexion', 20, 172, 168.8],
  ['Elbow flexion', 20, 150, 144.6],
  ['Forearm pronation', 20, 82, 76.9],
  ['Forearm supination', 20, 90.6, 85],
  ['Ankle dorsiflexion', 20, 13.8, 12.7],
  ['Ankle dorsiflexion', 45, 11.6, 11.9],
  ['Hip extension', 45, 16.7, 13.5],
])('CDC: %s from age %i, women %s, men %s', (name, from, women, men) => {
  const cdc = named(name, 'ROM')[0]?.Norms.filter(({ source, ages }) => source === 'CDC' && ages?.from === from);
  expect(cdc?.map(({ sex, low, high }) => [sex, low, high])).toEqual([
    ['F', women, women],
    ['M', men, men],
  ]);
});

test('no other norm is in the catalog', () => {
  const count = builtInMeasurements.reduce((sum, { Norms }) => sum + Norms.length, 0);
  const figures = movements.reduce((sum, { degrees }) => sum + Object.keys(degrees).length, 0);
  expect(count).toBe(figures + 16);
});

test('only what has a figure in the design has a cutoff, an MCID or an MDC', () => {
  const withFigures = builtInMeasurements.filter(({ Mdc, Mcid, Cutoffs }) => Mdc ?? Mcid ?? Cutoffs.length > 0);
  expect(
    Object.fromEntries(withFigures.map(({ Name, Mdc, Mcid, Cutoffs }) => [Name, [Mdc, Mcid, Cutoffs.length]])),
  ).toEqual({
    'Pain now': [null, 2, 0],
    'Pain at best': [null, 2, 0],
    'Pain at worst': [null, 2, 0],
    'Timed Up and Go': [null, null, 1],
    '30-second chair stand': [null, null, 14],
    'Tandem stance': [null, null, 1],
    'Five times sit to stand': [null, null, 1],
    'Gait speed': [null, 0.1, 1],
    'Six-minute walk': [null, 30, 0],
  });
});

test('every movement and myotome has a strength grade, ordered from 0 to 5', () => {
  const manual = builtInMeasurements.filter(({ Category }) => Category === 'Manual Muscle Tests');
  expect(manual).toHaveLength(movements.length + 11);
  for (const each of manual) expect(each.Choices).toEqual(strengthGrades);
  expect(strengthGrades.map((grade) => grade).indexOf('5')).toBe(11);
});

test.each([
  ['Spurling', 'LR'],
  ['Sharp-Purser', 'none'],
  ['Hawkins-Kennedy', 'LR'],
  ['Knee varus stress at 30°', 'LR'],
  ['Romberg', 'none'],
])('the special test %s has sides %s and no answer of its own', (name, Sides) => {
  expect(one(name)).toMatchObject({ Sides, Choices: ['positive', 'negative'], Category: 'Selective Tissue Tests' });
});

test.each([
  ['Edema', ['0', '1', '2', '3', '4']],
  ['Patellar reflex', ['0', '1', '2', '3', '4']],
  ['Upper limb tone (Modified Ashworth)', ['0', '1', '1+', '2', '3', '4']],
  ['Knee joint play', ['0', '1', '2', '3', '4', '5', '6']],
])('%s has grades %j', (name, grades) => expect(one(name).Choices).toEqual(grades));

test.each([
  [0, 'CH'],
  [0.5, 'CI'],
  [1, 'CI'],
  [19, 'CI'],
  [19.9, 'CI'],
  [20, 'CJ'],
  [39, 'CJ'],
  [40, 'CK'],
  [59, 'CK'],
  [60, 'CL'],
  [79, 'CL'],
  [80, 'CM'],
  [99, 'CM'],
  [99.5, 'CM'],
  [100, 'CN'],
  [101, null],
  [-1, null],
  [Number.NaN, null],
])('a limitation of %s % is %s', (percent, code) => expect(flrModifier(percent)).toBe(code));

test('ids are pinned: notes of years ago name them', () => {
  expect(['rom.shoulder.flexion', 'function.tug', 'pain.now'].map(builtInId)).toEqual([
    'e64a0a1f-7579-5294-953b-e7ed1f13bdfb',
    '5f8743fd-1666-5323-9cf3-4e5d5990b2d8',
    'bf60959b-c39e-537a-a5c2-323303c5fd91',
  ]);
});

test('a norm is a value that can be entered, but for its decimals', () => {
  for (const each of builtInMeasurements)
    for (const { low } of each.Norms)
      expect([each.Name, valueProblem(each, Math.round(low))]).toEqual([each.Name, null]);
});
