import { useForm } from '@mantine/form';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  choice,
  choices,
  code,
  day,
  line,
  listed,
  parts,
  text,
  type Field,
  type FieldKind,
} from '#contract/record/fields.ts';
import { episode } from '#contract/testing/rows.ts';
import { setupOf } from '#shared/testing/clinic.tsx';
import { show } from '#shared/testing/show.tsx';
import { SignedInContext } from '../session.ts';
import { RecordFormContext } from './record-form-context.ts';
import { RecordField } from './record-field.tsx';

const names = { one: 'One', two: 'Two' };
const of = (kind: FieldKind): Field => ({ ...line('Field', 20), kind });
const all: Record<string, Field> = {
  line: line('Field', 20),
  text: text('Field', 200),
  code: code('Field', 20),
  choice: choice('Field', names),
  choices: choices('Field', names),
  ref: of({ is: 'ref', to: 'facilities', noun: 'facility' }),
  refs: of({ is: 'refs', to: 'facilities', noun: 'facility', none: 'all' }),
  day: day('Field'),
  flag: of({ is: 'flag' }),
  phone: of({ is: 'phone' }),
  zip: of({ is: 'zip' }),
  email: of({ is: 'email' }),
  npi: of({ is: 'npi' }),
  count: of({ is: 'count', least: 0, most: 9 }),
  decimal: of({ is: 'decimal', least: 0, most: 9 }),
  ages: of({ is: 'ages' }),
  either: of({ is: 'either', yes: 'Yes', no: 'No' }),
  listed: listed('Field', 'customCaseInputs'),
  parts: parts('Field', { key: 'ContactId', noun: 'contact', most: 3, fields: { Name: line('Name', 20) } }),
};
const holdsList = new Set(['choices', 'refs', 'parts']);

function One({ field, isList }: { field: Field; isList: boolean }) {
  const form = useForm<Record<string, unknown>>({
    initialValues: { Field: isList ? [] : field.kind.is === 'flag' ? false : '' },
    initialErrors: { Field: 'Enter it.' },
  });
  return (
    <RecordFormContext value={{ fields: { Field: field }, form, at: '' }}>
      <RecordField of="Field" description="Whole numbers." />
    </RecordFormContext>
  );
}

const read = (control: Element) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)
    .toSorted((one = '', other = '') => one.localeCompare(other));

test.each(Object.entries(all))('what is said under a field is read with it, and what is wrong: %s', (kind, field) => {
  show(
    <SignedInContext value={{ setup: setupOf(episode.CaseId, []) }}>
      <One field={field} isList={holdsList.has(kind)} />
    </SignedInContext>,
  );
  const control =
    kind === 'parts'
      ? screen.getByRole('group', { name: 'Field' })
      : screen.getByLabelText(/^Field/, { selector: 'input:not([type=hidden]), textarea' });
  expect(read(control)).toEqual(['Enter it.', 'Whole numbers.']);
});
