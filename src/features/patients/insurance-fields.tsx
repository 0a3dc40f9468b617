import { Select, TextInput } from '@mantine/core';
import type { Payer } from '#contract/address-book/payer.ts';

/** What is typed of a first insurance; no payer is no insurance. */
export type TypedInsurance = { PayerId: string | null; MemberId: string; GroupNumber: string };
export const noInsurance: TypedInsurance = { PayerId: null, MemberId: '', GroupNumber: '' };

type Props = { payers: readonly Payer[]; value: TypedInsurance; onChange: (value: TypedInsurance) => void };

/** The primary insurance of a new patient. */
export function InsuranceFields({ payers, value, onChange }: Props) {
  return (
    <>
      <Select
        label="Primary insurance"
        description="Leave empty for self-pay. The patient is the policy holder."
        placeholder="None"
        data={optionsOf(payers, value.PayerId)}
        value={value.PayerId}
        onChange={(PayerId) => onChange({ ...value, PayerId })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No insurance' }}
      />
      {value.PayerId && (
        <>
          <TextInput
            label="Member ID"
            value={value.MemberId}
            maxLength={40}
            onChange={(event) => onChange({ ...value, MemberId: event.currentTarget.value })}
          />
          <TextInput
            label="Group number"
            value={value.GroupNumber}
            maxLength={40}
            onChange={(event) => onChange({ ...value, GroupNumber: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

/** A payer who left the address book meanwhile is still shown, so that another one, or none, can be chosen. */
function optionsOf(payers: readonly Payer[], chosen: string | null): { value: string; label: string }[] {
  const options = payers
    .filter((payer) => payer.Kind !== 'selfPay')
    .map((payer) => ({ value: String(payer.PayerId), label: payer.Name }));
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: 'A payer not in the address book' }];
}
