import { Select, Textarea, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#shared/testing/show.tsx';
import { describedBy } from './described-by.ts';

const own = { id: 'field', description: 'Whole numbers.', error: 'Enter a number.' };
const props = { ...own, 'aria-label': 'Field', ...describedBy(own, 'state', undefined) };

test.each([
  ['TextInput', <TextInput key="field" {...props} />],
  ['Textarea', <Textarea key="field" {...props} />],
  ['Select', <Select key="field" {...props} data={[]} />],
])('the sentences beside a field are read with it, and its own: %s', (_, field) => {
  show(
    <>
      {field}
      <p id="state">Saved on this device.</p>
    </>,
  );
  const ids = screen.getByLabelText('Field', { selector: 'input, textarea' }).getAttribute('aria-describedby') ?? '';
  const read = ids.split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(read).toEqual(['Enter a number.', 'Whole numbers.', 'Saved on this device.']);
});
