import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { closedPeriodSentence } from '#contract/billing/closed-period.ts';
import { DateField } from './date-field.tsx';
import {
  futureSentence,
  maskDate,
  minimumDateSentence,
  notADateSentence,
  storedDate,
  type DateLimits,
} from './date-text.ts';

function Form({ start = null, ...limits }: DateLimits & { start?: string | null }) {
  const [value, setValue] = useState<string | null>(start);
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <DateField label="Visit date" value={value} onChange={setValue} onRefused={setRefused} {...limits} />
      <p>refused: {refused ?? 'nothing'}</p>
      <output>{value ?? 'none'}</output>
    </>
  );
}

async function typed(text: string, limits: DateLimits & { start?: string | null } = {}) {
  show(<Form {...limits} />);
  const field = screen.getByLabelText('Visit date');
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await userEvent.tab();
  return { field, stored: screen.getByRole('status').textContent };
}

test.each([
  ['11182026', '11/18/2026'],
  ['11/18/2026', '11/18/2026'],
  ['1/2/2026', '01/02/2026'],
  ['1118', '11/18'],
  ['11182026999', '11/18/2026'],
  ['ab', ''],
  ['3-4-1985', '03/04/1985'],
  ['3.4.1985', '03/04/1985'],
  ['3 4 1985', '03/04/1985'],
  ['03041985', '03/04/1985'],
  ['1985-03-04', '03/04/1985'],
  ['1985-3-4', '03/04/1985'],
  [' 1985-03-04T00:00 ', '03/04/1985'],
  ['3/4/85', '03/04/85'],
])('the mask makes %s into %s', (text, masked) => {
  expect(maskDate(text)).toBe(masked);
});

test('only a real date is stored', () => {
  expect(storedDate('02/29/2028')).toBe('2028-02-29');
  expect(storedDate('02/29/2026')).toBeNull();
  expect(storedDate('2/3/2026')).toBeNull();
});

test('stores what was typed as YYYY-MM-DD', async () => {
  const { field, stored } = await typed('11182026');
  expect(field).toHaveProperty('value', '11/18/2026');
  expect(stored).toBe('2026-11-18');
});

test.each([
  ['a closed period', '10312026', { closedPeriodEnd: '2026-10-31' }, closedPeriodSentence],
  ['a date before the minimum', '12312025', { minDate: '2026-01-01' }, minimumDateSentence],
  ['a date in the future', '11232026', { today: '2026-11-22' }, futureSentence],
  ['no date at all', '02302026', {}, notADateSentence],
  ['half a date', '0230', {}, notADateSentence],
])('refuses %s and says so to the form', async (_, text, limits, sentence) => {
  show(<Form start="2026-11-18" {...limits} />);
  const field = screen.getByLabelText('Visit date');
  await userEvent.tripleClick(field);
  await userEvent.keyboard(text);
  await userEvent.tab();
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.getByText(`refused: ${storedDate(maskDate(text)) ?? maskDate(text)}`)).toBeTruthy();
});

test.each([
  ['a birth date of the last century', '3/4/85', { today: '2026-11-22' }, '1985-03-04'],
  ['one that was not yet in the last one', '2/29/24', { today: '2026-11-22', minDate: '1950-01-01' }, '2024-02-29'],
  ['a leap day of one century alone', '2-29-00', { today: '2026-11-22' }, '2000-02-29'],
  ['a day to come', '3.4.27', {}, '2027-03-04'],
])('a year of two digits, %s: %s', async (_, text, limits, date) => {
  const { field, stored } = await typed(text, limits);
  expect(stored).toBe(date);
  expect(field).toHaveProperty('value', `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`);
});

test('asks which century is meant where both can be', async () => {
  await typed('3/4/20', { today: '2026-11-22' });
  expect(await screen.findByText('Enter the year with four digits: 1920 or 2020.')).toBeTruthy();
  expect(screen.getByText('refused: 03/04/20')).toBeTruthy();
});

test('a year of two digits is whole before Enter sends the form', async () => {
  show(<Form start="2026-11-18" />);
  const field = screen.getByLabelText('Visit date');
  await userEvent.clear(field);
  await userEvent.type(field, '3/4/27{Enter}');
  expect(screen.getByRole('status').textContent).toBe('2027-03-04');
});

test('an emptied field is null', async () => {
  show(<Form start="2026-11-18" />);
  await userEvent.clear(screen.getByLabelText('Visit date'));
  expect(screen.getByRole('status').textContent).toBe('none');
});
