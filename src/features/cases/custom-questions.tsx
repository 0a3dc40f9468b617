import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useSetup } from '#shared/session.ts';
import type { CaseFormValues } from './case-form.ts';
import classes from './cases.module.css';

/** The clinic's own questions about a case; one that is no longer asked is kept as it was answered. */
export function CustomQuestions({ form }: { form: UseFormReturnType<CaseFormValues> }) {
  const { activeCustomCaseInputs } = useSetup();
  if (activeCustomCaseInputs.length === 0) return null;
  return (
    <fieldset className={classes.part}>
      <legend>Clinic questions</legend>
      {activeCustomCaseInputs.map(({ CustomCaseInputId, Label }) => (
        <TextInput
          key={CustomCaseInputId}
          label={Label}
          {...form.getInputProps(`CustomInputs.${CustomCaseInputId}`)}
          value={form.values.CustomInputs[CustomCaseInputId] ?? ''}
        />
      ))}
    </fieldset>
  );
}
