import type { Refusals } from '../record/record.ts';
import { isNumeric, type EvalMeasurement } from './eval-measurement.ts';
import { categoriesOf, isCategoryOf } from './goal-type.ts';

type Fields = Omit<EvalMeasurement, 'EvalMeasurementId'>;

/** What cannot be of a measure as a whole: one sentence by field, those of a figure by its place. */
export function measurementRefusals(of: Fields): Refusals {
  return { ...categoryRefusal(of), ...(isNumeric(of) ? rangeRefusals(of) : choiceRefusals(of)), ...figureRefusals(of) };
}

function categoryRefusal({ GoalType, Category }: Fields): Refusals {
  if (isCategoryOf(GoalType, Category)) return {};
  const possible = categoriesOf[GoalType];
  return {
    Category: possible.length === 0 ? `${GoalType} has no categories.` : `Choose ${possible.join(' or ')}.`,
  };
}

function rangeRefusals({ Min, Max, Step, Choices }: Fields): Refusals {
  if (Choices.length > 0) return { Choices: 'Only a grade or a choice has choices.' };
  if (Min === null || Max === null) return {};
  if (Min >= Max) return { Max: 'The highest value must be above the lowest.' };
  return Step !== null && Step > Max - Min ? { Step: 'The step is larger than the range.' } : {};
}

function choiceRefusals({ Choices, Unit, Min, Max, Step, Norms, Cutoffs }: Fields): Refusals {
  if (Choices.length < 2) return { Choices: 'Enter at least two choices.' };
  const hasNumbers = [Unit, Min, Max, Step].some((one) => one !== null) || Norms.length + Cutoffs.length > 0;
  return hasNumbers ? { Kind: 'A grade or a choice has no unit, range, norms or cutoffs.' } : {};
}

function figureRefusals({ Norms, Cutoffs }: Fields): Refusals {
  const turned = Norms.flatMap(({ low, high }, at) =>
    low > high ? [[`Norms.${at}.high`, 'This is below the value it starts from.']] : [],
  );
  const backward = { ...agesRefusals('Norms', Norms), ...agesRefusals('Cutoffs', Cutoffs) };
  return { ...(Object.fromEntries(turned) as Refusals), ...backward };
}

type Figure = Pick<Fields['Norms'][number], 'ages'>;

function agesRefusals(field: 'Norms' | 'Cutoffs', figures: readonly Figure[]): Refusals {
  const turned = figures.flatMap(({ ages }, at) =>
    ages !== null && ages.to !== null && ages.to < ages.from
      ? [[`${field}.${at}.ages`, 'The first age must not be above the last.']]
      : [],
  );
  return Object.fromEntries(turned) as Refusals;
}
