import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { patience } from './over-lock.tsx';
import { sentTo, type Sent } from './sent.ts';

/** Presses a button again while the server has not answered the first press; gives what was sent until it has. */
export async function pressTwice(name: string, reply: object): Promise<Sent[]> {
  const { promise, resolve } = Promise.withResolvers<object>();
  const sent = sentTo(() => promise);
  const button = await screen.findByRole('button', { name }, patience);
  await userEvent.click(button);
  await waitFor(() => expect(sent).not.toEqual([]), patience);
  await userEvent.click(button);
  resolve(reply);
  await waitFor(() => expect(button.isConnected && button.hasAttribute('aria-busy')).toBe(false), patience);
  return sent;
}
