import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { ClosedPeriod } from './closed-period.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') }));
afterEach(() => {
  lockDevice();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The server answers `reply` to what it is sent, and the days are closed through `then` from there on. */
async function openAndType(day: string, reply?: Response, then = '2026-11-17') {
  const replies = reply ? [reply] : [];
  const sent = sentTo(
    () => (sent.length > 0 && replies.pop()) || { closedBillingPeriodEnd: sent.length === 0 ? '2026-10-31' : then },
  );
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

async function closeThrough(day: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Close…' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Close period through ${day}?` }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close period' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}
const field = () => screen.getByLabelText<HTMLInputElement>('Closed through');
const problem = () => document.getElementById(field().getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');

test('a day that someone else was faster with stays typed, with the refusal at its field, and is closed knowingly', async () => {
  const sentence = 'Someone else just changed this. Billing is now closed through 11/10/2026. Nothing was changed.';
  const refusal = overtakenBy({ closedBillingPeriodEnd: '2026-11-10' }, sentence);
  const { sent } = await openAndType('11172026', refusal, '2026-11-10');
  await closeThrough('11/17/2026');
  expect(await screen.findByText(/^Closed through 11\/10\/2026/)).toBeTruthy();
  expect(field().value).toBe('11/17/2026');
  expect(problem()?.textContent).toBe(sentence);
  await closeThrough('11/17/2026');
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual(
      ['2026-10-31', '2026-11-10'].map((seen) => ({
        closedBillingPeriodEnd: '2026-11-17',
        base: { closedBillingPeriodEnd: seen },
      })),
    ),
  );
});

test('a day that the server refuses stays typed, and the refusal goes once another is typed', async () => {
  const message = 'You can close only days before today.';
  await openAndType('11172026', Response.json({ kind: 'invalid', message }, { status: 400 }), '2026-10-31');
  await closeThrough('11/17/2026');
  expect(field().value).toBe('11/17/2026');
  expect(problem()?.textContent).toBe(message);
  await userEvent.tripleClick(field());
  await userEvent.keyboard('11162026');
  expect(problem()?.textContent).not.toBe(message);
});

test('an earlier day than the closed one says which days it opens', async () => {
  const { sent, close } = await openAndType('10152026');
  await userEvent.click(close);
  const dialog = await screen.findByRole('dialog', { name: 'Open the days after 10/15/2026?' });
  expect(dialog.textContent).toContain('The days from 10/16/2026 through 10/31/2026 open.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Open these days' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toMatchObject([{ closedBillingPeriodEnd: '2026-10-15' }]));
});
