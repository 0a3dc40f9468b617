import { rankOf, type EvalMeasurement, type EvalValue, type Norm } from './eval-measurement.ts';
import type { MeasureSide } from './place.ts';
import { rangeSources, type RangeSource } from './range-source.ts';

/** Who is measured: `sex` U or null, or `age` null, is not known. */
export type Person = { sex: 'F' | 'M' | 'U' | null; age: number | null };

/** Whether a figure for a sex and ages is one for this person. Unknown sex or age meets only figures for all. */
export function isForPerson(figure: Pick<Norm, 'sex' | 'ages'>, { sex, age }: Person): boolean {
  if (figure.sex !== null && figure.sex !== sex) return false;
  if (figure.ages === null) return true;
  return age !== null && age >= figure.ages.from && (figure.ages.to === null || age <= figure.ages.to);
}

/**
 * The norm by the chosen source for a person, the one closest to sex and age first; else a clinic's own norm. Another
 * built-in source never fills in: figures of two sources are not mixed. Null where none is known.
 */
export function normOf(
  { Norms }: Pick<EvalMeasurement, 'Norms'>,
  { source, ...person }: { source: RangeSource } & Person,
): Norm | null {
  const fitting = Norms.filter((norm) => isForPerson(norm, person)).toSorted((a, b) => closeness(b) - closeness(a));
  return fitting.find((norm) => norm.source === source) ?? fitting.find((norm) => !isRangeSource(norm.source)) ?? null;
}

function closeness({ sex, ages }: Norm): number {
  return (sex === null ? 0 : 1) + (ages === null ? 0 : 2);
}

function isRangeSource(source: string): source is RangeSource {
  return Object.hasOwn(rangeSources, source);
}

/** A value in whole percent of its norm; 100 inside of a range; null without a norm, or for a norm of 0. */
export function percentOfNorm(value: EvalValue | null, norm: Pick<Norm, 'low' | 'high'> | null): number | null {
  if (typeof value !== 'number' || norm === null) return null;
  if (value >= norm.low && value <= norm.high) return norm.low === 0 && norm.high === 0 ? null : 100;
  const nearest = value < norm.low ? norm.low : norm.high;
  return nearest === 0 ? null : Math.round((value / nearest) * 100);
}

export type SideDifference = {
  /** How far apart, in the unit, or in grades. */
  difference: number;
  /** The side with the smaller value; null if equal. */
  smaller: MeasureSide | null;
  /** The smaller in whole percent of the larger; null for grades and where either is not above 0. */
  percent: number | null;
};

/** Left against right of one measurement in one mode; null where either is missing or has no order. */
export function sideDifference(
  measurement: Pick<EvalMeasurement, 'Kind' | 'Choices'>,
  left: EvalValue | null,
  right: EvalValue | null,
): SideDifference | null {
  const l = rankOf(measurement, left);
  const r = rankOf(measurement, right);
  if (l === null || r === null) return null;
  const [low, high] = [Math.min(l, r), Math.max(l, r)];
  return {
    difference: rounded(high - low),
    smaller: l === r ? null : l < r ? 'L' : 'R',
    percent: measurement.Kind === 'grade' || low <= 0 ? null : Math.round((low / high) * 100),
  };
}

/** Without the dust of binary fractions. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
