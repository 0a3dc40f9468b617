import type { z } from 'zod';
import { showSpan } from '../base/dates.ts';
import { GoalId, NoteId, PlanOfCareId, ReferringProviderId } from '../base/ids.ts';
import type { Case } from './case.ts';
import { asked, choice, count, day, maybe, ref, text, type Field } from '../record/fields.ts';
import { record } from '../record/record.ts';
import { diagnoses } from './diagnoses-field.ts';
import { planOfCareRefusals } from './plan-of-care-refusal.ts';
import { planOnCase, type PlannedDays } from './plan-on-case.ts';

export const planKinds = { initial: 'Initial', recert: 'Recertification' } as const;

const goalsOfPlan = {
  label: 'Goals',
  schema: GoalId.array().max(20),
  kind: { is: 'refs', to: 'goals', noun: 'goal', none: 'None', ordered: true },
  asks: null,
} satisfies Field;

/** What a therapist plans and a referrer certifies (42 CFR 410.61); one that was signed is never changed. */
export const planOfCare = record({
  name: 'planOfCare',
  entity: 'plansOfCare',
  noun: 'plan of care',
  feature: 'cases',
  path: '/plansOfCare',
  id: { PlanOfCareId },
  parent: 'case',
  may: { all: ['write notes'] },
  fields: {
    Kind: choice('Kind', planKinds),
    From: day('From'),
    To: asked(day('Until'), 'Enter the last day of the plan of care.'),
    VisitsPerWeek: asked(count('Visits a week', 1, 14), 'Enter the visits a week.'),
    PlanWeeks: asked(count('Weeks', 1, 52), 'Enter the weeks.'),
    /** Treatments a day. */
    Amount: asked(count('Treatments a day', 1, 4), 'Enter the treatments a day.'),
    /** The type of treatment. */
    Interventions: asked(text('Treatment', 1_000), 'Write the type of treatment.'),
    /** Who is to certify it. */
    CertifierId: maybe(ref('Certified by', ReferringProviderId, { to: 'referringProviders', noun: 'certifier' })),
    Diagnoses: diagnoses,
    GoalIds: goalsOfPlan,
    /** The visit in whose note it was written. */
    WrittenInNoteId: maybe(ref('Written in', NoteId, { to: 'visits', noun: 'visit' })),
  },
  check: planOfCareRefusals,
  parentGets: (of, plan, before) => planOnCase(of as Case, plan as PlannedDays, before as PlannedDays | null),
  brief: ({ Kind, From, To }) => `${planKinds[Kind]}, ${showSpan({ Start: From, End: To })}`,
});

export const PlanOfCare = planOfCare.Row;
export type PlanOfCare = z.output<typeof PlanOfCare>;
