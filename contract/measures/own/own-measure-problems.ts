import { isListed } from '../../clinic-lists/clinic-lists.ts';
import { builtInMeasurement } from '../catalog/catalog.ts';
import { isNumeric, type EvalMeasurement } from '../eval-measurement.ts';
import { isCategoryOf } from '../goal-type.ts';

export type OwnMeasure = EvalMeasurement;

/** One sentence per field that is wrong, and what to ask before saving; nothing to say is `{}` and null. */
export type OwnMeasureCheck = { problems: Partial<Record<keyof EvalMeasurement, string>>; question: string | null };

/**
 * Judges a clinic's own measurement against the others of the site, built-ins included. An equal name in the same region
 * is asked about, not refused: two clinics of a site may mean different things.
 */
export function ownMeasureProblems(mine: OwnMeasure, others: readonly EvalMeasurement[]): OwnMeasureCheck {
  const problems = { ...limitProblems(mine), ...choiceProblems(mine), ...figureProblems(mine), ...kindProblems(mine) };
  const beside = others.filter(
    ({ EvalMeasurementId: id, Region, Inactive }) =>
      id !== mine.EvalMeasurementId && Region === mine.Region && !Inactive,
  );
  const isTwin = isListed(
    beside.map(({ Name }) => Name),
    mine.Name,
  );
  const question = isTwin ? `Another measure of this region is named “${mine.Name.trim()}”. Save both?` : null;
  return { problems, question };
}

type Problems = OwnMeasureCheck['problems'];

function limitProblems(mine: OwnMeasure): Problems {
  if (!isNumeric(mine)) {
    const isLimited = mine.Min !== null || mine.Max !== null || mine.Step !== null;
    return isLimited ? { Min: 'Only numbers have a lowest value, a highest value and a step.' } : {};
  }
  const { Min, Max, Step, Kind } = mine;
  if (Min !== null && Max !== null && Min >= Max) return { Max: 'Enter a highest value above the lowest.' };
  if (Min !== null && Max !== null && Step !== null && Step > Max - Min)
    return { Step: 'Enter a step no larger than the whole range.' };
  if (Kind === 'score' && (Min === null || Max === null)) return { Max: 'A score needs a lowest and a highest value.' };
  return Kind === 'time' && (Min ?? 0) < 0 ? { Min: 'A time can’t be below 0.' } : {};
}

function choiceProblems(mine: OwnMeasure): Problems {
  const { Choices, Kind, IsMultiselect } = mine;
  if (isNumeric(mine)) return Choices.length > 0 ? { Choices: 'Only grades and choices have a list of choices.' } : {};
  if (Choices.length < 2) return { Choices: 'Enter at least two choices.' };
  const isTwice = Choices.some((choice, at) => isListed(Choices.slice(0, at), choice));
  if (isTwice) return { Choices: 'Two choices are the same. Keep one.' };
  return Kind === 'grade' && IsMultiselect ? { IsMultiselect: 'Only a choice can have several answers.' } : {};
}

function figureProblems({ Norms, Cutoffs, HigherIsBetter, Mdc, Mcid }: OwnMeasure): Problems {
  const isNormWrong = Norms.some(({ low, high, ages }) => low > high || isTurned(ages));
  const isCutoffWrong = Cutoffs.some(({ ages }) => isTurned(ages));
  const lacksDirection = HigherIsBetter === null && (Mdc !== null || Mcid !== null);
  return {
    ...(isNormWrong && { Norms: 'In each norm, enter the lower figure and the younger age first.' }),
    ...(isCutoffWrong && { Cutoffs: 'In each cutoff, enter the younger age first.' }),
    ...(lacksDirection && { HigherIsBetter: 'Choose whether more or less is better, so that changes can be judged.' }),
  };
}

function isTurned(ages: { from: number; to: number | null } | null): boolean {
  return ages !== null && ages.to !== null && ages.from > ages.to;
}

function kindProblems(mine: OwnMeasure): Problems {
  const isBuiltIn = builtInMeasurement(mine.EvalMeasurementId) !== undefined;
  const isFiled = isCategoryOf(mine.GoalType, mine.Category);
  return {
    ...(isBuiltIn && { EvalMeasurementId: 'Built-in measures can’t be changed. Copy it first.' }),
    ...(!isFiled && { Category: 'Choose a category of this goal type.' }),
    ...(mine.Kind === 'time' && mine.Unit !== 's' && { Unit: 'A time is in seconds.' }),
    ...(mine.Name.trim() === '' && { Name: 'Enter a name.' }),
  };
}

/** What of a measurement may no longer change once notes use it: its values would mean something else. */
export function usedMeasureProblems(before: OwnMeasure, after: OwnMeasure): Problems {
  const lost = before.Choices.filter((choice) => !after.Choices.includes(choice));
  const isTurned = before.HigherIsBetter !== null && before.HigherIsBetter !== after.HigherIsBetter;
  return {
    ...(before.Kind !== after.Kind && { Kind: 'Notes use this measure. Make a new one for another kind of value.' }),
    ...(before.Unit !== after.Unit && { Unit: 'Notes use this measure. Make a new one for another unit.' }),
    ...(lost.length > 0 && { Choices: 'Notes use this measure. Keep its choices; you can add more.' }),
    ...(isTurned && { HigherIsBetter: 'Notes use this measure. Make a new one for the other direction.' }),
  };
}
