import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import type { PayerDetail } from '#contract/address-book/endpoints.ts';
import { claimFilingCodes, Payer, payerKinds } from '#contract/address-book/payer.ts';
import { AppError } from '#contract/base/errors.ts';
import { newId } from '#local/store/new-id.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { call } from '#shared/api.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useSetup } from '#shared/session.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { AddressFields } from './address-fields.tsx';
import { PayerContacts } from './payer-contacts.tsx';
import {
  filingNames,
  filingOf,
  kindNames,
  payerFields,
  PayerForm,
  payerValues,
  type PayerValues,
} from './payer-form.ts';
import { Refusal, refusalOf, type Refused } from '#shared/forms/refusal.tsx';
import { useDraftEntry } from './use-draft-entry.ts';
import classes from './address-book.module.css';

const kinds = payerKinds.map((value) => ({ value, label: kindNames[value] }));
const filings = claimFilingCodes.map((value) => ({ value, label: `${value} ${filingNames[value] ?? ''}` }));

type Props = {
  known: PayerDetail | null;
  /** Who may look only. */
  isReadOnly: boolean;
  onDirty: (isDirty: boolean) => void;
  onOpen: (id: string) => void;
  onReload: () => void;
  onSaved: (saved: PayerDetail) => void;
};

/** The form of a payer with its contacts. */
export function PayerFields({ known, isReadOnly, onDirty, onOpen, onReload, onSaved }: Props) {
  const [id] = useState(() => known?.payer.PayerId ?? (newId() as never));
  const { payerReportingTypes: reportingTypes } = useSetup();
  const [refused, setRefused] = useState<Refused | null>(null);
  const form = useForm<PayerValues>({
    initialValues: payerValues(known),
    validate: schemaResolver(PayerForm, { sync: true }),
    enhanceGetInputProps: checkOnLeaving,
  });
  useReportDirty(form.isDirty(), onDirty);
  const { version, drop } = useDraftEntry('payer', form, known?.payer.updated_at ?? null);
  function reload(): void {
    drop();
    onReload();
  }

  async function save(values: PayerValues): Promise<void> {
    setRefused(null);
    const fields = payerFields(values);
    try {
      const saved = await (version !== null
        ? call('addressBook.updatePayer', { ...fields, id, lastUpdated: version })
        : call('addressBook.createPayer', { ...fields, PayerId: id }));
      drop();
      toastDone('Saved.');
      onSaved(saved);
    } catch (error) {
      const other = error instanceof AppError ? Payer.safeParse(error.current) : undefined;
      if (error instanceof AppError && error.fields?.['Name'])
        form.setErrors({ Name: 'In the address book already, with this payer id.' });
      setRefused({
        ...refusalOf(error, 'payer'),
        ...(other?.success && { other: { id: other.data.PayerId, name: other.data.Name } }),
      });
    }
  }

  function choose(next: string | null): void {
    const kind = payerKinds.find((each) => each === next);
    if (!kind) return;
    const follows = form.values.ClaimFilingCode === filingOf[form.values.Kind];
    form.setValues({ Kind: kind, ...(follows && { ClaimFilingCode: filingOf[kind] }) });
  }

  const of = (field: keyof PayerValues) => form.getInputProps(field);
  return (
    <form id="payer" noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <Refusal refused={refused} onOpen={onOpen} onReload={reload} />
      <fieldset className={classes.bare} disabled={isReadOnly}>
        <legend className="visually-hidden">Payer</legend>
        <Stack gap="sm">
          <TextInput label="Name" maxLength={120} data-autofocus {...of('Name')} />
          <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
            <Select label="Kind" data={kinds} allowDeselect={false} {...of('Kind')} onChange={choose} />
            <Select label="Claim filing code" data={filings} allowDeselect={false} {...of('ClaimFilingCode')} />
            <TextInput
              label="Electronic payer id"
              placeholder="None: claims go on paper"
              maxLength={20}
              {...of('ElectronicPayerId')}
            />
            <TextInput label="Phone" type="tel" maxLength={20} {...of('Phone')} />
            <Select
              label="Reporting type"
              placeholder={reportingTypes.length === 0 ? 'None in the settings yet' : 'None'}
              disabled={reportingTypes.length === 0}
              clearable
              clearButtonProps={{ 'aria-label': 'No reporting type' }}
              data={reportingTypes.map((type) => ({ value: type.PayerReportingTypeId, label: type.Description }))}
              {...of('PayerReportingTypeId')}
            />
          </SimpleGrid>
          <AddressFields of={of} />
          <Switch
            label="Inactive"
            description="Not offered for new policies. Policies and claims that name it keep it."
            {...form.getInputProps('Inactive', { type: 'checkbox' })}
          />
        </Stack>
        <PayerContacts form={form} />
      </fieldset>
    </form>
  );
}
