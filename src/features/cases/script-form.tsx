import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { referringName } from '#contract/address-book/referring-provider.ts';
import type { CaseId } from '#contract/base/ids.ts';
import { script } from '#contract/cases/script.ts';
import { activeReferring, readCase } from '#local/reads/cases.ts';
import { recordForm } from '#shared/forms/record-form.tsx';

export const scriptForm = recordForm(script, {
  async known(parent) {
    const of = await readCase(parent as CaseId);
    return of && { of, referring: await activeReferring() };
  },
  start: ({ of }) => ({ ReferringProviderId: of.ReferringProviderContactId }),
  Layout: ({ Field, known }) => (
    <Stack gap="sm">
      <Field
        of="ReferringProviderId"
        placeholder="Not known"
        options={known.referring.map((one) => ({ value: String(one.ReferringProviderId), label: referringName(one) }))}
        nothingFound="No one with that name in the address book"
        isSearchable
      />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="Start" />
        <Field of="End" />
        <Field of="Visits" />
      </SimpleGrid>
      <Field of="Note" />
    </Stack>
  ),
});
