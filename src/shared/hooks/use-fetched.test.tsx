import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { show } from '../testing/show.tsx';
import { FetchedPart } from '../ui/fetched/fetched.tsx';
import { useFetched } from './use-fetched.ts';

const goOnline = (online: boolean) => act(() => setSyncState({ ...syncState(), online }));
beforeEach(() => goOnline(true));
afterEach(() => goOnline(true));

function Rooms({ fetch }: { fetch: () => Promise<string> }) {
  return (
    <FetchedPart of={useFetched(fetch)} what="rooms">
      {(rooms) => <p>{rooms}</p>}
    </FetchedPart>
  );
}

test('what was opened offline is asked for when the network is back', async () => {
  const fetch = vi.fn(async () => 'Gym');
  goOnline(false);
  show(<Rooms fetch={fetch} />);
  expect(screen.getByText(/The rooms come from the server/)).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
  goOnline(true);
  expect(await screen.findByText('Gym')).toBeTruthy();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('what is there stays through an outage, and says that changing it needs the network', async () => {
  show(<Rooms fetch={async () => 'Gym'} />);
  await screen.findByText('Gym');
  goOnline(false);
  expect(screen.getByText('Gym')).toBeTruthy();
  expect(screen.getByText(/You must be online to change the/)).toBeTruthy();
});

test('a failure is told with a way to ask again', async () => {
  const fetch = vi.fn(async () => 'Gym').mockRejectedValueOnce(new Error('The server is busy.'));
  show(<Rooms fetch={fetch} />);
  expect(await screen.findByText(/The server is busy/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Gym')).toBeTruthy();
  expect(screen.queryByText(/The server is busy/)).toBeNull();
});
