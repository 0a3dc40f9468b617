import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { CaseId } from '#contract/base/ids.ts';
import { goal } from '#contract/cases/goal.ts';
import { goalName } from '#contract/cases/goals-of-case.ts';
import { goalsOfCase } from '#local/reads/goals.ts';
import { measureChoices } from '#local/reads/measures.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

/** A goal is long term and of function unless told: that is what a plan of care has to have. */
export const goalForm = recordForm(goal, {
  known: async (parent) => ({
    goals: await goalsOfCase(parent as CaseId),
    measures: await measureChoices(parent as CaseId),
  }),
  start: () => ({ Term: 'long', GoalType: 'Function' }),
  Layout: ({ Field, known }) => (
    <Stack gap="sm">
      <Field of="Text" placeholder="Climb 12 stairs without a rail" hasFocus />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="Term" />
        <Field of="GoalType" />
        <Field of="Baseline" placeholder="4 stairs with a rail" />
        <Field of="Target" placeholder="12 stairs" />
        <Field of="TargetDate" />
      </SimpleGrid>
      <Field of="Function" placeholder="Stairs at home" />
      <Field
        of="CaseEvalMeasurementId"
        placeholder="None"
        options={known.measures}
        nothingFound="No such measure in this case"
        isSearchable
      />
      <Field
        of="ReplacesGoalId"
        placeholder="None"
        options={known.goals.map(({ goal: one }) => ({
          value: String(one.GoalId),
          label: `${goalName(one)}: ${one.Text}`,
        }))}
        nothingFound="No other goal in this case"
      />
    </Stack>
  ),
});
