import { Select, TextInput } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '#shared/testing/show.tsx';
import { ActionMenu } from '../action-menu/action-menu.tsx';
import { DateField } from '../date-field/date-field.tsx';
import { SideDrawer } from './side-drawer.tsx';

/** Opened by a button, as ours are. */
function Opened({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <SideDrawer opened={opened} onClose={() => setOpened(false)} title="Book a visit" footer={footer}>
        {opened && children}
      </SideDrawer>
    </>
  );
}

/** Comes when the test says so. */
let come: () => void;
function Late({ children }: { children: ReactNode }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    come = () => setHere(true);
  }, []);
  return isHere && children;
}

const field = (name: string) => screen.getByRole('textbox', { name });
const close = () => screen.getByRole('button', { name: 'Close' });
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)));

async function open(part: ReactNode) {
  show(part);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', {}, { timeout: 20_000 });
}

test('the first field of a form has the focus, and keeps it', async () => {
  await open(
    <Opened>
      <button type="button">Add a block instead</button>
      <TextInput label="Patient" />
      <TextInput label="Note" />
    </Opened>,
  );
  await waitFor(() => expect(document.activeElement).toBe(field('Patient')));
  await settled();
  expect(document.activeElement).toBe(field('Patient'));
});

test('a field that is meant to be first is, and one that takes nothing is not', async () => {
  await open(
    <Opened>
      <TextInput label="Patient" disabled />
      <TextInput label="Start" />
      <TextInput label="Reason" data-autofocus />
    </Opened>,
  );
  await waitFor(() => expect(document.activeElement).toBe(field('Reason')));
});

test('a form that comes later has it then', async () => {
  await open(
    <Opened footer={<button type="button">Cancel</button>}>
      <Late>
        <TextInput label="Patient" />
      </Late>
    </Opened>,
  );
  await waitFor(() => expect(document.activeElement).toBe(close()));
  act(() => come());
  await waitFor(() => expect(document.activeElement).toBe(field('Patient')));
});

test('who has gone on by themselves stays there, whatever comes later', async () => {
  await open(
    <Opened footer={<button type="button">Cancel</button>}>
      <Late>
        <TextInput label="Patient" />
      </Late>
    </Opened>,
  );
  await waitFor(() => expect(document.activeElement).toBe(close()));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  act(() => come());
  await settled();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
});

test('who is in another field at once stays there', async () => {
  await open(
    <Opened>
      <TextInput label="Patient" />
      <TextInput label="Note" />
    </Opened>,
  );
  await userEvent.click(close());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // As fast as a machine types that waits for nothing.
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  act(() => field('Note').focus());
  await settled();
  expect(document.activeElement).toBe(field('Note'));
});

test('a choice that is first waits with its list until somebody types', async () => {
  await open(
    <Opened>
      <Select label="Patient" searchable data={['Ada', 'Nora']} />
    </Opened>,
  );
  const choice = screen.getByRole('combobox', { name: 'Patient' });
  await waitFor(() => expect(document.activeElement).toBe(choice));
  await settled();
  expect(screen.queryByRole('option')).toBeNull();
  await userEvent.keyboard('No');
  expect(await screen.findByRole('option', { name: 'Nora' })).toBeTruthy();
});

test('Tab stays within, past a choice of which one is chosen, and the focus goes back at the end', async () => {
  await open(
    <Opened>
      <TextInput label="Patient" />
      <label>
        <input type="radio" name="once" defaultChecked /> Once
      </label>
      <label>
        <input type="radio" name="once" /> Every week
      </label>
    </Opened>,
  );
  await waitFor(() => expect(document.activeElement).toBe(field('Patient')));
  act(() => screen.getByRole('radio', { name: 'Once' }).focus());
  await userEvent.tab();
  expect(document.activeElement).toBe(close());
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Once' }));
  await userEvent.click(close());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('the calendar and the menu of a button within open in the top layer', async () => {
  await open(
    <Opened>
      <DateField label="Day" value={null} onChange={() => undefined} onRefused={() => undefined} />
      <ActionMenu label="More" entries={[{ kind: 'item', key: 'one', label: 'One', onChoose: () => undefined }]}>
        …
      </ActionMenu>
    </Opened>,
  );
  const drawer = screen.getByRole('dialog', { name: 'Book a visit' });
  const raised = vi.fn(function raise(this: HTMLElement) {
    this.dataset['raised'] = 'true';
  });
  HTMLElement.prototype.showPopover = raised;
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
  for (const [name, panel] of [
    ['Open calendar', 'dialog'],
    ['More', 'menu'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }));
    const opened = await waitFor(() => {
      const found = screen.getAllByRole(panel).find((one) => one !== drawer);
      expect(found).toBeDefined();
      return found!;
    });
    expect(opened.dataset['raised'], name).toBe('true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryAllByRole(panel).filter((one) => one !== drawer)).toEqual([]));
  }
  expect(raised).toHaveBeenCalledTimes(2);
});
