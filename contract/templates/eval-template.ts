import { z } from 'zod';
import { EvalTemplateId } from '../base/ids.ts';
import { disciplineNames } from '../cases/case-words.ts';
import { goalTerms, goalTypes } from '../cases/goal.ts';
import { noteTypeNames } from '../documentation/note-types.ts';
import { EvalMeasurementId } from '../measures/ids.ts';
import {
  asked,
  choice,
  choices,
  flag,
  line,
  maybe,
  ordered,
  ref,
  shapeOf,
  text,
  type Field,
} from '../record/fields.ts';
import { record } from '../record/record.ts';
import { owner } from './owner.ts';
import { mostOfPrompt, mostOfTitle, mostSections, TemplateSectionKey } from './template-section.ts';

const sectionFields = {
  title: asked(line('Title', mostOfTitle), 'Enter the title of the section.'),
  prompt: maybe(line('Prompt', mostOfPrompt)),
  required: flag('Required to sign'),
};

const sections = {
  label: 'Sections',
  schema: z
    .array(z.strictObject({ key: TemplateSectionKey, ...shapeOf(sectionFields) }))
    .max(mostSections)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, { error: 'must not have one key twice' }),
  kind: {
    is: 'parts',
    key: 'key',
    keySchema: TemplateSectionKey,
    noun: 'section',
    most: mostSections,
    fields: sectionFields,
  },
  asks: null,
} satisfies Field;

export const mostTemplateMeasures = 100;

/** What a kind of note begins with: its sections, what is measured, and goals to choose from. */
export const evalTemplate = record({
  name: 'evalTemplate',
  entity: 'evalTemplates',
  noun: 'template',
  feature: 'templates',
  path: '/templates/eval',
  id: { EvalTemplateId },
  parent: null,
  may: { any: ['manage library', 'write notes'] },
  fields: {
    Name: line('Name', 80),
    /** Null: of every discipline. */
    Discipline: maybe(choice('Discipline', disciplineNames)),
    /** None: for every kind. */
    NoteTypes: choices('Kinds of notes', noteTypeNames),
    Sections: sections,
    /** `Side` null: both, or none where it has no sides. */
    Measurements: ordered('Measures', 'measure', mostTemplateMeasures, {
      EvalMeasurementId: ref('Measure', EvalMeasurementId, { to: 'evalMeasurements' }),
      Mode: maybe(choice('Mode', { active: 'Active', passive: 'Passive', resisted: 'Resisted' })),
      Side: maybe(choice('Side', { L: 'Left', R: 'Right' })),
    }),
    GoalTexts: ordered('Goals', 'goal', 20, {
      Term: choice('Term', goalTerms),
      GoalType: choice('About', goalTypes),
      Text: asked(text('Goal', 500), 'Write the goal.'),
    }),
    OwnerUserId: owner,
  },
  check: ({ Sections, Measurements, GoalTexts }) =>
    Sections.length + Measurements.length + GoalTexts.length === 0
      ? { Sections: 'Add a section, a measure or a goal.' }
      : {},
  brief: ({ Name }) => Name,
});

export const EvalTemplate = evalTemplate.Row;
export type EvalTemplate = z.output<typeof EvalTemplate>;
