import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { useServerDays } from './use-server-days.ts';

const filter = { FacilityId: null, ProviderIds: [] };
const empty = { from: '', to: '', visits: [], nonPatientVisits: [], customDays: [], holidays: [], patients: [] };
const far = addDays(new Date().toISOString().slice(0, 10), 400);
const later = addDays(far, 45);

beforeEach(async () => {
  await openClinic();
  setSyncState({ ...syncState(), online: true });
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setSyncState(null);
  lockDevice();
});

const changed = (at: number) => act(() => setSyncState({ ...syncState(), farDaysChangedAt: at }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show(date: string) {
  return renderHook(
    ({ day }: { day: string }) => useServerDays({ view: 'month', date: day }, filter, { isOn: true, isPartly: true }),
    { initialProps: { day: date } },
  );
}

test('changes that come faster than every three seconds are asked about together', async () => {
  const asked = answersTo({ 'scheduling.monthData': empty });
  show(far);
  await pass(0);
  expect(asked).toHaveLength(1);
  for (const at of [1, 2, 3]) {
    changed(at);
    await pass(500);
  }
  expect(asked).toHaveLength(1);
  await pass(1_500);
  expect(asked).toHaveLength(2);
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

test('a month that was left and is shown again is asked for only where something changed meanwhile', async () => {
  const asked = answersTo({ 'scheduling.monthData': empty });
  const { rerender } = show(far);
  await pass(0);
  rerender({ day: later });
  await pass(0);
  rerender({ day: far });
  await pass(10_000);
  expect(asked).toHaveLength(2);
  changed(1);
  await pass(0);
  expect(asked).toHaveLength(3);
  rerender({ day: later });
  await pass(10_000);
  expect(asked).toHaveLength(4);
});

test('what failed is asked for again by who wants it at once, and with changes no more often than otherwise', async () => {
  const asked = answersTo({ 'scheduling.monthData': new Error('The server did not answer.') });
  const { result } = show(far);
  await pass(0);
  for (const at of [1, 2, 3]) {
    changed(at);
    await pass(500);
  }
  expect(asked).toHaveLength(1);
  const failed = result.current;
  expect(failed).toMatchObject({ state: 'failed', sentence: 'The server did not answer. Nothing was changed.' });
  act(() => void (failed?.state === 'failed' && failed.retry()));
  await pass(0);
  expect(asked).toHaveLength(2);
});

test('the network that comes back asks nothing anew; what could not be asked is asked then', async () => {
  const asked = answersTo({ 'scheduling.monthData': empty });
  const online = (is: boolean) => act(() => setSyncState({ ...syncState(), online: is }));
  const { rerender } = show(far);
  await pass(0);
  online(false);
  rerender({ day: later });
  await pass(10_000);
  expect(asked).toHaveLength(1);
  rerender({ day: far });
  online(true);
  await pass(10_000);
  expect(asked).toHaveLength(1);
  rerender({ day: later });
  await pass(0);
  expect(asked).toHaveLength(2);
});
