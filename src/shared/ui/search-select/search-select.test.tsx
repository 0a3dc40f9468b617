import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, Shown } from '#shared/testing/show.tsx';
import { SearchSelect } from './search-select.tsx';

const people = ['Rosa Alvarez', 'Walter Brandt', 'Ada Ofori', 'Ana Núñez'].map((label) => ({ value: label, label }));
const sent = vi.fn();
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Provider' });

function Form({ first }: { first: string | null }) {
  const [value, setValue] = useState(first);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent(value);
      }}
    >
      <SearchSelect label="Provider" data={people} value={value} onChange={setValue} />
    </form>
  );
}

async function typeOver(text: string): Promise<void> {
  await userEvent.click(field());
  await userEvent.clear(field());
  if (text !== '') await userEvent.type(field(), text);
}

beforeEach(() => void sent.mockReset());

test('Enter takes the first match, a second Enter sends it', async () => {
  show(<Form first="Rosa Alvarez" />);
  await typeOver('bra');
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('Walter Brandt');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(sent).toHaveBeenCalledExactlyOnceWith('Walter Brandt');
});

test('a name is found without its accents', async () => {
  show(<Form first="Rosa Alvarez" />);
  await typeOver('nunez');
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('Ana Núñez');
});

test('what matches no one, or nothing at all, neither sends the form nor changes the choice', async () => {
  show(<Form first="Rosa Alvarez" />);
  await typeOver('nobody');
  await userEvent.keyboard('{Enter}');
  await typeOver('');
  await userEvent.keyboard('{Enter}');
  expect(sent).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(field().value).toBe('Rosa Alvarez');
});

test('the present choice typed once more stays chosen', async () => {
  show(<Form first="Ada Ofori" />);
  await typeOver('Ada Ofori');
  await userEvent.keyboard('{Enter}{Enter}');
  expect(field().value).toBe('Ada Ofori');
  expect(sent).toHaveBeenLastCalledWith('Ada Ofori');
});

test('a choice that comes from outside is shown, also where it is not among those that are offered', () => {
  const props = { label: 'Provider', data: [], onChange: () => undefined };
  const { rerender } = show(<SearchSelect {...props} value={null} chosenLabel="" />);
  rerender(<Shown of={<SearchSelect {...props} value="1" chosenLabel="Nora Quist" />} />);
  expect(field().value).toBe('Nora Quist');
});
