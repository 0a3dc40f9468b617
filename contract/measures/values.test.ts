import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ruleCases } from '../testing/cases.ts';
import { builtInMeasurements } from './catalog/catalog.ts';
import type { EvalMeasurement, EvalValue } from './eval-measurement.ts';
import { readValue } from './read-value.ts';
import { showValue } from './show-value.ts';
import { valueProblem } from './value-problem.ts';

const of = (name: string, goalType?: string): EvalMeasurement => {
  const found = builtInMeasurements.find(({ Name, GoalType }) => Name === name && (goalType ?? GoalType) === GoalType);
  if (!found) throw new Error(`No built-in is named ${name}.`);
  return found;
};

const degrees = { wrong: 'Enter a whole number from -90 to 270 (°).' };
const seconds = { wrong: 'Enter seconds, such as 12.4, or minutes and seconds, such as 1:05.' };

test.each<[string, string, ReturnType<typeof readValue>]>([
  ['Shoulder flexion', '120', { value: 120 }],
  ['Shoulder flexion', ' 120° ', { value: 120 }],
  ['Shoulder flexion', '120 degrees', { value: 120 }],
  ['Shoulder flexion', '−5', { value: -5 }],
  ['Shoulder flexion', '', { value: null }],
  ['Shoulder flexion', '12.5', degrees],
  ['Shoulder flexion', '1200', degrees],
  ['Shoulder flexion', '120 cm', degrees],
  ['Shoulder flexion', '120-130', degrees],
  ['Shoulder flexion', '1e2', degrees],
  ['Shoulder flexion', 'WNL', degrees],
  ['Pain now', '4', { value: 4 }],
  ['Pain now', '4/10', { value: 4 }],
  ['Pain now', '4 / 10', { value: 4 }],
  ['Pain now', '4/5', { wrong: 'Enter a whole number from 0 to 10.' }],
  ['Pain now', '11', { wrong: 'Enter a whole number from 0 to 10.' }],
  ['Timed Up and Go', '12.4 s', { value: 12.4 }],
  ['Timed Up and Go', '1:05', { value: 65 }],
  ['Timed Up and Go', '1:75', seconds],
  ['Timed Up and Go', '-3', seconds],
  ['Gait speed', '0.85 m/s', { value: 0.85 }],
  ['Gait speed', '.8', { value: 0.8 }],
  ['Gait speed', '0.855', { wrong: 'Enter a number of 0 or more, in steps of 0.01 (m/s).' }],
  ['Grip strength', '20.1', { value: 20.1 }],
  ['Grip strength', '20 lb', { wrong: 'Enter a number of 0 or more, in steps of 0.1 (kg).' }],
  ['Spurling', 'positive', { value: 'positive' }],
  ['Spurling', 'Neg', { value: 'negative' }],
  ['Spurling', '+', { value: 'positive' }],
  ['Spurling', '−', { value: 'negative' }],
  ['Spurling', 'maybe', { wrong: 'Choose one of: positive, negative.' }],
  ['Pain quality', 'aching, Burning', { value: ['aching', 'burning'] }],
  ['Pain quality', 'sh', { wrong: expect.stringContaining('Choose from: aching') as string }],
  ['Pain quality', 'aching, aching,', { value: ['aching'] }],
  ['Pain quality', ' , ', { wrong: expect.stringContaining('Choose from: aching') as string }],
])('%s: typed “%s”', (name, typed, read) => expect(readValue(of(name), typed)).toEqual(read));

test.each([
  ['4-', '4-'],
  ['4−', '4-'],
  ['4 -', '4-'],
  ['4+/5', '4+'],
  ['5/5', '5'],
  ['4- / 5', '4-'],
  ['3', '3'],
])('a strength grade typed as “%s”', (typed, value) => {
  expect(readValue(of('Shoulder flexion strength'), typed)).toEqual({ value });
});

test.each([
  ['Oral hygiene', '6', '6 Independent'],
  ['Oral hygiene', '1 dep', '1 Dependent'],
  ['Cue level', 'max', 'maximal cues'],
])('%s typed as “%s” is %s', (name, typed, value) => expect(readValue(of(name), typed)).toEqual({ value }));

test('the number of a grade is not taken for the start of another number', () => {
  const own = { ...of('Oral hygiene'), Choices: ['1 mild', '10 severe'] };
  expect(readValue(own, '1')).toEqual({ value: '1 mild' });
  expect(readValue(own, '10')).toEqual({ value: '10 severe' });
});

test.each(['1-', '6', '4++', '4/4', '-', '+'])('“%s” is no strength grade', (typed) => {
  expect(readValue(of('Shoulder flexion strength'), typed)).toEqual({
    wrong: 'Choose one of: 0, 1, 2-, 2, 2+, 3-, 3, 3+, 4-, 4, 4+, 5.',
  });
});

test.each<[string, EvalValue | null, string]>([
  ['Shoulder flexion', 120, '120°'],
  ['Shoulder flexion', -5, '−5°'],
  ['Shoulder flexion', null, '-'],
  ['Pain now', 4, '4/10'],
  ['Timed Up and Go', 12.4, '12.4 s'],
  ['30-second chair stand', 1, '1 rep'],
  ['30-second chair stand', 12, '12 reps'],
  ['Shoulder flexion strength', '4-', '4−'],
  ['Shoulder flexion strength', '4+', '4+'],
  ['Spurling', 'positive', 'positive'],
  ['Pain quality', ['aching', 'sharp'], 'aching, sharp'],
  ['Pain quality', [], '-'],
  ['Speech intelligibility', 80, '80%'],
  ['Heart rate', 72, '72/min'],
  ['Temperature', 98.6, '98.6 °F'],
])('%s %j is shown as %s', (name, value, shown) => expect(showValue(of(name), value)).toBe(shown));

test('what is shown can be typed again', () => {
  const ofMeasure = fc.constantFrom(...builtInMeasurements).chain((measurement) => {
    const { Choices, IsMultiselect, Step, Min, Max } = measurement;
    const choice: fc.Arbitrary<EvalValue> = IsMultiselect
      ? fc.uniqueArray(fc.constantFrom(...Choices), { minLength: 1 })
      : fc.constantFrom(...(Choices.length > 0 ? Choices : ['']));
    const step = Step ?? 1;
    const number = fc
      .integer({ min: Math.ceil((Min ?? -50) / step), max: Math.floor((Max ?? 200) / step) })
      .map((steps) => Math.round(steps * step * 100) / 100);
    return (Choices.length > 0 ? choice : number).map((value) => ({ measurement, value }));
  });
  fc.assert(
    fc.property(ofMeasure, ({ measurement, value }) => {
      expect(readValue(measurement, showValue(measurement, value))).toEqual({ value });
    }),
    ruleCases,
  );
});

test('whatever is typed gives a value that fits or one plain sentence', () => {
  fc.assert(
    fc.property(fc.constantFrom(...builtInMeasurements), fc.string({ maxLength: 40 }), (measurement, typed) => {
      const read = readValue(measurement, typed);
      const isSaid = 'wrong' in read && /^(Enter|Choose) .*\.$/.test(read.wrong);
      const isValue = 'value' in read && (read.value === null || valueProblem(measurement, read.value) === null);
      expect(isSaid || isValue).toBe(true);
    }),
    ruleCases,
  );
});
