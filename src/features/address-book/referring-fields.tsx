import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { referringName, ReferringProvider } from '#contract/address-book/referring-provider.ts';
import { AppError } from '#contract/base/errors.ts';
import { newId } from '#local/store/new-id.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { call } from '#shared/api.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { AddressFields } from './address-fields.tsx';
import { referringFields, ReferringForm, referringValues, type ReferringValues } from './referring-form.ts';
import { Refusal, refusalOf, type Refused } from '#shared/forms/refusal.tsx';
import { useDraftEntry } from './use-draft-entry.ts';

type Known = ReferringProvider & { updated_at: string };
type Props = {
  known: Known | null;
  onDirty: (isDirty: boolean) => void;
  onOpen: (id: string) => void;
  onReload: () => void;
  onSaved: () => void;
};

/** The form of a referring provider. */
export function ReferringFields({ known, onDirty, onOpen, onReload, onSaved }: Props) {
  const [id] = useState(() => known?.ReferringProviderId ?? (newId() as never));
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useForm<ReferringValues>({
    initialValues: referringValues(known),
    validate: schemaResolver(ReferringForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useReportDirty(form.isDirty(), onDirty);
  const { version, drop } = useDraftEntry('referring', form, known?.updated_at ?? null);
  function reload(): void {
    drop();
    onReload();
  }

  async function save(values: ReferringValues, isSomebodyElse = false): Promise<void> {
    setRefused(null);
    const fields = referringFields(values);
    try {
      await (version !== null
        ? call('addressBook.updateReferringProvider', { ...fields, id, lastUpdated: version })
        : call('addressBook.createReferringProvider', { ...fields, ReferringProviderId: id, isSomebodyElse }));
      drop();
      toastDone('Saved.');
      onSaved();
    } catch (error) {
      meet(error, values);
    }
  }

  function meet(error: unknown, values: ReferringValues): void {
    const other = error instanceof AppError ? ReferringProvider.safeParse(error.current) : undefined;
    const found = other?.success ? { id: other.data.ReferringProviderId, name: referringName(other.data) } : undefined;
    const isByName = error instanceof AppError && error.fields?.['isSomebodyElse'] !== undefined;
    if (error instanceof AppError && error.fields?.['NationalProviderId']) {
      form.setErrors({ NationalProviderId: found ? `Belongs to ${found.name}.` : error.message });
      focusFirstError();
    }
    setRefused({
      ...refusalOf(error, 'referring provider'),
      ...(found && { other: found }),
      ...(isByName && {
        insist: { label: 'This is another person: save', run: () => void save(values, true) },
      }),
    });
  }

  const of = (field: keyof ReferringValues) => form.getInputProps(field);
  return (
    <form id="referring" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Refusal refused={refused} onOpen={onOpen} onReload={reload} />
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <TextInput label="First name" maxLength={60} data-autofocus {...of('FirstName')} />
          <TextInput label="Last name" maxLength={60} {...of('LastName')} />
          <TextInput label="Credential" placeholder="Such as MD or NP" maxLength={20} {...of('Credential')} />
          <TextInput label="NPI" inputMode="numeric" maxLength={10} {...of('NationalProviderId')} />
          <TextInput label="Phone" type="tel" maxLength={20} {...of('Phone')} />
          <TextInput label="Fax" type="tel" maxLength={20} {...of('Fax')} />
        </SimpleGrid>
        <TextInput label="E-mail" type="email" maxLength={120} {...of('Email')} />
        <TextInput label="Practice" maxLength={80} {...of('PracticeName')} />
        <AddressFields of={of} />
        <Switch
          label="Inactive"
          description="Not offered for new cases. Cases that name them keep them."
          {...form.getInputProps('Inactive', { type: 'checkbox' })}
        />
      </Stack>
    </form>
  );
}
