import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { CaseId } from '#contract/base/ids.ts';
import { caseExercise } from '#contract/flowsheet/case-exercise.ts';
import { signedRowRefusals } from '#contract/flowsheet/signed-row.ts';
import { readCase } from '#local/reads/cases.ts';
import { signedRowsOf } from '#local/reads/flowsheet.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const caseExerciseForm = recordForm(caseExercise, {
  known: async (parent) => {
    const of = await readCase(parent as CaseId);
    return of && { signed: await signedRowsOf(of.CaseId) };
  },
  start: () => ({ SortOrder: '0' }),
  refuses: (fields, _here, { signed }, before) =>
    before && signed.has(before.CaseExerciseId) ? signedRowRefusals(fields, before) : {},
  Layout: ({ Field }) => (
    <Stack gap="sm">
      <Field of="Name" />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="Dose" description="Like 3x10@5lb, 3x30s or 2m L" />
        <Field of="CPT_Code" description="Empty if it is not billed" />
        <Field of="StoppedOn" description="Earlier visits keep it" />
        <Field of="SortOrder" description="Lower numbers come first" />
      </SimpleGrid>
      <Field of="Precaution" />
    </Stack>
  ),
});
