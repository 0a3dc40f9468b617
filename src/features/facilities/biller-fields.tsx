import { Select, SimpleGrid, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { UseFormReturnType } from '@mantine/form';
import type { Organization } from '#contract/facilities/organization.ts';
import { phoneShown, zipShown } from '#shared/forms/shown-digits.ts';
import { billerOf, emptyBiller, type BillerValues, type FacilityFormValues } from './facility-form.ts';
import { stateOptions } from './state-options.ts';
import classes from './facilities.module.css';

type Props = {
  form: UseFormReturnType<FacilityFormValues>;
  organizations: readonly Organization[];
  /** Names of the other facilities each one bills for. */
  others: ReadonlyMap<string, readonly string[]>;
  newId: string;
  /** Who was chosen, as they are now; null for a new one. */
  onChoose: (biller: BillerValues | null) => void;
};

/** The legal entity that bills for the facility: its own fields are shared by every facility it bills for. */
export function BillerFields({ form, organizations, others, newId, onChoose }: Props) {
  const chosen = form.values.OrganizationId;
  const shared = others.get(chosen) ?? [];
  const options = [
    ...organizations.map(({ OrganizationId, Name }) => ({ value: String(OrganizationId), label: Name })),
    { value: newId, label: 'A new billing entity' },
  ];
  function choose(id: string | null): void {
    if (id === null) return;
    const known = organizations.find(({ OrganizationId }) => OrganizationId === id);
    const biller = known ? billerOf(known) : null;
    onChoose(biller);
    form.setFieldValue('OrganizationId', id);
    form.setFieldValue('organization', biller ?? emptyBiller);
  }
  const of = (field: keyof FacilityFormValues['organization']) => form.getInputProps(`organization.${field}`);
  return (
    <>
      <Select label="Billing entity" data={options} value={chosen} onChange={choose} allowDeselect={false} />
      {shared.length > 0 && (
        <p className={classes.hint}>Also bills for {shared.join(', ')}. Changes below apply there too.</p>
      )}
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput label="Legal name" maxLength={60} {...of('Name')} />
        <TextInput label="Tax ID" inputMode="numeric" maxLength={10} {...of('TaxId')} />
        <TextInput label="Billing NPI" inputMode="numeric" maxLength={10} {...of('NationalProviderId')} />
        <TextInput label="Billing phone" type="tel" {...phoneShown(of('Phone'))} />
        <TextInput label="Contact for payers" maxLength={60} {...of('ContactName')} />
        <TextInput label="Billing street" maxLength={55} {...of('Address1')} />
        <TextInput label="Billing city" maxLength={30} {...of('City')} />
        <Select label="Billing state" data={stateOptions} searchable allowDeselect={false} {...of('StateOrProvince')} />
        <TextInput label="Billing ZIP+4" inputMode="numeric" maxLength={10} {...zipShown(of('PostalCode'))} />
      </SimpleGrid>
    </>
  );
}
