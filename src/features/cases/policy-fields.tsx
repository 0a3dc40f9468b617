import { Select } from '@mantine/core';
import type { InsuranceLine } from '#local/reads/patients.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import type { CaseValues } from './case-values.ts';
import { OrderedLines } from './ordered-lines.tsx';
import { noPolicyHere, policyName } from '#local/reads/policy-name.ts';
import classes from './cases.module.css';

const places = ['Primary', 'Secondary', 'Tertiary'];

type Props = { values: CaseValues; insurances: readonly InsuranceLine[] };

/** Which policies pay for the case, in the order they are billed. */
export function PolicyFields({ values: { InsuranceIds: chosen }, insurances }: Props) {
  const { form } = useFormAround();
  const left = insurances.filter(({ insurance }) => !chosen.includes(insurance.InsuranceId));
  const nameOf = (id: string) => {
    const line = insurances.find(({ insurance }) => insurance.InsuranceId === id);
    return line ? policyName(line) : noPolicyHere;
  };
  return (
    <fieldset className={classes.part}>
      <legend>Payer</legend>
      {chosen.length === 0 && <p className={classes.hint}>The patient pays.</p>}
      {chosen.length > 0 && (
        <OrderedLines
          label="Policies in the order they are billed"
          rows={chosen}
          rowKey={(id) => id}
          nameOf={nameOf}
          onUp={(at) => form.reorderListItem('InsuranceIds', { from: at, to: at - 1 })}
          onRemove={(at) => form.removeListItem('InsuranceIds', at)}
        >
          {(id, at) => (
            <span className={classes.grow}>
              {nameOf(id)} <span className={classes.hint}>{places[at] ?? 'Further'}</span>
            </span>
          )}
        </OrderedLines>
      )}
      {left.length > 0 && (
        <Select
          aria-label="Add a policy"
          placeholder="Add a policy"
          data={left.map((line) => ({ value: String(line.insurance.InsuranceId), label: policyName(line) }))}
          value={null}
          onChange={(id) => id && form.insertListItem('InsuranceIds', id)}
        />
      )}
    </fieldset>
  );
}
