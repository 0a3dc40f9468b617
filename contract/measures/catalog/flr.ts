import type { EvalMeasurement } from '../eval-measurement.ts';
import { builtIn } from './built-in.ts';

/** Functional limitation reporting ended; kept for what was reported before. Source: Medicare, as the design cites it. */
export const flrEnded = {
  on: '2019-01-01',
  source: 'Medicare functional limitation reporting, ended 2019-01-01',
} as const;

export const flrAreas = [
  'Mobility',
  'Body position',
  'Carrying',
  'Self-care',
  'Swallowing',
  'Motor speech',
  'Comprehension',
  'Expression',
  'Attention',
  'Memory',
  'Voice',
  'Other',
] as const;

/** Severity modifiers by the most percent of limitation each covers. */
const severities: readonly [code: string, to: number][] = [
  ['CH', 0],
  ['CI', 19],
  ['CJ', 39],
  ['CK', 59],
  ['CL', 79],
  ['CM', 99],
  ['CN', 100],
];

/** The severity modifier of a limitation in percent, 0 to 100; null outside. Any limitation is at least CI. */
export function flrModifier(percent: number): string | null {
  if (!(percent >= 0 && percent <= 100)) return null;
  const whole = percent === 0 ? 0 : Math.max(1, Math.floor(percent));
  return severities.find(([, to]) => whole <= to)?.[0] ?? null;
}

/** Limitation in percent by area: current, goal and at discharge. */
export const flr: readonly EvalMeasurement[] = flrAreas.flatMap((area) =>
  (['current', 'goal', 'discharge'] as const).map((status) =>
    builtIn(`flr.${area.toLowerCase().replaceAll(' ', '-')}.${status}`, {
      Name: `${area} limitation, ${status}`,
      GoalType: 'FLR',
      Category: 'FLR',
      Region: 'general',
      Kind: 'number',
      Unit: '%',
      Min: 0,
      Max: 100,
      Step: 1,
      HigherIsBetter: false,
      Citation: 'Medicare functional limitation reporting; not reported since 01/01/2019.',
    }),
  ),
);
