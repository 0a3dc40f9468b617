import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SentMessage } from '#contract/messages/message.ts';
import { stamp, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { MessagesScreen } from './messages-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const message = SentMessage.parse({
  MessageId: testId(70),
  channel: 'email',
  kind: 'reminder',
  PatientId: testId(71),
  name: 'Ada Okafor',
  to: 'a•••@example.com',
  subject: 'Your visit on Monday',
  body: 'See you on Monday.',
  state: 'sent',
  writtenAt: stamp,
  notBefore: stamp,
  sentAt: stamp,
  problem: null,
});

async function openWith(messages: SentMessage[]) {
  sentTo(() => ({ areMailsSent: true, areTextsSent: true, messages }));
  showSignedIn(await openClinic(), <MessagesScreen />);
}

test('a search leaves what matches, and says so where nothing does', async () => {
  await openWith([message]);
  expect(await screen.findByText('Ada Okafor')).toBeTruthy();
  const box = screen.getByRole('searchbox', { name: 'Search messages' });
  await userEvent.type(box, 'okaf');
  expect(screen.getByText('Ada Okafor')).toBeTruthy();
  await userEvent.type(box, 'x');
  expect(await screen.findByText('No message matches')).toBeTruthy();
  expect(screen.queryByText('No messages yet')).toBeNull();
});

test('a name is found without its accents', async () => {
  await openWith([
    message,
    { ...message, MessageId: SentMessage.shape.MessageId.parse(testId(72)), name: 'Ana Núñez' },
  ]);
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search messages' }), 'nunez');
  await waitFor(() => expect(screen.queryByText('Ada Okafor')).toBeNull());
  expect(screen.getByText('Ana Núñez')).toBeTruthy();
});

test('without a message the screen says what will appear here', async () => {
  await openWith([]);
  expect(await screen.findByText('No messages yet')).toBeTruthy();
  expect(screen.queryByText('No message matches')).toBeNull();
});
