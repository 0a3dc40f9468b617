import { expect, test } from 'vitest';
import { authorization } from '#contract/cases/authorization.ts';
import { script } from '#contract/cases/script.ts';
import { examples } from '#contract/testing/records.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { readValues, valuesOf } from './record-values.ts';

const values = valuesOf(authorization, examples.authorizations.row);
const read = (typed: Partial<typeof values>) => readValues(authorization, { ...values, ...typed });

test('a row comes out of its form as it went in', () => {
  expect(read({})).toEqual({ fields: authorization.Fields.parse(examples.authorizations.row) });
  expect(values).toMatchObject({ Allowed: '12', Note: '', Start: '2026-10-20', Status: 'approved' });
});

test.each<[why: string, typed: Partial<typeof values>, errors: Record<string, string>]>([
  ['a number out of bounds', { Allowed: '1000' }, { Allowed: 'Enter a number from 1 to 999.' }],
  ['a number that is none', { Allowed: 'many' }, { Allowed: 'Enter a number from 1 to 999.' }],
  ['text that is too long', { Number: 'x'.repeat(51) }, { Number: 'At most 50 characters.' }],
  ['a date that is none', { End: '13/45/2026' }, { End: notADateSentence }],
  ['nothing chosen', { InsuranceId: null }, { InsuranceId: 'Choose the policy.' }],
  ['what cannot be as a whole', { End: '2026-01-01' }, { End: 'The authorization cannot end before it begins.' }],
  ['a number that is missing', { Allowed: ' ' }, { Allowed: 'Enter how many visits are approved.' }],
])('%s is told at its field', (_why, typed, errors) => {
  expect(read(typed)).toEqual({ errors });
});

test('what does not apply is emptied, whatever is typed in it', () => {
  expect(read({ Kind: 'dates', Allowed: 'many' })).toMatchObject({ fields: { Kind: 'dates', Allowed: null } });
});

test('empty text is a missing value, and blanks around it are not kept', () => {
  expect(read({ Number: '  ', Note: ' By phone ' })).toMatchObject({ fields: { Number: null, Note: 'By phone' } });
});

test('a form may ask for what a row may do without', () => {
  const begun = valuesOf(script, {});
  expect(readValues(script, begun)).toEqual({ errors: { Start: 'Enter the first day of the script.' } });
});
