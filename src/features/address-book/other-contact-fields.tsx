import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { otherContactKinds, type OtherContact } from '#contract/address-book/contacts.ts';
import { newId } from '#local/store/new-id.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { call } from '#shared/api.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { AddressFields } from './address-fields.tsx';
import {
  otherContactFields,
  OtherContactForm,
  otherContactValues,
  type OtherContactValues,
} from './other-contact-form.ts';
import { Refusal, refusalOf, type Refused } from './refusal.tsx';
import { useDraftEntry } from './use-draft-entry.ts';

const kinds = Object.entries(otherContactKinds).map(([value, label]) => ({ value, label }));

type Props = {
  known: OtherContact | null;
  onDirty: (isDirty: boolean) => void;
  onReload: () => void;
  onSaved: (saved: OtherContact) => void;
};

/** The form of a contact: a person, a company or both. */
export function OtherContactFieldsForm({ known, onDirty, onReload, onSaved }: Props) {
  const [id] = useState(() => known?.OtherContactId ?? newId());
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useForm<OtherContactValues>({
    initialValues: otherContactValues(known),
    validate: schemaResolver(OtherContactForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
    // Any of three fields mends what stands at one of them.
    onValuesChange: () => form.clearFieldError('LastName'),
  });
  useReportDirty(form.isDirty(), onDirty);
  const { version, drop } = useDraftEntry('contact', form, known?.updated_at ?? null);
  function reload(): void {
    drop();
    onReload();
  }

  async function save(values: OtherContactValues): Promise<void> {
    setRefused(null);
    const fields = otherContactFields(values);
    try {
      const saved = await (version !== null
        ? call('addressBook.updateOtherContact', { ...fields, id, lastUpdated: version })
        : call('addressBook.createOtherContact', { ...fields, OtherContactId: id }));
      drop();
      toastDone('Saved.');
      onSaved(saved);
    } catch (error) {
      setRefused(refusalOf(error, 'contact'));
    }
  }

  const of = (field: keyof OtherContactValues) => form.getInputProps(field);
  return (
    <form id="other-contact" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Refusal refused={refused} onOpen={() => undefined} onReload={reload} />
      <Stack gap="sm">
        <Select label="Kind" data={kinds} allowDeselect={false} {...of('Kind')} />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <TextInput label="First name" maxLength={60} data-autofocus {...of('FirstName')} />
          <TextInput label="Last name" maxLength={60} {...of('LastName')} />
        </SimpleGrid>
        <TextInput label="Company" maxLength={80} {...of('Company')} />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <TextInput label="Phone" type="tel" maxLength={20} {...of('Phone')} />
          <TextInput label="Fax" type="tel" maxLength={20} {...of('Fax')} />
        </SimpleGrid>
        <TextInput label="E-mail" type="email" maxLength={120} {...of('Email')} />
        <AddressFields of={of} />
        <Switch
          label="Inactive"
          description="Kept for the cases that name them, and listed last."
          {...form.getInputProps('Inactive', { type: 'checkbox' })}
        />
      </Stack>
    </form>
  );
}
