import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import * as files from '#local/store/files.ts';
import { newId } from '#local/store/new-id.ts';
import { memoryFiles, newDataKey } from '#local/testing/device.ts';
import { syncSession } from './session.ts';

afterEach(() => vi.restoreAllMocks());

test('devices whose network is back ask anew within two seconds, each at a moment of its own', async () => {
  vi.spyOn(files, 'originFiles').mockReturnValue(memoryFiles());
  const who = { site: 'demo', UserId: newId(), ProviderId: null, dataKey: await newDataKey(), token: null };
  const page = { origin: 'http://clinic.test', isOnline: true, token: null, renew: async () => null };
  const session = await syncSession(who, page);
  const timer = vi.spyOn(globalThis, 'setTimeout');
  for (let device = 0; device < 500; device += 1) session.online(true);
  const delays = timer.mock.calls.map(([, ms = 0]) => ms);
  session.close();
  expect([delays.length, new Set(delays).size > 400]).toEqual([500, true]);
  const [first, last] = [Math.min(...delays), Math.max(...delays)];
  expect([first >= 0, first < 200, last > 1_800, last <= 2_000]).toEqual([true, true, true, true]);
});
