import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { otherContact } from '#contract/address-book/other-contact.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { AddressParts } from '#shared/forms/address-parts.tsx';

export const otherContactForm = recordForm(otherContact, {
  known: () => Promise.resolve({}),
  start: () => ({ Kind: 'other' }),
  Layout: ({ Field }) => (
    <Stack gap="sm">
      <Field of="Kind" />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="FirstName" hasFocus />
        <Field of="LastName" />
      </SimpleGrid>
      <Field of="Company" />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="Phone" />
        <Field of="Fax" />
      </SimpleGrid>
      <Field of="Email" />
      <AddressParts Field={Field} />
      <Field of="Inactive" description="Kept for their cases and listed last." />
    </Stack>
  ),
});
