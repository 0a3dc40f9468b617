import { z } from 'zod';

/** Resistance bands by the color a clinician types; makers differ in what a color means. */
export const bandColors = [
  'tan',
  'yellow',
  'orange',
  'red',
  'green',
  'blue',
  'purple',
  'black',
  'gray',
  'silver',
  'gold',
  'pink',
  'white',
] as const;

/** Longer texts belong in the comment; a cell stores no more. */
export const mostDoseText = 500;

/** Left, right, or both. */
export const sides = ['L', 'R', 'LR'] as const;
export type Side = (typeof sides)[number];

/** How much help the patient needs, from none to all. */
export const assistLevels = ['Ind', 'Mod I', 'Sup', 'SBA', 'CGA', 'Min A', 'Mod A', 'Max A', 'Total A'] as const;
export type Assist = (typeof assistLevels)[number];

/** The least and the most of each number of a dose. */
export const doseLimits = {
  Sets: [1, 50],
  Reps: [1, 999],
  HoldSeconds: [1, 3_600],
  Seconds: [1, 14_400],
  Load: [0.1, 2_000],
  Distance: [0.1, 10_000],
} as const;

const whole = ([least, most]: readonly [number, number]) => z.int().min(least).max(most).nullable();
const decimal = ([least, most]: readonly [number, number]) => z.number().min(least).max(most).multipleOf(0.01);

const amounts = z.strictObject({
  Sets: whole(doseLimits.Sets),
  Reps: whole(doseLimits.Reps),
  /** How long each repetition is kept. */
  HoldSeconds: whole(doseLimits.HoldSeconds),
  /** How long the whole exercise, or each set, takes. */
  Seconds: whole(doseLimits.Seconds),
  /** A number for lb and kg, a color or nothing for a band. */
  Load: z.union([decimal(doseLimits.Load), z.enum(bandColors)]).nullable(),
  LoadUnit: z.enum(['lb', 'kg', 'band']).nullable(),
  Distance: decimal(doseLimits.Distance).nullable(),
  DistanceUnit: z.enum(['m', 'ft']).nullable(),
});

type Amounts = z.output<typeof amounts>;

const isWhole = (dose: Amounts) =>
  (dose.LoadUnit === 'band'
    ? typeof dose.Load !== 'number'
    : (typeof dose.Load === 'number') === (dose.LoadUnit !== null)) &&
  (dose.Distance === null) === (dose.DistanceUnit === null);

/** Sets, reps, times in seconds, load and distance: what one exercise is done with. */
export const DoseAmount = amounts.refine(isWhole, { error: 'needs a unit for its load and its distance' });
export type DoseAmount = z.output<typeof DoseAmount>;

/** An amount with the side and the help it is planned or typed with. */
export const Dose = z
  .strictObject({ ...amounts.shape, Side: z.enum(sides).nullable(), Assist: z.enum(assistLevels).nullable() })
  .refine(isWhole, { error: 'needs a unit for its load and its distance' });
export type Dose = z.output<typeof Dose>;

export const noDose: Dose = {
  Sets: null,
  Reps: null,
  HoldSeconds: null,
  Seconds: null,
  Load: null,
  LoadUnit: null,
  Distance: null,
  DistanceUnit: null,
  Side: null,
  Assist: null,
};

/** Whether a dose says how much, not only on which side and with how much help. */
export function hasAmount(dose: DoseAmount): boolean {
  const { Sets, Reps, HoldSeconds, Seconds, LoadUnit, Distance } = dose;
  return [Sets, Reps, HoldSeconds, Seconds, LoadUnit, Distance].some((each) => each !== null);
}
