import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { ActionMenu } from './action-menu.tsx';

test('opens, moves and chooses by keyboard, and gives focus back', async () => {
  const choose = vi.fn();
  const item = (label: string) => ({ kind: 'item' as const, key: label, label, onChoose: () => choose(label) });
  show(
    <ActionMenu
      label="Moves"
      entries={[item('Check in'), { kind: 'divider', key: 'd' }, item('Cancel visit'), item('No-show')]}
    >
      …
    </ActionMenu>,
  );
  const button = screen.getByRole('button', { name: 'Moves' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check in'));
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('No-show');
  await userEvent.keyboard('cc');
  expect(document.activeElement?.textContent).toBe('Cancel visit');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByRole('menu');
  await userEvent.keyboard('{End}{Enter}');
  expect(choose.mock.calls).toEqual([['No-show']]);
  expect(document.activeElement).toBe(button);
});
