import type { EvalMeasurement, EvalValue, MeasureUnit } from './eval-measurement.ts';

type Shown = Pick<EvalMeasurement, 'Kind' | 'Unit' | 'Max'>;

/** A value as a person reads it: `120°`, `4/10`, `4−`, `12.4 s`, `1 rep`; a dash when empty. */
export function showValue(measurement: Shown, value: EvalValue | null): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '-';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'string') return measurement.Kind === 'grade' ? value.replace(/-$/, '−') : value;
  if (measurement.Kind === 'score' && measurement.Max !== null) return `${showNumber(value)}/${measurement.Max}`;
  return showAmount(value, measurement.Unit);
}

/** An amount with its unit, such as a difference of two values. */
export function showAmount(value: number, unit: MeasureUnit | null): string {
  const number = showNumber(value);
  if (unit === null) return number;
  if (unit === '°' || unit === '%' || unit === '/min') return `${number}${unit}`;
  if (unit === 'reps' || unit === 'points') return `${number} ${Math.abs(value) === 1 ? unit.slice(0, -1) : unit}`;
  return `${number} ${unit}`;
}

/** At most two decimals, and a real minus. */
function showNumber(value: number): string {
  return String(Math.round(value * 100) / 100).replace('-', '−');
}
