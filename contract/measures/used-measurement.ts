import type { Refusals } from '../record/record.ts';
import { isNumeric, type EvalMeasurement } from './eval-measurement.ts';

type Fields = Omit<EvalMeasurement, 'EvalMeasurementId'>;

/**
 * What of a measure that cases use cannot become: values in notes would read as something else. Choices and modes may be
 * added at the end, and a range may become wider.
 */
export function usedRefusals(before: Fields, row: Fields): Refusals {
  const refusals: Record<string, string> = {};
  const fixed = (field: keyof Fields, words: string) => {
    refusals[field] = `Cases use this measure, so ${words}. Make a copy instead.`;
  };
  if (before.Name !== row.Name) fixed('Name', 'its name stays');
  if (before.Kind !== row.Kind) fixed('Kind', 'its kind stays');
  if (before.Unit !== row.Unit) fixed('Unit', 'its unit stays');
  if (before.Sides !== row.Sides) fixed('Sides', 'its sides stay');
  if (before.IsMultiselect !== row.IsMultiselect) fixed('IsMultiselect', 'this stays');
  if (!before.Modes.every((mode) => row.Modes.includes(mode)) || (before.Modes.length === 0 && row.Modes.length > 0))
    fixed('Modes', 'its modes stay');
  if (before.Choices.some((choice, at) => row.Choices[at] !== choice))
    fixed('Choices', 'its choices stay and new ones go last');
  if (isNumeric(before)) {
    if (isNarrower(row.Min, before.Min, 1)) fixed('Min', 'its range can only become wider');
    // A score is written with its highest value: 4/10.
    if (isNarrower(row.Max, before.Max, -1) || (before.Kind === 'score' && row.Max !== before.Max))
      fixed('Max', before.Kind === 'score' ? 'its highest value stays' : 'its range can only become wider');
    if (row.Step !== null && row.Step !== before.Step) fixed('Step', 'its step stays');
  }
  return refusals;
}

/** Whether a limit keeps out what it did not before; `inward` is 1 for the lowest value and -1 for the highest. */
function isNarrower(now: number | null, before: number | null, inward: 1 | -1): boolean {
  if (now === null) return false;
  return before === null || (now - before) * inward > 0;
}
