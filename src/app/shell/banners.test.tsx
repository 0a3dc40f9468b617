import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { listen } from '#shared/testing/listen.ts';
import { show } from '#shared/testing/show.tsx';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SyncPill } from '#sync/sync-pill.tsx';
import { OfflineWords } from './banners.tsx';

afterEach(() => act(() => setSyncState(null)));

test('who listens is told once that the network is gone, and once that all is saved again', async () => {
  const to = (online: boolean, waiting: number) =>
    act(async () => setSyncState({ ...syncState(), online, waiting, hydrated: { P0: true, P1: true, names: true } }));
  await to(true, 0);
  show(
    <>
      <OfflineWords />
      <SyncPill onOpen={() => undefined} />
      <LiveRegion />
    </>,
  );
  const heard = listen();
  await to(false, 0);
  expect(heard).toEqual(['You are offline. Keep working. Your changes are sent when you’re back online.']);
  await to(false, 1);
  await to(true, 1);
  await to(true, 0);
  expect(heard.slice(1)).toEqual(['Saved']);
});
