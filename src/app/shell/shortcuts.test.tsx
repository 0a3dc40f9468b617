import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { useListedKeys } from '#shared/listed-keys.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { useKeyListener } from './key-listener.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';

afterEach(() => lockDevice());

const listed = { part: 'In the calendar', list: [{ keys: ['Ctrl+C', 'Ctrl+V'], label: 'Copy a visit' }] };

function Sheet() {
  useListedKeys(listed);
  return (
    <MemoryRouter>
      <Listening onNew={vi.fn()} onSearch={vi.fn()} />
      <ShortcutSheet opened onClose={() => undefined} />
    </MemoryRouter>
  );
}

async function withKeys(singleKeyShortcuts: boolean): Promise<Clinic> {
  const clinic = await openClinic();
  const { setup } = clinic;
  return { ...clinic, setup: { ...setup, currentUser: { ...setup.currentUser, Preferences: { singleKeyShortcuts } } } };
}

function Listening({ onNew, onSearch }: { onNew: () => void; onSearch: () => void }) {
  const [{ singleKeyShortcuts = true }] = usePreferences();
  useKeyListener(singleKeyShortcuts);
  useShortcut('n', 'New patient', onNew);
  useShortcut('Ctrl+K', 'Search', onSearch);
  return null;
}

test.each([true, false])('letters act alone where their person has them on: %s', async (isOn) => {
  const [onNew, onSearch] = [vi.fn(), vi.fn()];
  showSignedIn(await withKeys(isOn), <Listening onNew={onNew} onSearch={onSearch} />);
  fireEvent.keyDown(document.body, { key: 'n' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(onNew).toHaveBeenCalledTimes(isOn ? 1 : 0);
  expect(onSearch).toHaveBeenCalledOnce();
});

test('a letter that is held acts once', async () => {
  const onNew = vi.fn();
  showSignedIn(await withKeys(true), <Listening onNew={onNew} onSearch={vi.fn()} />);
  fireEvent.keyDown(document.body, { key: 'n' });
  for (let at = 0; at < 20; at += 1) fireEvent.keyDown(document.body, { key: 'n', repeat: true });
  expect(onNew).toHaveBeenCalledOnce();
});

test.each([true, false])('the sheet lists what works, with the keys of a grid, and the switch: %s', async (isOn) => {
  showSignedIn(await withKeys(isOn), <Sheet />);
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).queryByText('New patient') !== null).toBe(isOn);
  expect(within(sheet).getByText('Search')).toBeTruthy();
  const part = within(sheet).getByRole('region', { name: 'In the calendar' });
  expect(part.textContent).toBe('In the calendarCopy a visitCtrlCCtrlV');
  expect(sheet.textContent).toContain(`Shortcuts of one key are ${isOn ? 'on' : 'off'}.`);
  expect(within(sheet).getByRole('link', { name: 'Change this in My account' }).getAttribute('href')).toBe('/account');
});

function Twice() {
  const [isMore, setMore] = useState(false);
  useShortcut('/', 'Search', () => undefined);
  useShortcut('Ctrl+K', 'Search', () => undefined);
  useShortcut('x', 'Next step', () => undefined, isMore);
  return (
    <MemoryRouter>
      <button type="button" data-testid="more" onClick={() => setMore(!isMore)}>
        More
      </button>
      <ShortcutSheet opened onClose={() => undefined} />
    </MemoryRouter>
  );
}

test('two keys of one name are listed once each, also after the list has changed', async () => {
  showSignedIn(await withKeys(true), <Twice />);
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const isMore of [true, false, true]) {
    fireEvent.click(screen.getByTestId('more'));
    expect(within(sheet).queryByText('Next step') !== null).toBe(isMore);
    expect(within(sheet).getAllByText('Search')).toHaveLength(2);
  }
});
