import type { EvalMeasurement } from '../eval-measurement.ts';
import { builtIn, type Draft } from './built-in.ts';

const speechTest = { GoalType: 'General Tests', Category: null, Region: 'speech' } satisfies Partial<Draft>;

/** What speech therapists measure at a visit. */
export const speech: readonly EvalMeasurement[] = [
  builtIn('speech.intelligibility', {
    ...speechTest,
    Name: 'Speech intelligibility',
    Kind: 'number',
    Unit: '%',
    Min: 0,
    Max: 100,
    Step: 1,
    HigherIsBetter: true,
  }),
  builtIn('speech.phonation', {
    ...speechTest,
    Name: 'Longest phonation',
    Kind: 'time',
    Unit: 's',
    Min: 0,
    Step: 0.1,
    HigherIsBetter: true,
  }),
  builtIn('speech.cues', {
    ...speechTest,
    Name: 'Cue level',
    Kind: 'grade',
    Choices: ['total cues', 'maximal cues', 'moderate cues', 'minimal cues', 'no cues'],
    HigherIsBetter: true,
  }),
];
