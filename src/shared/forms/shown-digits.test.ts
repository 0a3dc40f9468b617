import type { ChangeEvent } from 'react';
import { expect, test } from 'vitest';
import { phoneShown, zipShown } from './shown-digits.ts';

const shown = { phone: phoneShown, zip: zipShown };

test.each([
  ['phone', '5035550100', '(503) 555-0100'],
  ['phone', '50355501', '50355501'],
  ['phone', '', ''],
  ['zip', '97201', '97201'],
  ['zip', '972010000', '97201-0000'],
  ['zip', '972', '972'],
] as const)('a %s kept as %j is shown as %j', (kind, value, text) => {
  expect(shown[kind]({ value }).value).toBe(text);
});

test.each([
  ['phone', '(503) 555-0100', '5035550100'],
  ['phone', '503.555.0100', '5035550100'],
  ['phone', '(503) 555-010', '(503) 555-010'],
  ['zip', '97201-0000', '972010000'],
  ['zip', '97201-00', '97201-00'],
] as const)('a %s typed as %j is kept as %j', (kind, typed, kept) => {
  const held: string[] = [];
  const { onChange } = shown[kind]({ value: '', onChange: (value: string) => held.push(value) });
  onChange({ currentTarget: { value: typed } } as ChangeEvent<HTMLInputElement>);
  expect(held).toEqual([kept]);
});
