import { Button, Modal, Switch } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../testing/show.tsx';
import { LiveRegion } from '../ui/live-region/live-region.tsx';
import { SearchSelect } from '../ui/search-select/search-select.tsx';
import { careForKeyboards } from './keyboard-care.ts';
import { isFocusFree } from './stand-in.ts';

let stop: () => void;
beforeEach(() => {
  stop = careForKeyboards();
});
afterEach(() => stop());

const focused = () => document.activeElement;
const button = (name: string) => screen.getByRole('button', { name });

function Lines({ first }: { first: readonly string[] }) {
  const [names, setNames] = useState(first);
  return (
    <main tabIndex={-1}>
      <h1 tabIndex={-1} data-page-heading>
        Lines
      </h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames(names.filter((one) => one !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

test('the focus of a line that goes is on the next one, then on the one before, then on the heading', async () => {
  show(<Lines first={['One', 'Two', 'Three']} />);
  act(() => button('Two').focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(button('Three')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(button('One')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(screen.getByRole('heading')));
});

test('what got the focus because a line went gives it up to what opens, until a person has gone there', async () => {
  show(<Lines first={['One', 'Two', 'Three']} />);
  act(() => button('Two').focus());
  expect(isFocusFree()).toBe(false);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(focused()).toBe(button('Three')));
  expect(isFocusFree()).toBe(true);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(focused()).toBe(button('One'));
  expect(isFocusFree()).toBe(false);
});

test('nothing takes the focus of somebody who has left everything by a click', async () => {
  show(<Lines first={['One', 'Two']} />);
  act(() => button('One').focus());
  act(() => button('One').blur());
  await new Promise((resolve) => setTimeout(resolve, 20));
  fireEvent.click(button('One'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(focused()).toBe(document.body);
});

test('a control that is disabled while it works has the focus again after that', async () => {
  let done: () => void = () => undefined;
  function Slow() {
    const [isBusy, setBusy] = useState(false);
    const work = async () => {
      setBusy(true);
      await new Promise<void>((resolve) => (done = resolve));
      setBusy(false);
    };
    return (
      <main>
        <Switch label="Reminders" disabled={isBusy} onChange={() => void work()} />
        <button type="button">Next</button>
      </main>
    );
  }
  show(<Slow />);
  const control = screen.getByRole('switch');
  act(() => control.focus());
  fireEvent.click(control);
  await waitFor(() => expect(focused()).toBe(button('Next')));
  await act(async () => done());
  await waitFor(() => expect(focused()).toBe(control));
});

test('a busy button keeps the focus, is told as busy and does nothing twice', async () => {
  const sent = vi.fn();
  function Form() {
    const [isBusy, setBusy] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
          setBusy(true);
        }}
      >
        <input aria-label="Name" />
        <Button type="submit" loading={isBusy}>
          Save
        </Button>
      </form>
    );
  }
  show(<Form />);
  act(() => button('Save').focus());
  await userEvent.keyboard('{Enter}');
  expect(button('Save').getAttribute('aria-disabled')).toBe('true');
  expect(button('Save').getAttribute('aria-busy')).toBe('true');
  expect(focused()).toBe(button('Save'));
  await userEvent.keyboard('{Enter}');
  await userEvent.type(screen.getByRole('textbox'), 'x{Enter}');
  expect(sent).toHaveBeenCalledOnce();
});

test('a disabled button that is not busy is disabled, and a link in its clothes is a link', () => {
  show(
    <>
      <Button disabled>Off</Button>
      <Button component="a" href="/onDeck">
        Home
      </Button>
    </>,
  );
  expect((button('Off') as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/onDeck');
});

test('a key that is held opens a question and does not answer it; letters and lines repeat', async () => {
  const signed = vi.fn();
  function Question() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Sign
        </button>
        <textarea aria-label="Note" />
        <Modal opened={isOpen} onClose={() => setOpen(false)} withCloseButton={false}>
          <button type="button" data-autofocus onClick={signed}>
            Sign now
          </button>
        </Modal>
      </>
    );
  }
  show(<Question />);
  /** As a browser does: a press of Enter that nothing prevented is a click. */
  const enter = (repeat: boolean) => {
    const at = document.activeElement!;
    if (fireEvent.keyDown(at, { key: 'Enter', code: 'Enter', repeat })) fireEvent.click(at);
  };
  act(() => button('Sign').focus());
  enter(false);
  await waitFor(() => expect(focused()).toBe(button('Sign now')));
  enter(true);
  expect(signed).not.toHaveBeenCalled();
  enter(false);
  expect(signed).toHaveBeenCalledOnce();
  expect(fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Enter', repeat: true })).toBe(true);
});

const people = ['Rosa Alvarez', 'Walter Brandt', 'Ada Ofori'].map((label) => ({ value: label, label }));

test('a choice by typing names the marked option and tells once how many match', async () => {
  function Form() {
    const [value, setValue] = useState<string | null>(null);
    return (
      <>
        <SearchSelect
          label="Patient"
          data={people}
          value={value}
          onChange={setValue}
          nothingFoundMessage="No one with that name."
        />
        <LiveRegion />
      </>
    );
  }
  show(<Form />);
  const field = screen.getByRole('combobox', { name: 'Patient' });
  const marked = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const told: string[] = [];
  const region = document.querySelector('[aria-live]')!;
  const listener = new MutationObserver(() => told.push(region.textContent));
  listener.observe(region, { childList: true, subtree: true, characterData: true });
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  act(() => field.focus());
  // Within one turn, so that nothing settles between the two letters.
  type('o');
  type('of');
  await waitFor(() => expect(marked()).toBe('Ada Ofori'));
  await waitFor(() => expect(told.length).toBeGreaterThan(0));
  expect(told).toEqual(['1 match']);
  type('ofx');
  await waitFor(() => expect(told).toEqual(['1 match', 'No one with that name.']));
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  type('a');
  await waitFor(() => expect(marked()).toBe('Rosa Alvarez'));
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(marked()).toBe('Walter Brandt'));
  listener.disconnect();
});
