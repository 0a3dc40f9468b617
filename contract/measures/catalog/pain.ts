import type { EvalMeasurement } from '../eval-measurement.ts';
import { builtIn, type Draft } from './built-in.ts';

/** How pain feels, on a measurement and on a mark of the body chart. */
export const painQualities = [
  'aching',
  'burning',
  'cramping',
  'dull',
  'numb',
  'pressing',
  'sharp',
  'shooting',
  'stiff',
  'throbbing',
  'tingling',
] as const;

const rating = {
  GoalType: 'Pain',
  Category: 'Pain',
  Region: 'general',
  Kind: 'score',
  Min: 0,
  Max: 10,
  Step: 1,
  Unit: 'points',
  HigherIsBetter: false,
  Mcid: 2,
  Citation: 'Numeric pain rating scale. MCID commonly 2 points; studies give 1.5 to 3.5.',
} satisfies Partial<Draft>;

const chosen = {
  GoalType: 'Pain',
  Category: 'Pain',
  Region: 'general',
  Kind: 'choice',
  IsMultiselect: true,
} satisfies Partial<Draft>;

const activities = [
  'rest',
  'lying down',
  'sitting',
  'standing',
  'walking',
  'climbing stairs',
  'bending',
  'lifting',
  'reaching',
  'turning the head',
  'coughing',
  'cold',
  'heat',
  'medicine',
];

/** Pain ratings and what is asked about pain. */
export const pain: readonly EvalMeasurement[] = [
  builtIn('pain.now', { ...rating, Name: 'Pain now' }),
  builtIn('pain.best', { ...rating, Name: 'Pain at best' }),
  builtIn('pain.worst', { ...rating, Name: 'Pain at worst' }),
  builtIn('pain.quality', { ...chosen, Name: 'Pain quality', Choices: [...painQualities] }),
  builtIn('pain.pattern', {
    ...chosen,
    Name: 'Pain over 24 hours',
    Choices: ['worst in the morning', 'worst during the day', 'worst in the evening', 'wakes at night', 'constant'],
  }),
  builtIn('pain.eases', { ...chosen, Name: 'Pain eases with', Choices: activities }),
  builtIn('pain.worsens', { ...chosen, Name: 'Pain worsens with', Choices: activities }),
];
