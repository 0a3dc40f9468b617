import { Checkbox, Group, SimpleGrid, TagsInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { ReactNode } from 'react';
import { patientFields, type patientRecord } from '#contract/patients/patient.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import type { RecordValues } from '#shared/forms/record-values.ts';

const { alerts, MessageConsent } = patientFields;

type FieldProps = { of: keyof typeof patientFields; hasFocus?: boolean; isPast?: boolean; type?: 'tel' };
type Props = {
  Field: (props: FieldProps) => ReactNode;
  values: Pick<RecordValues<typeof patientRecord>, 'MessageConsent'>;
};

/** Name, birth, contact and alerts of a patient; used for a new one and for changes. */
export function PatientFields({ Field, values }: Props) {
  const { form } = useFormAround();
  const ways = MessageConsent.kind.names;
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="FirstName" hasFocus />
        <Field of="LastName" />
        <Field of="MiddleName" />
        <Field of="PreferredName" />
        <Field of="DateOfBirth" isPast />
        <Field of="Sex" />
        <Field of="Pronouns" />
        <Field of="Phone" type="tel" />
        <Field of="Email" />
        <Field of="Language" />
      </SimpleGrid>
      <Checkbox.Group
        label={MessageConsent.label}
        description="Only with the patient's consent. Texts go to the phone above."
        value={Object.keys(ways).filter((way) => values.MessageConsent[way])}
        onChange={(chosen) =>
          form.setFieldValue('MessageConsent', { email: chosen.includes('email'), text: chosen.includes('text') })
        }
      >
        <Group gap="lg" mt={6}>
          {Object.entries(ways).map(([way, label]) => (
            <Checkbox key={way} value={way} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Field of="Address1" />
      <SimpleGrid cols={3} spacing="sm">
        <Field of="City" />
        <Field of="StateOrProvince" />
        <Field of="PostalCode" />
      </SimpleGrid>
      <TagsInput
        label={alerts.label}
        description="Shown next to the patient’s name. Press Enter after each alert."
        maxTags={alerts.kind.most}
        clearable={false}
        {...form.getInputProps('alerts')}
      />
    </>
  );
}
