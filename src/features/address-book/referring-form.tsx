import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { referringTwin } from '#contract/address-book/duplicates.ts';
import { referringName, referringProvider } from '#contract/address-book/referring-provider.ts';
import { readAll } from '#local/reads/reads.ts';
import { AddressParts } from '#shared/forms/address-parts.tsx';
import { recordForm } from '#shared/forms/record-form.tsx';

export const referringForm = recordForm(referringProvider, {
  known: async () => (await readAll('referringProviders')).filter((one) => !one.MergedIntoId),
  start: () => ({}),
  objection(fields, { known, before, id }) {
    const others = known.filter((one) => one.ReferringProviderId !== id);
    const twin = referringTwin(fields, before, others);
    return (
      twin && {
        refusals: twin.refusals,
        other: { id: twin.of.ReferringProviderId, name: referringName(twin.of) },
        ...(twin.mayDiffer && { insist: { label: 'This is another person', sent: { isSomebodyElse: true } } }),
      }
    );
  },
  Layout: ({ Field }) => (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="FirstName" hasFocus />
        <Field of="LastName" />
        <Field of="Credential" placeholder="Such as MD or NP" />
        <Field of="NationalProviderId" />
        <Field of="Phone" />
        <Field of="Fax" />
      </SimpleGrid>
      <Field of="Email" />
      <Field of="PracticeName" />
      <AddressParts Field={Field} />
      <Field of="Inactive" description="Hidden for new cases. Existing cases keep them." />
    </Stack>
  ),
});
