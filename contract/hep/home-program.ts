import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { ExerciseId } from '../base/ids.ts';
import { MessageChannel } from '../messages/message.ts';
import { count, day, line, maybe, shapeOf, text, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { HomeProgramId } from './ids.ts';

const itemFields = {
  /** Of the exercise as it was chosen: its text may change later, this program's does not. */
  Version: count('Version', 1, 10_000),
  /** As it was typed, in the words of the flowsheet. */
  Dose: maybe(line('Dose', 60)),
  PerDay: count('Times a day', 1, 10),
  PerWeek: count('Days a week', 1, 7),
  Note: maybe(text('Note', 300)),
};

export const mostItems = 40;

/** In the order they are done. An exercise is in a program once: the patient's log names it. */
const items = {
  label: 'Exercises',
  schema: z
    .array(z.strictObject({ ExerciseId, ...shapeOf(itemFields) }))
    .max(mostItems)
    .refine((all) => new Set(all.map((one) => one.ExerciseId)).size === all.length, {
      error: 'must not have one exercise twice',
    }),
  kind: {
    is: 'parts',
    key: 'ExerciseId',
    keySchema: ExerciseId,
    noun: 'exercise',
    most: mostItems,
    fields: itemFields,
  },
  asks: null,
} satisfies Field;

/**
 * What a patient does at home (chart 1). It is a draft until the patient has it, by a link or on paper; from then on it
 * stays as it is, and a change is another one with the next Version.
 */
export const homeProgram = record({
  name: 'homeProgram',
  entity: 'homePrograms',
  noun: 'home program',
  feature: 'hep',
  path: '/homePrograms',
  id: { HomeProgramId },
  parent: 'case',
  may: { all: ['write notes'] },
  fields: {
    Items: items,
    /** What goes for all of it. */
    Note: maybe(text('Note to the patient', 500)),
    /** The day at the clinic. */
    HandedOutOn: maybe(day('Handed out on paper')),
  },
  /** By the server: counted in the case once the patient has it; when and how the last link was sent. */
  stored: { Version: z.int().nullable(), SentAt: Instant.nullable(), Via: z.array(MessageChannel) },
  begins: () => ({ Version: null, SentAt: null, Via: [] }),
  check: ({ Items }) => (Items.length === 0 ? { Items: 'Add an exercise.' } : {}),
  brief: ({ Items }) => (Items.length === 1 ? '1 exercise' : `${Items.length} exercises`),
});

export const HomeProgram = homeProgram.Row;
export type HomeProgram = z.output<typeof HomeProgram>;
export type HomeProgramItem = HomeProgram['Items'][number];
