import { isNumeric, type EvalMeasurement, type EvalValue } from './eval-measurement.ts';

type Measured = Pick<EvalMeasurement, 'Kind' | 'Unit' | 'Min' | 'Max' | 'Step' | 'Choices' | 'IsMultiselect'>;

/** Why a value is none of this measurement, or null if it is. */
export function valueProblem(measurement: Measured, value: EvalValue): string | null {
  if (isNumeric(measurement)) {
    return typeof value === 'number' && isInRange(measurement, value) ? null : rangeSentence(measurement);
  }
  const texts = Array.isArray(value) ? value : [value];
  const isKnown = texts.every((text) => typeof text === 'string' && measurement.Choices.includes(text));
  const isOne = measurement.IsMultiselect === Array.isArray(value) && new Set(texts).size === texts.length;
  return isKnown && isOne ? null : choiceSentence(measurement);
}

function isInRange({ Min, Max, Step }: Measured, value: number): boolean {
  if (!Number.isFinite(value) || (Min !== null && value < Min) || (Max !== null && value > Max)) return false;
  if (Step === null) return true;
  // Steps such as 0.1 are not exact in binary, so the rest is compared with a tolerance.
  const steps = (value - (Min ?? 0)) / Step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** What may be typed: `Enter a whole number from 0 to 10.` */
export function rangeSentence({ Min, Max, Step, Unit, Kind }: Measured): string {
  if (Kind === 'time')
    return `Enter seconds, such as 12.4, or minutes and seconds, such as 1:05${Max === null ? '' : `, up to ${Max} s`}.`;
  const isWhole = Step !== null && Number.isInteger(Step);
  const steps = Step !== null && Step !== 1 ? `, in steps of ${Step}` : '';
  const unit = Unit && Unit !== 'points' ? ` (${Unit})` : '';
  return `Enter a ${isWhole ? 'whole ' : ''}number${spanOf(Min, Max)}${steps}${unit}.`;
}

function spanOf(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return ` from ${min} to ${max}`;
  if (min !== null) return ` of ${min} or more`;
  return max === null ? '' : ` of ${max} or less`;
}

export function choiceSentence({ Choices, IsMultiselect }: Measured): string {
  const shown = Choices.slice(0, 12).join(', ');
  return `Choose ${IsMultiselect ? 'from' : 'one of'}: ${shown}${Choices.length > 12 ? ', and more' : ''}.`;
}
