import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { FeedPart } from './feed-part.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

test.each([
  [true, 1],
  [false, 0],
])('only who has visits of their own is offered a calendar of them: %s', async (isProvider, count) => {
  let isAnswered = false;
  sentTo(() => {
    isAnswered = true;
    return { feed: null, isProvider };
  });
  showSignedIn(await openClinic(), <FeedPart isOnline />);
  await waitFor(() => expect(isAnswered).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryAllByRole('button', { name: 'Create a link' })).toHaveLength(count);
});
