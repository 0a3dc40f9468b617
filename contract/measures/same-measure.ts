import type { Refusals } from '../record/record.ts';
import { regionWords, type EvalMeasurement } from './eval-measurement.ts';

type Named = Pick<EvalMeasurement, 'Name' | 'Region'>;

/** Letters, digits and degrees alone, so that case, spaces and full stops make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}°]/gu, '')
    .toLowerCase();
}

export function isSameMeasure(a: Named, b: Named): boolean {
  return a.Region === b.Region && plain(a.Name) === plain(b.Name);
}

/** The measure that another would repeat, and why that is asked. */
export type MeasureTwin<M> = { of: M; refusals: Refusals };

/** A measure of the same name and region; one that is there twice already can still be changed. */
export function measureTwin<M extends Named>(
  one: Named,
  before: Named | null,
  others: readonly M[],
): MeasureTwin<M> | null {
  if (before && isSameMeasure(one, before)) return null;
  const of = others.find((other) => isSameMeasure(one, other));
  if (!of) return null;
  return { of, refusals: { Name: `“${of.Name}” is already a measure of the region ${regionWords[of.Region]}.` } };
}
