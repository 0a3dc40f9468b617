import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { show } from '#shared/testing/show.tsx';
import { announce, LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import type { SyncState } from '#workers/sync.worker.ts';
import { SyncPill } from './sync-pill.tsx';

beforeEach(() => announce(''));
afterEach(() => act(() => setSyncState(null)));

const region = () => document.querySelector('[aria-live]')?.textContent ?? '';
const saved = { online: true, hydrated: { P0: true, P1: true, names: true } };

test('a change that waits and goes is not told beside what it said itself; losing and finding the network is', () => {
  setSyncState({ ...syncState(), ...saved });
  show(
    <>
      <SyncPill onOpen={() => undefined} />
      <LiveRegion />
    </>,
  );
  const told: string[] = [];
  const to = (change: Partial<SyncState>) => {
    act(() => announce(''));
    act(() => setSyncState({ ...syncState(), ...change }));
    told.push(region());
  };
  for (const waiting of [1, 2, 0]) to({ waiting });
  expect(told).toEqual(['', '', '']);
  to({ online: false });
  to({ waiting: 1 });
  to({ online: true });
  to({ waiting: 0 });
  to({ parked: 1 });
  expect(told.slice(3)).toEqual(['', '', '', 'Saved', 'Needs attention (1)']);
});
