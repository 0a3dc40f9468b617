import { TextInput } from '@mantine/core';
import { newId } from '#local/store/new-id.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import { useSetup } from '#shared/session.ts';
import type { CaseValues } from './case-values.ts';
import classes from './cases.module.css';

/** The clinic's own questions about a case; one that is no longer asked is kept as it was answered. */
export function CustomQuestions({ values: { CustomInputs } }: { values: CaseValues }) {
  const { activeCustomCaseInputs } = useSetup();
  const { form } = useFormAround();
  if (activeCustomCaseInputs.length === 0) return null;
  // A draft of an older app has them in another shape.
  const answers = Array.isArray(CustomInputs) ? CustomInputs : [];
  return (
    <fieldset className={classes.part}>
      <legend>Clinic questions</legend>
      {activeCustomCaseInputs.map(({ CustomCaseInputId, Label }) => {
        const known = answers.findIndex((one) => one['CustomCaseInputId'] === CustomCaseInputId);
        const at = known === -1 ? answers.length : known;
        const answer = answers[at] ?? { key: newId(), CustomCaseInputId, Value: '' };
        return (
          <TextInput
            key={CustomCaseInputId}
            label={Label}
            maxLength={200}
            value={String(answer['Value'])}
            error={form.errors[`CustomInputs.${at}.Value`]}
            onChange={({ currentTarget: { value: Value } }) =>
              form.setFieldValue('CustomInputs', answers.toSpliced(at, 1, { ...answer, Value }))
            }
          />
        );
      })}
    </fieldset>
  );
}
