import type { EvalMeasurement, MeasureRegion, MeasureUnit } from '../eval-measurement.ts';
import { builtIn, type Draft } from './built-in.ts';
import { rootLevels } from './strength.ts';

const general = { GoalType: 'General Tests', Category: null, Region: 'general' } satisfies Partial<Draft>;

const vitals: readonly [key: string, Name: string, Unit: MeasureUnit, Step: number][] = [
  ['systolic', 'Systolic blood pressure', 'mmHg', 1],
  ['diastolic', 'Diastolic blood pressure', 'mmHg', 1],
  ['heart-rate', 'Heart rate', '/min', 1],
  ['breathing-rate', 'Breathing rate', '/min', 1],
  ['oxygen', 'Oxygen saturation', '%', 1],
  ['temperature', 'Temperature', '°F', 0.1],
  ['height', 'Height', 'cm', 0.5],
  ['weight', 'Weight', 'kg', 0.1],
];

const girths: readonly [key: string, Name: string, MeasureRegion][] = [
  ['upper-arm', 'Upper arm girth', 'shoulder'],
  ['elbow', 'Elbow girth', 'elbow'],
  ['forearm', 'Forearm girth', 'elbow'],
  ['wrist', 'Wrist girth', 'wrist'],
  ['thigh', 'Thigh girth', 'hip'],
  ['knee', 'Knee girth', 'knee'],
  ['calf', 'Calf girth', 'knee'],
  ['ankle', 'Ankle girth', 'ankle'],
];

const reflexes = ['Biceps', 'Brachioradialis', 'Triceps', 'Patellar', 'Achilles'];

const jointPlay: readonly [Name: string, MeasureRegion, sides?: 'none'][] = [
  ['Cervical joint play', 'cervical', 'none'],
  ['Thoracolumbar joint play', 'thoracolumbar', 'none'],
  ['Shoulder joint play', 'shoulder'],
  ['Elbow joint play', 'elbow'],
  ['Wrist joint play', 'wrist'],
  ['Hip joint play', 'hip'],
  ['Knee joint play', 'knee'],
  ['Patellar joint play', 'knee'],
  ['Ankle joint play', 'ankle'],
];

function grades(most: number): string[] {
  return Array.from({ length: most + 1 }, (_, grade) => String(grade));
}

/** Vital signs, size and swelling, nerves, muscle tone, joint play, palpation and gait. */
export const generalTests: readonly EvalMeasurement[] = [
  ...vitals.map(([key, Name, Unit, Step]) =>
    builtIn(`vitals.${key}`, { ...general, Name, Kind: 'number', Unit, Min: 0, Max: Unit === '%' ? 100 : null, Step }),
  ),
  ...girths.map(([key, Name, Region]) =>
    builtIn(`girth.${key}`, { ...general, Name, Region, Sides: 'LR', Kind: 'number', Unit: 'cm', Min: 0, Step: 0.1 }),
  ),
  builtIn('edema', {
    ...general,
    Name: 'Edema',
    Sides: 'LR',
    Kind: 'grade',
    Choices: grades(4),
    HigherIsBetter: false,
  }),
  ...rootLevels.map((level) =>
    builtIn(`dermatome.${level}`, {
      ...general,
      Name: `Dermatome ${level}`,
      Region: 'neuro',
      Sides: 'LR',
      Kind: 'choice',
      Choices: ['intact', 'diminished', 'absent', 'increased'],
    }),
  ),
  ...reflexes.map((name) =>
    builtIn(`reflex.${name.toLowerCase()}`, {
      ...general,
      Name: `${name} reflex`,
      Region: 'neuro',
      Sides: 'LR',
      Kind: 'grade',
      Choices: grades(4),
    }),
  ),
  ...['Upper limb', 'Lower limb'].map((limb) =>
    builtIn(`ashworth.${limb.toLowerCase().replace(' ', '-')}`, {
      ...general,
      Name: `${limb} tone (Modified Ashworth)`,
      Region: 'neuro',
      Sides: 'LR',
      Kind: 'grade',
      // The modified scale has a grade between 1 and 2.
      Choices: ['0', '1', '1+', '2', '3', '4'],
      HigherIsBetter: false,
    }),
  ),
  ...jointPlay.map(([Name, Region, Sides = 'LR' as const]) =>
    builtIn(`joint-play.${Name.split(' ')[0]?.toLowerCase() ?? ''}`, {
      ...general,
      Name,
      Region,
      Sides,
      Modes: ['passive'],
      Kind: 'grade',
      Choices: grades(6),
    }),
  ),
  builtIn('palpation', {
    ...general,
    Name: 'Palpation',
    Sides: 'LR',
    Kind: 'choice',
    IsMultiselect: true,
    Choices: ['no finding', 'tender', 'tight', 'swollen', 'warm', 'spasm', 'trigger point'],
  }),
  builtIn('gait', {
    ...general,
    Name: 'Gait',
    Kind: 'choice',
    IsMultiselect: true,
    Choices: [
      'no deviation',
      'antalgic',
      'Trendelenburg',
      'steppage',
      'circumduction',
      'ataxic',
      'shuffling',
      'wide base',
    ],
  }),
];
