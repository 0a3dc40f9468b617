import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { categoriesOf, GoalType } from '#contract/measures/goal-type.ts';
import { measureTwin } from '#contract/measures/same-measure.ts';
import { typedMeasurement } from '#contract/measures/typed-measurement.ts';
import { loadMeasurements } from '#local/reads/measures.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { ChoicesField } from './choices-field.tsx';

export const measureForm = recordForm(typedMeasurement, {
  known: async () => (await loadMeasurements()).all,
  start: () => ({ GoalType: 'Function', Region: 'general', Sides: 'none', Kind: 'number', Rights: 'open' }),
  objection(fields, { known, before, id }) {
    const twin = measureTwin(
      fields,
      before,
      known.filter((one) => one.EvalMeasurementId !== id),
    );
    if (!twin) return null;
    return {
      refusals: twin.refusals,
      other: { id: twin.of.EvalMeasurementId, name: twin.of.Name },
      ...(before === null && { insist: { label: 'This is another measure', sent: { isAnother: true } } }),
    };
  },
  words: { add: 'Add measure', added: 'Measure added.' },
  Layout: ({ Field, values }) => {
    const goalType = GoalType.safeParse(values.GoalType).data;
    const isText = values.Kind === 'grade' || values.Kind === 'choice';
    return (
      <Stack gap="sm">
        <Field of="Name" hasFocus />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <Field of="Region" isSearchable />
          <Field of="GoalType" />
          {goalType && categoriesOf[goalType].length > 1 && <Field of="Category" />}
          <Field of="Kind" />
          <Field of="Sides" />
        </SimpleGrid>
        <Field of="Modes" {...(values.Modes.length === 0 && { placeholder: 'None' })} />
        {isText ? (
          <>
            <ChoicesField isGrade={values.Kind === 'grade'} />
            {values.Kind === 'choice' && <Field of="IsMultiselect" />}
          </>
        ) : (
          <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
            {values.Kind !== 'time' && <Field of="Unit" placeholder="None" />}
            <Field of="Min" placeholder="No minimum" />
            <Field of="Max" placeholder="No maximum" />
            <Field of="Step" placeholder="Any" />
          </SimpleGrid>
        )}
        {values.Kind !== 'choice' && (
          <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
            <Field of="HigherIsBetter" placeholder="Neither" />
            <span />
            <Field of="Mdc" label="MDC (smallest real change)" />
            <Field of="Mcid" label="MCID (change that matters)" />
          </SimpleGrid>
        )}
        {!isText && (
          <>
            <Field of="Norms" description="Usual values by source, sex and age." />
            <Field of="Cutoffs" description="Limits with their meaning, such as a fall risk." />
          </>
        )}
        <Field of="Citation" />
        <Field of="Rights" />
        <Field of="Inactive" description="Hidden when measures are added. Cases and notes keep it." />
      </Stack>
    );
  },
});
