import { EvalMeasurementId } from '../measures/ids.ts';
import type { OwnMeasurement } from '../measures/own-measurement.ts';
import { stamp, testId } from './rows.ts';

/** A distance on each side, with a norm and a cutoff. */
export const reachRow: OwnMeasurement = {
  EvalMeasurementId: EvalMeasurementId.parse(testId(83)),
  Name: 'Anterior reach',
  GoalType: 'Function',
  Category: null,
  Region: 'ankle',
  Sides: 'LR',
  Modes: [],
  Kind: 'number',
  Unit: 'cm',
  Min: 0,
  Max: 150,
  Step: 0.5,
  Choices: [],
  IsMultiselect: false,
  Norms: [{ source: 'Own patients', sex: 'F', ages: { from: 18, to: 40 }, low: 55, high: 70 }],
  Cutoffs: [{ is: 'below', value: 50, sex: null, ages: null, label: 'Ankle sprain risk' }],
  HigherIsBetter: true,
  Mdc: 3.5,
  Mcid: null,
  Citation: null,
  Rights: 'open',
  Inactive: false,
  updated_at: stamp,
};

/** A grade of quality, lowest first. */
export const stepDownRow: OwnMeasurement = {
  ...reachRow,
  EvalMeasurementId: EvalMeasurementId.parse(testId(84)),
  Name: 'Step-down quality',
  Region: 'knee',
  Kind: 'grade',
  Unit: null,
  Min: null,
  Max: null,
  Step: null,
  Choices: ['poor', 'fair', 'good'],
  Norms: [],
  Cutoffs: [],
  Mdc: null,
};
