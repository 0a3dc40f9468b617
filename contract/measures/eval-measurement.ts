import { z } from 'zod';
import { Line, OptionalLine } from '../base/text.ts';
import { Ages } from './ages.ts';
import { GoalType, MeasureCategory } from './goal-type.ts';
import { EvalMeasurementId } from './ids.ts';
import { Choice, MeasureUnit, regionWords } from './measure-parts.ts';
import { MeasureMode } from './place.ts';

export { Choice, MeasureUnit, regionWords } from './measure-parts.ts';

type Region = keyof typeof regionWords;
export const MeasureRegion = z.enum(Object.keys(regionWords) as [Region, ...Region[]]);
export type MeasureRegion = z.output<typeof MeasureRegion>;

export const MeasureKind = z.enum(['number', 'grade', 'choice', 'score', 'time']);
export type MeasureKind = z.output<typeof MeasureKind>;

const SexOrAll = z.enum(['F', 'M']).nullable();

/** What is normal by a source, for a sex and ages or for all (null); a single figure has low and high equal. */
export const Norm = z.object({
  source: Line(60),
  sex: SexOrAll,
  ages: Ages.nullable(),
  low: z.number(),
  high: z.number(),
});
export type Norm = z.output<typeof Norm>;

/** From where on a value means what `label` says, for a sex and ages or for all (null). */
export const Cutoff = z.object({
  is: z.enum(['atLeast', 'above', 'atMost', 'below']),
  value: z.number(),
  sex: SexOrAll,
  ages: Ages.nullable(),
  label: Line(80),
});
export type Cutoff = z.output<typeof Cutoff>;

/**
 * What can be measured: a built-in of the catalog or a clinic's own. `Choices` are the texts of a grade, lowest first, or
 * of a choice. `Mdc` and `Mcid` are in the unit; null where no source is known. `totalOnly`: its items are not ours.
 */
export const EvalMeasurement = z.object({
  EvalMeasurementId,
  Name: Line(120),
  GoalType,
  Category: MeasureCategory.nullable(),
  Region: MeasureRegion,
  Sides: z.enum(['none', 'LR']),
  Modes: z.array(MeasureMode).max(3),
  Kind: MeasureKind,
  Unit: MeasureUnit.nullable(),
  Min: z.number().nullable(),
  Max: z.number().nullable(),
  Step: z.number().positive().nullable(),
  Choices: z.array(Choice).max(40),
  /** Several choices may be true at once. */
  IsMultiselect: z.boolean(),
  Norms: z.array(Norm).max(60),
  Cutoffs: z.array(Cutoff).max(60),
  /** Null where no direction is better, as for a blood pressure. */
  HigherIsBetter: z.boolean().nullable(),
  Mdc: z.number().positive().nullable(),
  Mcid: z.number().positive().nullable(),
  Citation: OptionalLine(500),
  Rights: z.enum(['open', 'totalOnly']),
  Inactive: z.boolean(),
});
export type EvalMeasurement = z.output<typeof EvalMeasurement>;

/** A number, the text of a grade or choice, or the texts of several choices. */
export const EvalValue = z.union([z.number(), z.string().max(60), z.array(z.string().max(60)).max(40)]);
export type EvalValue = z.output<typeof EvalValue>;

/** Whether values are numbers, rather than texts of `Choices`. */
export function isNumeric({ Kind }: Pick<EvalMeasurement, 'Kind'>): boolean {
  return Kind === 'number' || Kind === 'score' || Kind === 'time';
}

/** The number that trends and changes are counted with: the value itself, or the place of a grade from 0 up. */
export function rankOf(measurement: Pick<EvalMeasurement, 'Kind' | 'Choices'>, value: EvalValue | null): number | null {
  if (typeof value === 'number') return isNumeric(measurement) ? value : null;
  if (measurement.Kind !== 'grade' || typeof value !== 'string') return null;
  const rank = measurement.Choices.indexOf(value);
  return rank < 0 ? null : rank;
}
