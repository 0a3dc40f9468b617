import type { EvalMeasurement } from '../eval-measurement.ts';
import { builtIn } from './built-in.ts';

/** The six levels of help, least able first (CMS section GG, public domain; wording not yet compared with its manual). */
export const sectionGgLevels = [
  '1 Dependent',
  '2 Substantial or maximal assistance',
  '3 Partial or moderate assistance',
  '4 Supervision or touching assistance',
  '5 Setup or clean-up assistance',
  '6 Independent',
] as const;

const selfCare = [
  'Eating',
  'Oral hygiene',
  'Toileting hygiene',
  'Showering or bathing',
  'Upper body dressing',
  'Lower body dressing',
  'Putting on and removing footwear',
];

const mobility = [
  'Rolling left and right',
  'Sitting to lying',
  'Lying to sitting on the side of the bed',
  'Sitting to standing',
  'Chair or bed transfer',
  'Toilet transfer',
  'Car transfer',
  'Walking 10 feet',
  'Walking 50 feet with two turns',
  'Walking 150 feet',
  'Walking 10 feet on uneven ground',
  'One step or curb',
  'Four steps',
  'Twelve steps',
  'Picking up an object',
];

function level(part: string, Name: string): EvalMeasurement {
  return builtIn(`gg.${part}.${Name.toLowerCase().replaceAll(' ', '-')}`, {
    Name,
    GoalType: 'General Tests',
    Category: null,
    Region: 'general',
    Kind: 'grade',
    Choices: [...sectionGgLevels],
    HigherIsBetter: true,
    Citation: 'Levels of CMS section GG, public domain.',
  });
}

/** Self-care and mobility by the levels of CMS section GG. */
export const sectionGg: readonly EvalMeasurement[] = [
  ...selfCare.map((name) => level('self-care', name)),
  ...mobility.map((name) => level('mobility', name)),
];
