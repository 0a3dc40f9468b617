import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { lockDevice } from '#local/store/device.ts';
import { newId } from '#local/store/new-id.ts';
import { forgetOpened, noteOpened, openedCharts } from '#local/store/opened-charts.ts';
import { waitingCalls } from '#local/outbox/outbox.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { chartViews, type ChartViews } from './chart-views.ts';
import type { Engine } from './engine.ts';
import { stateBefore, type SyncState } from './sync-state.ts';

let device: TestDevice;
let heard: InputOf<'sync.recordViews'>[];
let answer: () => void;
let views: ChartViews;
beforeEach(async () => {
  device = await testDevice();
  heard = [];
  answer = () => undefined;
  const call = async (_: string, input: InputOf<'sync.recordViews'>) => {
    heard.push(input);
    answer();
    return { recorded: true };
  };
  views = chartViews({ device, server: { call } } as unknown as Engine);
});
afterEach(() => lockDevice());

const state = (lastSyncAt: number | null, more: Partial<SyncState> = {}): SyncState => ({
  ...stateBefore,
  leader: true,
  online: true,
  lastSyncAt,
  ...more,
});

test('a chart opened here is told after the next sync, once, and is no waiting change', async () => {
  const PatientId = newId();
  await views.opened(PatientId);
  await views.opened(PatientId);
  expect(await waitingCalls()).toEqual([]);
  await views.look(state(null));
  await views.look(state(1, { online: false }));
  await views.look(state(1, { leader: false }));
  expect(heard).toEqual([]);
  await views.look(state(1));
  await views.look(state(2));
  expect(heard).toEqual([
    { device: device.DeviceId, clockOffset: 0, charts: [{ PatientId, openedAt: expect.stringMatching(/^20.*Z$/) }] },
  ]);
});

test('is told again until the server has heard it', async () => {
  await views.opened(newId());
  answer = () => {
    throw new AppError('unavailable', 'away');
  };
  await views.look(state(1));
  answer = () => undefined;
  await views.look(state(2));
  await views.look(state(3));
  expect(heard).toHaveLength(2);
  expect(heard[1]).toEqual(heard[0]);
});

test('one for each patient and hour is kept, sealed, a hundred at a time', async () => {
  const PatientId = newId();
  for (const at of ['2026-11-18T08:10:00Z', '2026-11-18T08:50:00Z', '2026-11-18T09:01:00Z'])
    await noteOpened(device, PatientId, new Date(at));
  const { keys, charts } = await openedCharts(device, 100);
  expect(charts.map((one) => one.openedAt)).toEqual(['2026-11-18T08:10:00.000Z', '2026-11-18T09:01:00.000Z']);
  await forgetOpened(device, keys.slice(0, 1));
  expect((await openedCharts(device, 100)).charts.map((one) => one.openedAt)).toEqual(['2026-11-18T09:01:00.000Z']);
  for (let count = 0; count < 100; count += 1) await noteOpened(device, newId());
  expect((await openedCharts(device, 100)).keys).toHaveLength(100);
});
