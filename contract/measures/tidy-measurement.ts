import type { EvalMeasurement } from './eval-measurement.ts';
import { categoriesOf } from './goal-type.ts';

type Fields = Omit<EvalMeasurement, 'EvalMeasurementId'>;

/** What is kept of a measure as it is typed: what its goal type and kind do not have is emptied. */
export function tidyMeasurement<M extends Fields>(of: M): M {
  const possible = categoriesOf[of.GoalType] ?? [];
  const only = possible.length === 1 ? (possible[0] ?? null) : null;
  const category = only ?? possible.find((one) => one === of.Category) ?? null;
  return { ...of, Category: category, ...unused(of.Kind) };
}

function unused(kind: Fields['Kind']): Partial<Fields> {
  if (kind === 'number' || kind === 'score') return { Choices: [], IsMultiselect: false };
  if (kind === 'time') return { Choices: [], IsMultiselect: false, Unit: 's' };
  const texts = { Unit: null, Min: null, Max: null, Step: null, Norms: [], Cutoffs: [] };
  // Grades are counted one by one; a choice has no order.
  return kind === 'grade'
    ? { ...texts, IsMultiselect: false }
    : { ...texts, HigherIsBetter: null, Mdc: null, Mcid: null };
}
