import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { lockDevice } from '#local/store/device.ts';
import * as api from '#shared/api.ts';
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

/** A visit of the far month: what the server told of it must be gone, not only asked for anew. */
const told = { ...empty, customDays: [{ CustomDayId: 'told' }] };
const silent = { 'scheduling.monthData': new Error('The server did not answer.') };
const shownBy = (result: { current: ReturnType<typeof useServerDays> }) =>
  result.current?.state === 'ready' ? result.current.rows.customDays.length : result.current?.state;

/** The providers come from this device's own database, in its own time. */
async function ready(result: { current: ReturnType<typeof useServerDays> }): Promise<void> {
  while (result.current?.state !== 'ready') await act(() => new Promise<void>((done) => setImmediate(done)));
}

test('after a reset nothing the server told before is shown, of whatever month, also where it does not answer', async () => {
  answersTo({ 'scheduling.monthData': told });
  const { result, rerender } = show(far);
  await pass(0);
  rerender({ day: later });
  await pass(0);
  await ready(result);
  expect(shownBy(result)).toBe(1);
  const asked = answersTo(silent);
  act(() => setSyncState({ ...syncState(), farDaysChangedAt: 1, calendarChangedAt: 1, resetAt: 1 }));
  expect(shownBy(result)).toBe('loading');
  await pass(3_000);
  expect(shownBy(result)).toBe('failed');
  act(() => setSyncState({ ...syncState(), online: false }));
  rerender({ day: far });
  expect(result.current).toBeNull();
  expect(asked).toHaveLength(1);
});

test('another month that changed meanwhile is not shown as it was', async () => {
  answersTo({ 'scheduling.monthData': told });
  const { result, rerender } = show(far);
  await pass(0);
  rerender({ day: later });
  await pass(0);
  await ready(result);
  changed(1);
  await pass(3_000);
  answersTo(silent);
  rerender({ day: far });
  expect(shownBy(result)).toBe('loading');
  rerender({ day: later });
  expect(shownBy(result)).toBe(1);
});

test('a month that could not be read anew is asked for again, ever more seldom, until it is', async () => {
  answersTo({ 'scheduling.monthData': told });
  const { result } = show(far);
  await pass(3_000);
  await ready(result);
  const failing = answersTo(silent);
  changed(1);
  await pass(0);
  expect(failing).toHaveLength(1);
  for (const [ms, times] of [
    [6_000, 2],
    [6_000, 2],
    [6_000, 3],
  ] as const) {
    await pass(ms);
    expect(failing).toHaveLength(times);
  }
  expect(shownBy(result)).toBe(1);
  const asked = answersTo({ 'scheduling.monthData': empty });
  await pass(24_000);
  expect([asked.length, shownBy(result)]).toEqual([1, 0]);
  await pass(600_000);
  expect(asked).toHaveLength(1);
});

test('the later of two questions wins, also by a clock that was set back', async () => {
  const waiting: ((reply: object) => void)[] = [];
  vi.spyOn(api, 'call').mockImplementation(() => new Promise((resolve) => waiting.push(resolve as never)));
  changed(5);
  const { result } = show(far);
  await pass(0);
  changed(2);
  await pass(3_000);
  expect(waiting).toHaveLength(2);
  await act(async () => waiting[1]?.({ ...empty, patients: [] }));
  await act(async () => waiting[0]?.(told));
  await ready(result);
  expect(shownBy(result)).toBe(0);
});

test('after midnight, when this device holds other days of the month, it is asked for anew', async () => {
  const asked = answersTo({ 'scheduling.monthData': empty });
  const { rerender } = show(far);
  await pass(10_000);
  expect(asked).toHaveLength(1);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  rerender({ day: far });
  await pass(0);
  expect(asked).toHaveLength(2);
});
