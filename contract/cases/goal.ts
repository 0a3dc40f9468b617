import { z } from 'zod';
import { GoalId } from '../base/ids.ts';
import { CaseEvalMeasurementId } from '../measures/ids.ts';
import { asked, choice, day, line, maybe, ref, text } from '../record/fields.ts';
import { record } from '../record/record.ts';

export const goalTerms = { short: 'Short term', long: 'Long term' } as const;

/** What a goal is about, as measures are sorted. */
export const goalTypes = {
  Function: 'Function',
  Pain: 'Pain',
  ROM: 'Range of motion',
  Strength: 'Strength',
  'General Tests': 'General tests',
  'Special Tests': 'Special tests',
  FLR: 'Functional limitation',
} as const;

/** What is to be reached in a case (CMS ch. 15 §220.1.2); one that a signed note reports on is never changed. */
export const goal = record({
  name: 'goal',
  entity: 'goals',
  feature: 'cases',
  path: '/goals',
  id: { GoalId },
  parent: 'case',
  may: { all: ['write notes'] },
  fields: {
    Term: choice('Term', goalTerms),
    GoalType: choice('About', goalTypes),
    Text: asked(text('Goal', 500), 'Write the goal.'),
    /** What the patient will do with it in daily life. */
    Function: maybe(line('Function', 200)),
    Baseline: maybe(line('Baseline', 80)),
    Target: maybe(line('Target', 80)),
    TargetDate: maybe(day('By')),
    /** The measure of the case by which it is judged. */
    CaseEvalMeasurementId: maybe(
      ref('Measure', CaseEvalMeasurementId, { to: 'caseEvalMeasurements', noun: 'measure' }),
    ),
    /** The goal that this one takes the place of. */
    ReplacesGoalId: maybe(ref('Replaces', GoalId, { to: 'goals', noun: 'goal' })),
  },
  /** Counted in the case by the server, and never given again; null until it was. */
  stored: { Number: z.int().nullable() },
  begins: () => ({ Number: null }),
  brief: ({ Text }) => Text,
});

export const Goal = goal.Row;
export type Goal = z.output<typeof Goal>;
