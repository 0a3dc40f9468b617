import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { AppError } from '#contract/base/errors.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { testDevice } from '#local/testing/device.ts';
import { visitId } from '#local/testing/rows.ts';
import { toast, toastFailure, toastMustDismiss, toastNegative, toastTime, toastUndo } from './toasts.tsx';

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
