import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { show } from '#shared/testing/show.tsx';
import { NewVersion } from './new-version.tsx';

afterEach(() => setSyncState(null));

test('a new version is offered at once with the network, and without it says what taking it may cost', () => {
  setSyncState({ ...syncState(), online: true });
  show(<NewVersion />);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  act(() => setSyncState({ ...syncState(), online: false }));
  const button = screen.getByRole('button', { name: 'Reload anyway' });
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toMatch(/may need to download your clinic’s data/);
});
