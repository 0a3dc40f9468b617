import { TagsInput } from '@mantine/core';
import { evalMeasurement, mostChoices } from '#contract/measures/own-measurement.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';

const { label } = evalMeasurement.fields.Choices;

/** The texts of a grade or choice in their order; a comma, semicolon or bar ends one. */
export function ChoicesField({ isGrade }: { isGrade: boolean }) {
  const { form } = useFormAround();
  return (
    <TagsInput
      label={label}
      aria-required
      description={isGrade ? 'From the lowest to the highest. Press Enter after each.' : 'Press Enter after each.'}
      splitChars={[',', ';', '|']}
      maxTags={mostChoices}
      acceptValueOnBlur
      {...(form.getInputProps('Choices') as object)}
    />
  );
}
