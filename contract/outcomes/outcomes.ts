import { moodMeasures } from './mood.ts';
import type { OutcomeMeasure } from './outcome-measure.ts';
import { rolandMorris } from './roland-morris.ts';
import { singleRatings } from './single-ratings.ts';
import { totalMeasures } from './totals.ts';

/** Every outcome measure, in every Version that was ever used; new answers take the newest. */
export const outcomeMeasures: readonly OutcomeMeasure[] = [
  ...singleRatings,
  rolandMorris,
  ...moodMeasures,
  ...totalMeasures,
];

/** An outcome measure in a Version, or in its newest. */
export function outcomeMeasure(
  key: string,
  version: number | null = null,
  among: readonly OutcomeMeasure[] = outcomeMeasures,
): OutcomeMeasure | undefined {
  const named = among.filter(({ MeasureKey }) => MeasureKey === key);
  if (version !== null) return named.find(({ Version }) => Version === version);
  return named.toSorted((a, b) => b.Version - a.Version)[0];
}
