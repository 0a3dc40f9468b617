import type { EvalMeasurement, MeasureRegion } from '../eval-measurement.ts';
import { builtIn } from './built-in.ts';

type Test = [Name: string, Sides?: 'none'];

/** By region; a test without sides is done once. */
const tests: readonly [MeasureRegion, readonly Test[]][] = [
  ['cervical', [['Spurling'], ['Cervical distraction', 'none'], ['ULNT1'], ['Sharp-Purser', 'none']]],
  [
    'shoulder',
    [
      ['Neer'],
      ['Hawkins-Kennedy'],
      ['Empty can'],
      ['Drop arm'],
      ['Lift-off'],
      ['Speed'],
      ['O’Brien'],
      ['Shoulder apprehension'],
      ['Sulcus sign'],
    ],
  ],
  ['elbow', [['Cozen'], ['Mill'], ['Elbow valgus stress'], ['Elbow varus stress'], ['Tinel at the elbow']]],
  ['wrist', [['Phalen'], ['Finkelstein'], ['Watson'], ['Thumb CMC grind']]],
  ['thoracolumbar', [['Straight leg raise'], ['Crossed straight leg raise'], ['Slump'], ['Prone instability', 'none']]],
  [
    'sacroiliac',
    [
      ['Sacroiliac distraction', 'none'],
      ['Sacroiliac compression', 'none'],
      ['Thigh thrust'],
      ['Sacral thrust', 'none'],
      ['Gaenslen'],
    ],
  ],
  ['hip', [['FADIR'], ['FABER'], ['Hip scour'], ['Thomas'], ['Ober'], ['Trendelenburg']]],
  [
    'knee',
    [
      ['Lachman'],
      ['Anterior drawer of the knee'],
      ['Posterior drawer of the knee'],
      ['Pivot shift'],
      ['Knee valgus stress at 0°'],
      ['Knee valgus stress at 30°'],
      ['Knee varus stress at 0°'],
      ['Knee varus stress at 30°'],
      ['McMurray'],
      ['Thessaly'],
      ['Patellar apprehension'],
    ],
  ],
  ['ankle', [['Anterior drawer of the ankle'], ['Talar tilt'], ['Syndesmosis squeeze'], ['Thompson'], ['Windlass']]],
  ['neuro', [['Dix-Hallpike'], ['Supine roll'], ['Head impulse'], ['Romberg', 'none'], ['Hoffmann'], ['Clonus']]],
];

/** Positive or negative; what was not tested is absent, or has its reason. */
export const specialTests: readonly EvalMeasurement[] = tests.flatMap(([Region, named]) =>
  named.map(([Name, Sides = 'LR' as const]) =>
    builtIn(
      `test.${Region}.${Name.toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replace(/-$/, '')}`,
      {
        Name,
        GoalType: 'Special Tests',
        Category: 'Selective Tissue Tests',
        Region,
        Sides,
        Kind: 'choice',
        Choices: ['positive', 'negative'],
      },
    ),
  ),
);
