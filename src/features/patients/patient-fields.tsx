import { Checkbox, Group, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { UseFormReturnType } from '@mantine/form';
import { sexWords } from '#contract/patients/patient.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import type { PatientFormValues } from './patient-form.ts';

const sexes = Object.entries(sexWords).map(([value, label]) => ({ value, label }));

const channels = ['email', 'text'] as const;

/** Name, birth, contact and alerts of a patient; used for a new one and for changes. */
export function PatientFields({ form }: { form: UseFormReturnType<PatientFormValues> }) {
  const error = (field: keyof PatientFormValues) => {
    const message = form.errors[field];
    return typeof message === 'string' ? message : null;
  };
  return (
    <>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput
          label="First name"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('FirstName')}
        />
        <TextInput label="Last name" required withAsterisk={false} {...form.getInputProps('LastName')} />
        <TextInput label="Middle name" {...form.getInputProps('MiddleName')} />
        <TextInput label="Preferred name" {...form.getInputProps('PreferredName')} />
        <DateField
          label="Birth date"
          today={useClinicToday()}
          w="100%"
          value={form.values.DateOfBirth}
          onChange={(date) => form.setFieldValue('DateOfBirth', date)}
          onRefused={(refused) => form.setFieldValue('DateOfBirth', refused)}
          error={error('DateOfBirth')}
        />
        <Select label="Sex on the insurance" data={sexes} allowDeselect={false} {...form.getInputProps('Sex')} />
        <TextInput label="Pronouns" {...form.getInputProps('Pronouns')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('Phone')} />
      </SimpleGrid>
      <TextInput label="Email" type="email" {...form.getInputProps('Email')} />
      <Checkbox.Group
        label="Messages about visits"
        description="Only with the patient's consent. Texts go to the phone above."
        value={channels.filter((channel) => form.values.MessageConsent[channel])}
        onChange={(chosen) =>
          form.setFieldValue('MessageConsent', { email: chosen.includes('email'), text: chosen.includes('text') })
        }
      >
        <Group gap="lg" mt={6}>
          <Checkbox value="email" label="By email" />
          <Checkbox value="text" label="By text message" />
        </Group>
      </Checkbox.Group>
      <TextInput label="Street" {...form.getInputProps('Address1')} />
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput label="City" flex={1} {...form.getInputProps('City')} />
        <TextInput label="State" w={72} maxLength={2} {...form.getInputProps('StateOrProvince')} />
        <TextInput label="ZIP code" w={110} inputMode="numeric" {...form.getInputProps('PostalCode')} />
      </Group>
      <TagsInput
        label="Alerts"
        description="Shown next to the patient’s name. Press Enter after each alert."
        maxTags={10}
        clearable={false}
        {...form.getInputProps('alerts')}
      />
    </>
  );
}
