import { Select, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { show } from './testing/show.tsx';
import { focusFirstError } from './focus-first-error.ts';

test('what is wrong with a choice is not hidden by its own list', async () => {
  show(
    <>
      <TextInput label="Name" />
      <Select label="Payer" data={['Blue Shield']} searchable error="Choose a payer." />
    </>,
  );
  focusFirstError();
  const field = screen.getByRole('combobox', { name: 'Payer' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByRole('option', { name: 'Blue Shield' })).toBeTruthy();
});
