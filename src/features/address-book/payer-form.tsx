import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { PayerKind } from '#contract/address-book/applied-rules.ts';
import { payerTwin } from '#contract/address-book/duplicates.ts';
import { claimFilingCodes, payer } from '#contract/address-book/payer.ts';
import { readAll } from '#local/reads/reads.ts';
import { AddressParts } from '#shared/forms/address-parts.tsx';
import { recordForm } from '#shared/forms/record-form.tsx';
import { useSetup } from '#shared/session.ts';

/** What a claim says of a payer of a kind, until somebody chooses otherwise. */
const filingOf: Record<PayerKind, string> = {
  medicare: 'MB',
  commercial: 'CI',
  medicaid: 'MC',
  workersComp: 'WC',
  auto: 'AM',
  selfPay: 'ZZ',
};
const filings = Object.entries(claimFilingCodes).map(([value, name]) => ({ value, label: `${value} ${name}` }));

export const payerForm = recordForm(payer, {
  known: async () => (await readAll('payers')).filter((one) => !one.MergedIntoId),
  start: () => ({ Kind: 'commercial', ClaimFilingCode: filingOf.commercial }),
  objection(fields, { known, before, id }) {
    const others = known.filter((one) => one.PayerId !== id);
    const twin = payerTwin(fields, before, others);
    return twin && { refusals: twin.refusals, other: { id: twin.of.PayerId, name: twin.of.Name } };
  },
  Layout({ Field, values: { Kind, ClaimFilingCode } }) {
    const { payerReportingTypes: types } = useSetup();
    const follows = ClaimFilingCode === filingOf[Kind as PayerKind];
    return (
      <Stack gap="sm">
        <Field of="Name" hasFocus />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <Field of="Kind" sets={(kind) => (follows ? { ClaimFilingCode: filingOf[kind as PayerKind] } : {})} />
          <Field of="ClaimFilingCode" options={filings} />
          <Field of="ElectronicPayerId" placeholder="None: send claims on paper" />
          <Field of="Phone" />
          <Field
            of="PayerReportingTypeId"
            placeholder={types.length === 0 ? 'None in the settings' : 'None'}
            options={types.map((type) => ({ value: type.PayerReportingTypeId, label: type.Description }))}
          />
        </SimpleGrid>
        <AddressParts Field={Field} />
        <Field of="Inactive" description="Hidden for new policies. Existing policies and claims keep it." />
        <Field of="contacts" description="Add the people you call about claims and authorizations." />
      </Stack>
    );
  },
});
