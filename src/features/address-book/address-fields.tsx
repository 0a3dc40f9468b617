import { Select, SimpleGrid, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { usStates } from '#contract/base/us-states.ts';

const states = Object.entries(usStates).map(([value, name]) => ({ value, label: `${value} ${name}` }));

type Props = {
  /** Props of an input by its name, as `form.getInputProps` gives them. */
  of: (field: 'Address1' | 'City' | 'StateOrProvince' | 'PostalCode') => object;
};

/** Where somebody is; every part may be left empty. */
export function AddressFields({ of }: Props) {
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
      <TextInput label="Street" maxLength={55} {...of('Address1')} />
      <TextInput label="City" maxLength={30} {...of('City')} />
      <Select
        label="State"
        placeholder="None"
        data={states}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No state' }}
        {...of('StateOrProvince')}
      />
      <TextInput label="ZIP code" inputMode="numeric" maxLength={10} {...of('PostalCode')} />
    </SimpleGrid>
  );
}
