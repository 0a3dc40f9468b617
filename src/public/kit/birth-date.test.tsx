import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { BirthDate, datePasted, dateTyped, noDate } from './birth-date.tsx';

afterEach(cleanup);

test.each([
  ['3/4/1985', '1985-03-04'],
  ['3-4-1985', '1985-03-04'],
  ['3.4.1985', '1985-03-04'],
  ['03 04 1985', '1985-03-04'],
  ['1985-03-04', '1985-03-04'],
  ['03041985', '1985-03-04'],
  ['3/4/85', '1985-03-04'],
  // Of either century: the year is asked for.
  ['3/4/19', null],
  ['2/30/1985', null],
])('%s that is pasted is %s', (text, date) => {
  expect(dateTyped(datePasted(text) ?? noDate)).toBe(date);
});

test.each(['', '12', '1985', '555-0101', '3/4', 'today'])('%j is no whole date', (text) => {
  expect(datePasted(text)).toBeNull();
});

function Field() {
  const [typed, setTyped] = useState(noDate);
  return (
    <>
      <BirthDate typed={typed} onType={setTyped} isWrong={false} />
      <p>{dateTyped(typed)}</p>
    </>
  );
}

test('a date that is pasted into one field fills all three, and digits only their own', async () => {
  render(<Field />);
  const [month, day, year] = screen.getAllByRole<HTMLInputElement>('textbox');
  await userEvent.click(month!);
  await userEvent.paste('1985-03-04');
  expect([month!.value, day!.value, year!.value]).toEqual(['03', '04', '1985']);
  expect(screen.getByText('1985-03-04')).toBeTruthy();
  await userEvent.clear(month!);
  await userEvent.paste('12');
  expect([month!.value, day!.value, year!.value]).toEqual(['12', '04', '1985']);
});
