import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Mail } from '#contract/mail/endpoints.ts';
import { testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { MailScreen } from './mail-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const mail: Mail = {
  MailId: testId(90),
  at: '2026-11-17T09:00:00.000Z',
  to: 'pt@demo.test',
  subject: 'New password',
  body: 'Only this email shows the link.',
  state: 'sent',
  sentAt: '2026-11-17T09:00:01.000Z',
  problem: null,
};
const problem = 'The mail server rejected this address (550). Correct it, then send the link again.';
const refused: Mail = { ...mail, MailId: testId(91), to: 'biller@demo.test', state: 'failed', sentAt: null, problem };

async function open(reply: { isSent: boolean; mails: Mail[] }) {
  sentTo(() => reply);
  showSignedIn(await openClinic(), <MailScreen />);
  return within(await screen.findByRole('table', { name: 'Emails, newest first' }));
}

test('the page says what became of each email, and why one did not go out', async () => {
  const table = await open({ isSent: true, mails: [mail, refused] });
  expect(screen.getByText(/Links that open an account are shown only in the email/)).toBeTruthy();
  expect(within(table.getByRole('row', { name: /pt@demo\.test/ })).getByText('Sent')).toBeTruthy();
  const row = within(table.getByRole('row', { name: /biller@demo\.test/ }));
  expect(row.getByText('Failed')).toBeTruthy();
  await userEvent.click(row.getByRole('button'));
  const opened = within(await screen.findByRole('dialog', { name: 'New password' }));
  expect(opened.getByText(problem)).toBeTruthy();
  expect(opened.queryByRole('link')).toBeNull();
});

test('without a mail server emails stay there with their links, and have no state', async () => {
  const kept = { ...mail, state: 'kept' as const, body: 'Open https://clinic.test/account/link#demo.x to choose one.' };
  const table = await open({ isSent: false, mails: [kept] });
  expect(screen.getByText(/stay on this page and are not sent/)).toBeTruthy();
  expect(table.queryByRole('columnheader', { name: 'State' })).toBeNull();
  await userEvent.click(within(table.getByRole('row', { name: /pt@demo\.test/ })).getByRole('button'));
  const link = await screen.findByRole('link', { name: /account\/link/ });
  expect(link.getAttribute('href')).toBe('https://clinic.test/account/link#demo.x');
});
