import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { show, Shown } from '../../testing/show.tsx';
import { pressUndo } from '../../testing/undo.ts';
import { AppError } from '#contract/base/errors.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { testDevice } from '#local/testing/device.ts';
import { visitId } from '#local/testing/rows.ts';
import {
  clearToasts,
  toast,
  toastFailure,
  toastMustDismiss,
  toastNegative,
  toastTime,
  toastUndo,
  undoTime,
} from './toasts.tsx';
import { undoKeyTime } from './undo-key.ts';

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  lockDevice();
  vi.restoreAllMocks();
});

test('a toast leaves after 5,000 ms', async () => {
  vi.useFakeTimers();
  show(<p>screen</p>);
  act(() => toast('Visit moved.'));
  expect(screen.getByText('Visit moved.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(toastTime - 100));
  expect(screen.queryByText('Visit moved.')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(screen.queryByText('Visit moved.')).toBeNull();
});

test('a must-dismiss toast stays until Dismiss is pressed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<p>screen</p>);
  act(() => toastMustDismiss('Authorization needed.'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Authorization needed.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Authorization needed.')).toBeNull());
});

test('what failed leaves by itself, but for what must be dismissed: a device that is full', async () => {
  const on = await testDevice();
  vi.spyOn(on.outbox, 'transaction').mockRejectedValue(new DOMException('full', 'QuotaExceededError') as never);
  const input = { id: visitId(1), destination: 'confirmed', lastUpdated: '2026-11-18T08:00:00.000000+00:00' };
  const failure = await queueWrite('visits.move', input as never).catch((error: unknown) => error);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<p>screen</p>);
  act(() => {
    toastFailure(new AppError('conflict', 'Someone else was first.'), '');
    toastFailure(failure, '');
  });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Someone else was first.')).toBeNull();
  expect(screen.getByText(/^This device is full, so this change was not saved\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/^This device is full/)).toBeNull());
});

test('Undo runs once and takes the toast away', async () => {
  const undo = vi.fn();
  show(<p>screen</p>);
  act(() => toastUndo('Visit cancelled.', undo));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText('Visit cancelled.')).toBeNull());
});

test('what Undo did is told, and what it could not do', async () => {
  show(<p>screen</p>);
  act(() => toastUndo('Visit cancelled.', async () => undefined));
  await pressUndo();
  expect(await screen.findByText('Undone: Visit cancelled.')).toBeTruthy();
  act(() => toastUndo('Block removed.', () => Promise.reject(new Error('The time is taken.'))));
  await pressUndo();
  expect(await screen.findByText('The time is taken.')).toBeTruthy();
  act(() => toastUndo('Draft discarded.', () => false));
  await pressUndo();
  await waitFor(() => expect(screen.queryByText('Draft discarded.')).toBeNull());
  expect(screen.queryByText('Undone: Draft discarded.')).toBeNull();
  expect(screen.queryByText('Undone: Block removed.')).toBeNull();
});

test('a toast waits while its button has the focus, and goes its time after that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<button type="button">Elsewhere</button>);
  act(() => toastUndo('Visit cancelled.', vi.fn()));
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Visit cancelled.')).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  await act(() => vi.advanceTimersByTimeAsync(undoTime - 500));
  expect(screen.queryByText('Visit cancelled.')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.queryByText('Visit cancelled.')).toBeNull();
});

test('a toast waits while the pointer is on it, and goes its time after that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show(<p>screen</p>);
  act(() => toastUndo('Visit cancelled.', vi.fn()));
  const card = screen.getByText('Visit cancelled.').closest('[role=status]');
  if (!card) throw new Error('The toast is not there.');
  fireEvent.mouseEnter(card);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText('Visit cancelled.')).not.toBeNull();
  fireEvent.mouseLeave(card);
  await act(() => vi.advanceTimersByTimeAsync(undoTime - 500));
  expect(screen.queryByText('Visit cancelled.')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.queryByText('Visit cancelled.')).toBeNull();
});

test('the focus goes back to where it was when its toast goes, or to the screen', async () => {
  const { rerender } = show(<Screen hasField />);
  for (const name of ['Undo', 'Dismiss'] as const) {
    act(() => screen.getByRole('textbox').focus());
    act(() => (name === 'Undo' ? toastUndo('Visit cancelled.', vi.fn()) : toastMustDismiss('Authorization needed.')));
    act(() => screen.getByText(name).closest('button')?.focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
    act(() => notifications.clean());
  }
  act(() => toastMustDismiss('Authorization needed.'));
  act(() => screen.getByText('Dismiss').closest('button')?.focus());
  rerender(<Shown of={<Screen />} />);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')));
});

test('Ctrl+Z takes back what was offered last, once, also when its toast is gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [first, second] = [vi.fn(), vi.fn()];
  show(<Screen hasField />);
  const press = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  act(() => toastUndo('First moved.', first));
  act(() => toastUndo('Second moved.', second));
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true });
  expect(second).not.toHaveBeenCalled();
  press();
  press();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  expect(await screen.findByText('Undone: Second moved.')).toBeTruthy();
  act(() => toastUndo('Third moved.', first));
  await act(() => vi.advanceTimersByTimeAsync(undoTime + 1_000));
  expect(screen.queryByText('Third moved.')).toBeNull();
  press();
  expect(first).toHaveBeenCalledOnce();
});

test('Ctrl+Z takes back no offer that is long past, or from before a sign-out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const undo = vi.fn();
  show(<Screen />);
  act(() => toastUndo('Visit moved.', undo));
  await act(() => vi.advanceTimersByTimeAsync(undoKeyTime + 1_000));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  act(() => toastUndo('Visit moved.', undo));
  act(() => clearToasts());
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
});

function Screen({ hasField = false }: { hasField?: boolean }) {
  return (
    <main>
      <h1 tabIndex={-1} data-page-heading>
        On Deck
      </h1>
      {hasField && <input aria-label="Name" />}
    </main>
  );
}

test('Undo does nothing once another person is in on this device', async () => {
  const undo = vi.fn();
  show(<p>screen</p>);
  await testDevice();
  act(() => toastUndo('Visit cancelled.', undo));
  await testDevice();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Visit cancelled.')).toBeNull());
  expect(undo).not.toHaveBeenCalled();
});

test('the same sentence is not stacked, and a refusal is an alert', () => {
  show(<p>screen</p>);
  act(() => {
    toastNegative('Too many requests.');
    toastNegative('Too many requests.');
  });
  expect(screen.getAllByText('Too many requests.')).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toContain('Too many requests.');
});

test('what was refused has the number of its request on a line of its own, its sentence to the letter', () => {
  show(<p>screen</p>);
  const requestId = '0198-77';
  act(() => {
    toastFailure(new AppError('conflict', 'Someone else was first.', { requestId }), 'That did not work.');
    toastFailure(new AppError('unavailable', `The server failed. (${requestId}x)`, { requestId: `${requestId}x` }), '');
    toastFailure('nothing that has words', 'That did not work.');
    toastMustDismiss('Authorization needed.', requestId);
  });
  expect(screen.getByText('Someone else was first.')).toBeTruthy();
  expect(screen.getAllByText('Request 0198-77')).toHaveLength(2);
  expect(screen.queryByText('Request 0198-77x')).toBeNull();
  expect(screen.getByText('That did not work.').parentElement?.textContent).toBe('That did not work.');
});
