import { z } from 'zod';
import { ages, choice, choices, decimal, either, flag, line, maybe, ordered, type Field } from '../record/fields.ts';
import { record, type FieldsOf } from '../record/record.ts';
import type { MeasureKind } from './eval-measurement.ts';
import { Choice, MeasureUnit, regionWords } from './measure-parts.ts';
import { GoalType, MeasureCategory } from './goal-type.ts';
import { EvalMeasurementId } from './ids.ts';

/** More than any scale has, and few enough to be read at once. */
export const mostChoices = 40;
const mostFigures = 60;
const most = 1_000_000;

export const sidesWords = { none: 'No sides', LR: 'Left and right' } as const;
export const kindWords = {
  number: 'Number',
  grade: 'Grade, lowest first',
  choice: 'Choice',
  score: 'Score',
  time: 'Time in seconds',
} as const satisfies Record<MeasureKind, string>;
export const modeWords = { active: 'Active', passive: 'Passive', resisted: 'Resisted' } as const;
export const sexWords = { F: 'Women', M: 'Men' } as const;
export const limitWords = { atLeast: 'At least', above: 'Above', atMost: 'At most', below: 'Below' } as const;
export const rightsWords = { open: 'Free to use', totalOnly: 'Total score only' } as const;
export const directionWords = { yes: 'Higher is better', no: 'Lower is better' } as const;

/** Words that are their own names. */
function named<const K extends string>(all: readonly K[]): Readonly<Record<K, string>> {
  return Object.fromEntries(all.map((one) => [one, one])) as { [Each in K]: Each };
}

const texts = {
  label: 'Choices',
  schema: z
    .array(Choice)
    .max(mostChoices)
    .refine((all) => new Set(all).size === all.length, { error: 'must not have the same twice' }),
  kind: { is: 'tags', most: mostChoices },
  asks: null,
  wrong: `At most ${mostChoices} choices, each once, without commas, semicolons or bars.`,
} satisfies Field;

const persons = { sex: maybe(choice('Sex', sexWords)), ages: ages('Ages') };

/**
 * What a clinic measures besides the catalog, described as the built-ins are. What is refused of one as a whole, and how it
 * is tidied, comes with its form (typed-measurement.ts, docs/decisions/0017-what-a-page-loads.md) and with the server's hooks.
 */
export const evalMeasurement = record({
  name: 'evalMeasurement',
  entity: 'evalMeasurements',
  noun: 'measure',
  feature: 'measures',
  path: '/evalMeasurements',
  id: { EvalMeasurementId },
  parent: null,
  may: { all: ['manage library'] },
  fields: {
    Name: line('Name', 120),
    GoalType: choice('Goal type', named(GoalType.options)),
    Category: maybe(choice('Category', named(MeasureCategory.options))),
    Region: choice('Region', regionWords),
    Sides: choice('Sides', sidesWords),
    Modes: choices('Modes', modeWords),
    Kind: choice('Kind', kindWords),
    Unit: maybe(choice('Unit', named(MeasureUnit.options))),
    Min: maybe(decimal('Lowest value', -most, most)),
    Max: maybe(decimal('Highest value', -most, most)),
    Step: maybe(decimal('Step', 0.0001, most)),
    Choices: texts,
    IsMultiselect: flag('Several choices at once'),
    Norms: ordered('Norms', 'norm', mostFigures, {
      source: line('Source', 60),
      ...persons,
      low: decimal('From', -most, most),
      high: decimal('To', -most, most),
    }),
    Cutoffs: ordered('Cutoffs', 'cutoff', mostFigures, {
      is: choice('Limit', limitWords),
      value: decimal('Value', -most, most),
      ...persons,
      label: line('Meaning', 80),
    }),
    HigherIsBetter: either('Direction', directionWords),
    Mdc: maybe(decimal('MDC', 0.0001, most)),
    Mcid: maybe(decimal('MCID', 0.0001, most)),
    Citation: maybe(line('Citation', 500)),
    Rights: choice('Rights', rightsWords),
    Inactive: flag('Inactive'),
  },
  added: {
    /** One of this name is in this region, and this is another measure. */
    isAnother: z.literal(true).optional(),
  },
  brief: ({ Name }) => Name,
});

export const OwnMeasurement = evalMeasurement.Row;
export type OwnMeasurement = z.output<typeof OwnMeasurement>;
/** What is written of a measure, own or built-in. */
export type MeasureFields = FieldsOf<typeof evalMeasurement>;
