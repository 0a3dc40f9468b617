import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { ClosedPeriod } from './closed-period.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') }));
afterEach(() => {
  lockDevice();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openAndType(day: string) {
  const sent = sentTo(() => ({ closedBillingPeriodEnd: sent.length === 0 ? '2026-10-31' : '2026-11-17' }));
  showSignedIn(await openClinic(), <ClosedPeriod />);
  const field = await screen.findByLabelText('Closed through');
  await userEvent.tripleClick(field);
  await userEvent.keyboard(day);
  await userEvent.tab();
  return { sent, close: screen.getByRole<HTMLButtonElement>('button', { name: 'Close…' }) };
}

test('Billing is closed through a day that is over, once that is confirmed', async () => {
  const { sent, close } = await openAndType('11172026');
  await userEvent.click(close);
  const dialog = within(await screen.findByRole('dialog', { name: 'Close period through 11/17/2026?' }));
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Close period' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { closedBillingPeriodEnd: '2026-11-17', base: { closedBillingPeriodEnd: '2026-10-31' } },
    ]),
  );
  expect(await screen.findByText(/^Closed through 11\/17\/2026/)).toBeTruthy();
});

test('today cannot be closed, and the field says why', async () => {
  const { close } = await openAndType('11182026');
  expect(await screen.findByText(/^You can close only days before today/)).toBeTruthy();
  expect(close.disabled).toBe(true);
});
