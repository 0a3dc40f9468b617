import { SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { ReactNode } from 'react';
import type { addressParts } from '#contract/record/fields.ts';
import { namedStates } from './state-options.ts';

type Part = keyof typeof addressParts;
type Options = readonly { value: string; label: string }[];
type Props = { Field: (props: { of: Part; isSearchable?: boolean; options?: Options }) => ReactNode };

/** Where somebody is; every part may be left empty. */
export function AddressParts({ Field }: Props) {
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
      <Field of="Address1" />
      <Field of="City" />
      <Field of="StateOrProvince" options={namedStates} isSearchable />
      <Field of="PostalCode" />
    </SimpleGrid>
  );
}
