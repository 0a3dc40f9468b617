import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { disciplineNames } from '#contract/cases/case-words.ts';
import { namesAsked, typesChosen } from '#contract/intake/visit-types-asked.ts';
import type { DraftAskedOf } from '#contract/intake-forms/own-form.ts';
import type { FormChoices } from './use-form-choices.ts';
import classes from './intake-forms.module.css';

type Props = { value: DraftAskedOf; choices: FormChoices; onChange: (value: DraftAskedOf) => void };

/** For whom a form is required; what is left empty does not matter. */
export function AskedOfFields({ value, choices, onChange }: Props) {
  const put = <K extends keyof DraftAskedOf>(key: K, next: DraftAskedOf[K] | undefined) => {
    const { [key]: _was, ...rest } = value;
    onChange(next === undefined ? (rest as DraftAskedOf) : { ...rest, [key]: next });
  };
  const several = (chosen: string[]) => (chosen.length === 0 ? undefined : (chosen as never));
  const age = (key: 'from' | 'until', next: string | number) => {
    const { [key]: _was, ...rest } = value.ages ?? {};
    const ages = typeof next === 'number' ? { ...rest, [key]: next } : rest;
    put('ages', Object.keys(ages).length === 0 ? undefined : ages);
  };
  const { visitTypes } = choices;
  const chosenTypes = namesAsked(value, visitTypes.types);
  const chooseTypes = (names: string[]) => {
    const { VisitTypeIds: _ids, VisitTypeNames: _names, ...rest } = value;
    onChange({ ...rest, ...typesChosen(value, names, visitTypes) });
  };
  return (
    <fieldset className={classes.group}>
      <legend>Required for</legend>
      <p className={classes.hint}>Patients get the form if everything here fits their visit. Empty means all.</p>
      <div className={classes.pair}>
        <MultiSelect
          label="Disciplines"
          data={Object.entries(disciplineNames).map(([name, label]) => ({ value: name, label }))}
          value={value.Disciplines ?? []}
          onChange={(chosen) => put('Disciplines', several(chosen))}
        />
        <MultiSelect
          label="Visit types"
          data={namesOffered(visitTypes, chosenTypes)}
          searchable
          value={chosenTypes}
          onChange={chooseTypes}
        />
        <MultiSelect
          label="Payers"
          data={choices.payers}
          searchable
          limit={50}
          value={value.PayerIds ?? []}
          onChange={(chosen) => put('PayerIds', several(chosen))}
        />
        <Select
          label="Insurance"
          placeholder="Does not matter"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear insurance' }}
          data={[
            { value: 'yes', label: 'A payer is in the case' },
            { value: 'no', label: 'No payer is in the case' },
          ]}
          value={value.isInsured === undefined ? null : value.isInsured ? 'yes' : 'no'}
          onChange={(next) => put('isInsured', next === null ? undefined : next === 'yes')}
        />
        <NumberInput
          label="From age"
          min={0}
          max={150}
          allowDecimal={false}
          value={value.ages?.from ?? ''}
          onChange={(next) => age('from', next)}
        />
        <NumberInput
          label="Below age"
          min={0}
          max={150}
          allowDecimal={false}
          value={value.ages?.until ?? ''}
          onChange={(next) => age('until', next)}
        />
      </div>
    </fieldset>
  );
}

/** A visit type that is no more stays chosen until it is taken away. */
function namesOffered({ offered }: FormChoices['visitTypes'], chosen: readonly string[]): string[] {
  return [...new Set([...offered.map(({ Name }) => Name), ...chosen])].toSorted((a, b) => a.localeCompare(b));
}
