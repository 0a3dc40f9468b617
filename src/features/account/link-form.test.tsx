import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { AccountLink } from '#contract/account/endpoints.ts';
import { strengthWords } from '#contract/account/password-rule.ts';
import { listen } from '#shared/testing/listen.ts';
import { sentTo } from '#shared/testing/sent.ts';
import { show } from '#shared/testing/show.tsx';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { LinkForm } from './link-form.tsx';

afterEach(() => vi.unstubAllGlobals());

const link = AccountLink.parse({
  kind: 'reset',
  Email: 'nora@demo.test',
  name: 'Nora Quist',
  siteName: 'Bridge Therapy',
  hasSecondFactor: false,
  passkeys: 2,
});
const password = 'four quiet lamps by the river';

function open() {
  const sent = sentTo(() => ({ kind: 'reset', Email: link.Email }));
  const onDone = vi.fn();
  show(<LinkForm link={link} token="token" onDone={onDone} />);
  return { sent, onDone };
}
const set = () => userEvent.click(screen.getByRole('button', { name: 'Set password' }));

test('with a new password the passkeys go, unless someone keeps them', async () => {
  const { sent, onDone } = open();
  await userEvent.type(screen.getByLabelText('New password'), password);
  await set();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(0));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remove the 2 passkeys too' }));
  await set();
  await waitFor(() => expect(onDone).toHaveBeenLastCalledWith(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { token: 'token', password, removePasskeys: true },
    { token: 'token', password, removePasskeys: false },
  ]);
});

test('a password that is too short goes nowhere, and its field has the focus', async () => {
  const { sent } = open();
  const field = screen.getByLabelText('New password');
  await userEvent.type(field, 'short');
  await set();
  expect(await screen.findByText(/A password needs at least 15 characters\. This one has 5/)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(sent).toEqual([]);
});

test('who listens is told once whether a password will do, when the typing rests', async () => {
  sentTo(() => ({}));
  show(
    <>
      <LinkForm link={link} token="token" onDone={vi.fn()} />
      <LiveRegion />
    </>,
  );
  const heard = listen();
  const field = screen.getByLabelText('New password');
  for (const value of ['f', 'four', password]) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(heard).toHaveLength(1));
  expect(heard[0]).toBe(strengthWords(password));
});
