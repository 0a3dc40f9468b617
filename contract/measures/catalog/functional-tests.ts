import type { Cutoff, EvalMeasurement } from '../eval-measurement.ts';
import { builtIn, cutoff, type Draft } from './built-in.ts';

const functional = { GoalType: 'Function', Category: null, Region: 'general' } satisfies Partial<Draft>;
const timed = { ...functional, Kind: 'time', Unit: 's', Min: 0, Step: 0.1 } satisfies Partial<Draft>;
const counted = { ...functional, Kind: 'number', Min: 0, HigherIsBetter: true } satisfies Partial<Draft>;

/** Fewer stands than these are below average (CDC STEADI): first age of five years, men, women. */
const chairStands: readonly [from: number, men: number, women: number][] = [
  [60, 14, 12],
  [65, 12, 11],
  [70, 12, 10],
  [75, 11, 10],
  [80, 10, 9],
  [85, 8, 8],
  [90, 7, 4],
];

const chairStandCutoffs: Cutoff[] = chairStands.flatMap(([from, men, women]) => {
  const ages = { from, to: from + 4 };
  const label = 'Fall risk';
  return [
    { is: 'below', value: men, sex: 'M', ages, label },
    { is: 'below', value: women, sex: 'F', ages, label },
  ];
});

/** Functional tests with their cutoffs. What has no source here has no figure. */
export const functionalTests: readonly EvalMeasurement[] = [
  builtIn('function.tug', {
    ...timed,
    Name: 'Timed Up and Go',
    HigherIsBetter: false,
    Cutoffs: [cutoff('atLeast', 12, 'Fall risk')],
    Citation: 'CDC STEADI',
  }),
  builtIn('function.chair-stand', {
    ...counted,
    Name: '30-second chair stand',
    Unit: 'reps',
    Step: 1,
    Cutoffs: chairStandCutoffs,
    Citation: 'CDC STEADI, ages 60 to 94',
  }),
  builtIn('function.tandem', {
    ...timed,
    Name: 'Tandem stance',
    HigherIsBetter: true,
    Cutoffs: [cutoff('below', 10, 'Fall risk')],
    Citation: 'CDC STEADI',
  }),
  builtIn('function.five-times-sit-to-stand', {
    ...timed,
    Name: 'Five times sit to stand',
    HigherIsBetter: false,
    Cutoffs: [cutoff('above', 15, 'Fall risk')],
    Citation: 'Commonly cited; not confirmed at a source.',
  }),
  builtIn('function.gait-speed', {
    ...counted,
    Name: 'Gait speed',
    Unit: 'm/s',
    Step: 0.01,
    Cutoffs: [cutoff('below', 0.8, 'Limited community walking')],
    Mcid: 0.1,
    Citation: 'Commonly cited; not confirmed at a source.',
  }),
  builtIn('function.six-minute-walk', {
    ...counted,
    Name: 'Six-minute walk',
    Unit: 'm',
    Step: 1,
    Mcid: 30,
    Citation: 'MCID commonly cited; not confirmed at a source.',
  }),
  builtIn('function.reach', { ...counted, Name: 'Functional reach', Unit: 'cm', Step: 0.5 }),
  builtIn('function.single-leg', { ...timed, Name: 'Single-leg stance', Sides: 'LR', HigherIsBetter: true }),
  builtIn('function.nine-hole-peg', {
    ...timed,
    Name: 'Nine-hole peg test',
    Region: 'hand',
    Sides: 'LR',
    HigherIsBetter: false,
  }),
  builtIn('function.sppb', {
    ...counted,
    Name: 'Short Physical Performance Battery',
    Unit: 'points',
    Step: 1,
    Rights: 'totalOnly',
  }),
];
