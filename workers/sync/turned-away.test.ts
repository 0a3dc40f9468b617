import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite, waitingCalls } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import { testDevice } from '#local/testing/device.ts';
import { patientId, patientRow, visitId, visitRow } from '#local/testing/rows.ts';
import type { Engine } from './engine.ts';
import { BlockedError } from './server-calls.ts';
import { syncLoop, type SyncLoop } from './sync-loop.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';
import { turnedAway } from './turned-away.ts';

test('what is turned away is told after a minute of it, each step by itself', () => {
  let now = 0;
  const away = turnedAway(() => now);
  const blocked = new BlockedError(403);
  expect([away.met('push', blocked), away.met('pull', blocked)]).toEqual([null, null]);
  expect(away.ended('pull')).toBe(false);
  now = 60_000;
  expect(away.met('push', blocked)).toContain('(403)');
  expect(away.met('pull', blocked)).toBeNull();
  expect([away.ended('pull'), away.ended('push'), away.ended('push')]).toEqual([false, true, false]);
});

test('the minute of a step begins anew once it ended', () => {
  let now = 0;
  const away = turnedAway(() => now);
  away.met('push', new BlockedError(403));
  now = 3_600_000;
  expect([away.ended('push'), away.met('push', new BlockedError(404))]).toEqual([true, null]);
});

describe('in the loop', () => {
  let now: number;
  let server: ReturnType<typeof clinic>;
  let engine: Engine;
  let loop: SyncLoop;

  beforeEach(async () => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    server = clinic();
    server.save('patients', patientRow(1));
    server.save('visits', visitRow(1));
    engine = testEngine(await testDevice(), server);
    loop = syncLoop(engine, async () => undefined);
  });
  afterEach(() => {
    loop.stop();
    vi.restoreAllMocks();
    lockDevice();
  });

  const blocked = () => Promise.reject(new BlockedError(403));
  const change = () => queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
  const problem = () => engine.board.read().problem;
  const told = expect.stringContaining('blocks requests to the server (403)');

  test('a working set that never comes is told of', async () => {
    server.answers['sync.hydrate'] = blocked;
    await loop.wake({});
    for (now of [30_000, 61_000]) await loop.wakeNow({});
    expect(problem()).toEqual(told);
    delete server.answers['sync.hydrate'];
    await loop.wakeNow({});
    expect(problem()).toBeNull();
  });

  test('a sentence goes when what it is of fails for another reason, however long something else fails', async () => {
    await loop.wake({});
    await change();
    server.answers['sync.push'] = blocked;
    await loop.wake({ push: true });
    now = 61_000;
    await loop.wakeNow({});
    expect(problem()).toEqual(told);
    server.answers['sync.push'] = () => Promise.reject(new AppError('unavailable', 'Away.'));
    server.answers['sync.chart'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
    engine.wantedCharts.set(patientId(1), []);
    // What failed before comes after the chart.
    for (let attempt = 0; attempt < 2; attempt += 1) await loop.wakeNow({});
    expect(problem()).toBeNull();
    delete server.answers['sync.push'];
    for (let attempt = 0; attempt < 2; attempt += 1) await loop.wakeNow({ push: true });
    expect([(await waitingCalls()).length, problem()]).toEqual([0, null]);
  });

  test('of a new device a sentence goes before its working set is fetched', async () => {
    Object.assign(server.answers, { 'session.setup': blocked, 'sync.pull': blocked });
    await loop.wake({});
    for (now of [30_000, 61_000]) await loop.wakeNow({});
    expect(problem()).toEqual(told);
    delete server.answers['session.setup'];
    delete server.answers['sync.pull'];
    const seen: unknown[] = [];
    server.answers['sync.hydrate'] = (input) => {
      seen.push(problem());
      delete server.answers['sync.hydrate'];
      return server.server.call('sync.hydrate', input);
    };
    await loop.wakeNow({});
    expect(seen).toEqual([null]);
  });

  test('a limiter that takes no pushes keeps no one from what is new, also where the server counts as away', async () => {
    await loop.wake({});
    await change();
    server.save('visits', visitRow(1, { stage: 'inProgress' }));
    server.answers['sync.push'] = () => Promise.reject(new AppError('too-many', 'Slow down.'));
    engine.board.set({ online: false });
    for (let attempt = 0; attempt < 2; attempt += 1) await loop.wakeNow({ push: true, pull: true });
    expect((await readRow('visits', visitId(1)))?.stage).toBe('inProgress');
  });
});
