import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { provider } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import * as api from '#shared/api.ts';
import { SignedInContext } from '#shared/session.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { useHeldOnline } from './use-held-online.ts';

afterEach(() => {
  vi.restoreAllMocks();
  setSyncState(null);
  lockDevice();
});

const heldOn = (day: string) => ({
  held: [
    {
      ProviderId: provider.ProviderId,
      Start: `${day}T10:00`,
      End: `${day}T10:45`,
      expiresAt: '2999-01-01T00:00:00.000Z',
    },
  ],
});

test('a late reply, or a late failure, for former days leaves what is shown of the present ones', async () => {
  const { setup } = await openClinic();
  setSyncState({ ...syncState(), online: true });
  const asked = new Map<string, PromiseWithResolvers<unknown>>();
  vi.spyOn(api, 'call').mockImplementation((_, input) => {
    const reply = Promise.withResolvers<unknown>();
    asked.set((input as object as { from: string }).from, reply);
    return reply.promise as never;
  });
  const { result, rerender } = renderHook(({ day }: { day: string }) => useHeldOnline([day]), {
    initialProps: { day: '2026-06-01' },
    wrapper: ({ children }) => <SignedInContext value={{ setup }}>{children}</SignedInContext>,
  });
  rerender({ day: '2026-06-02' });
  rerender({ day: '2026-06-03' });
  expect([...asked.keys()]).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  asked.get('2026-06-03')?.resolve(heldOn('2026-06-03'));
  const shown = () => result.current.map(({ Start }) => Start);
  await waitFor(() => expect(shown()).toEqual(['2026-06-03T10:00']));
  await act(async () => {
    asked.get('2026-06-01')?.resolve(heldOn('2026-06-01'));
    asked.get('2026-06-02')?.reject(new Error('no network'));
    await asked.get('2026-06-02')?.promise.catch(() => undefined);
  });
  expect(shown()).toEqual(['2026-06-03T10:00']);
});
