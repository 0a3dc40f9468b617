import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { FeedPart } from './feed-part.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

function Account() {
  const [isOnline, setOnline] = useState(true);
  return (
    <>
      <FeedPart isOnline={isOnline} />
      <button onClick={() => setOnline(!isOnline)}>Lose or find the network</button>
    </>
  );
}

test('only who has visits of their own is offered a calendar of them', async () => {
  let isProvider = true;
  sentTo(() => ({ feed: null, isProvider }));
  showSignedIn(await openClinic(), <Account />);
  await screen.findByRole('button', { name: 'Create a link' });
  // Nothing is shown before an answer either: what was shown goes once the other one was taken.
  isProvider = false;
  for (let turn = 0; turn < 2; turn += 1)
    fireEvent.click(screen.getByRole('button', { name: 'Lose or find the network' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create a link' })).toBeNull());
  expect(screen.queryByRole('heading', { name: 'Your visits in another calendar' })).toBeNull();
});
