import { z } from 'zod';

/** Eval goal types to the letter of the spec (3, code lists). */
export const GoalType = z.enum(['FLR', 'Function', 'General Tests', 'Pain', 'ROM', 'Special Tests', 'Strength']);
export type GoalType = z.output<typeof GoalType>;

/** Eval documentation categories to the letter of the spec (3, code lists). */
export const MeasureCategory = z.enum([
  'Pain',
  'ROM',
  'Selective Tissue Tests',
  'Gross Muscle Tests',
  'Manual Muscle Tests',
  'FLR',
]);
export type MeasureCategory = z.output<typeof MeasureCategory>;

/** The categories a goal type may have; none means that its measurements have no category. */
export const categoriesOf: Record<GoalType, readonly MeasureCategory[]> = {
  FLR: ['FLR'],
  Function: [],
  'General Tests': [],
  Pain: ['Pain'],
  ROM: ['ROM'],
  'Special Tests': ['Selective Tissue Tests'],
  Strength: ['Manual Muscle Tests', 'Gross Muscle Tests'],
};

/** Whether a measurement of this goal type may be in this category; null is none. */
export function isCategoryOf(goalType: GoalType, category: MeasureCategory | null): boolean {
  const possible = categoriesOf[goalType];
  return category === null ? possible.length === 0 : possible.includes(category);
}
