import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { entities } from '#contract/entities.ts';
import { heldCalls } from '#local/outbox/kept-calls.ts';
import { outboxName } from '#local/store/db.ts';
import { lockDevice } from '#local/store/device.ts';
import { goOnAsAnother } from '#local/keys/new-identity.ts';
import { parkedCalls, queueWrite, queueWrites, waitingCalls } from '#local/outbox/outbox.ts';
import { countUnsent } from '#local/outbox/call-states.ts';
import { discardCall, resendCall } from '#local/outbox/refused-calls.ts';
import { readAll, readRow, readWhere } from '#local/reads/reads.ts';
import { readSyncMark } from '#local/store/synced-at.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { caseId, patientId, patientRow, visitId, visitRow } from '#local/testing/rows.ts';
import { repairDamaged, type Damaged } from '../mirror/damaged.ts';
import type { Engine } from './engine.ts';
import { pull } from './pull.ts';
import { BlockedError } from './server-calls.ts';
import { syncLoop, type SyncLoop } from './sync-loop.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';

let device: TestDevice;
let server: ReturnType<typeof clinic>;
let engine: Engine;
let loop: SyncLoop;

async function start(on: TestDevice): Promise<void> {
  device = on;
  engine = testEngine(device, server);
  loop = syncLoop(engine, async () => undefined);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') });
  server = clinic();
  server.save('patients', patientRow(1), patientRow(2), patientRow(3));
  server.save('visits', visitRow(1));
  await start(await testDevice());
});

afterEach(() => {
  loop.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  lockDevice();
});

const move = (destination: 'confirmed' | 'checkedIn') =>
  queueWrite('visits.move', { id: visitId(1) as never, destination, lastUpdated: visitRow(1).updated_at });
const keptAndCopies = async () => [
  await device.outbox.calls.where('state').equals('kept').count(),
  device.files.kept.size,
];
async function quarterHourLater(): Promise<void> {
  vi.setSystemTime(Date.now() + 16 * 60_000);
  await loop.wakeNow({ pull: true });
}
const stageHere = async () => (await readRow('visits', visitId(1)))?.stage;

/** Every push is seen before it is answered as always; a throw is its answer. */
function lookAtPushes(look: (input: InputOf<'sync.push'>) => void): void {
  const seen = async (input: InputOf<'sync.push'>) => {
    look(input);
    delete server.answers['sync.push'];
    const answer = await server.server.call('sync.push', input);
    server.answers['sync.push'] = seen;
    return answer;
  };
  server.answers['sync.push'] = seen;
}

/** The server does what is asked of the visit. */
function moveThere(name: string, input: Record<string, unknown>): void {
  if (name === 'visits.move') server.save('visits', visitRow(1, { stage: input.destination }));
}

describe('the first sync', () => {
  test('takes the cookie, then the working set, then the names', async () => {
    await loop.wake({});
    expect(server.asked).toEqual([
      'session.setup',
      'sync.pull',
      'sync.hydrate',
      'sync.hydrate',
      'sync.hydrate',
      'sync.hydrate',
      'sync.pull',
    ]);
    expect(await stageHere()).toBe('scheduled');
    expect(engine.names.search('number', 10)).toHaveLength(3);
    expect(engine.board.read()).toMatchObject({
      phase: 'ready',
      hydrated: { P0: true, P1: true, names: true },
      problem: null,
    });
  });

  test('goes on where it was broken off', async () => {
    const names: (string | null)[] = [];
    let fails = true;
    server.answers['sync.hydrate'] = (input) => {
      if (input.priority === 'names') names.push(input.after);
      if (input.after === '2' && fails) throw new AppError('unavailable', 'away');
      delete server.answers['sync.hydrate'];
      const answer = server.server.call('sync.hydrate', input);
      return answer.finally(() => (server.answers['sync.hydrate'] = again));
    };
    const again = server.answers['sync.hydrate'];
    await loop.wake({});
    expect(engine.board.read().hydrated).toEqual({ P0: true, P1: true, names: false });
    fails = false;
    await loop.wakeNow({});
    expect(names).toEqual([null, '2', '2']);
    expect(engine.names.size()).toBe(3);
  });

  test('what changes while it runs is not lost', async () => {
    server.answers['sync.hydrate'] = async (input) => {
      delete server.answers['sync.hydrate'];
      const answer = await server.server.call('sync.hydrate', input);
      server.save('visits', visitRow(1, { stage: 'confirmed' }));
      return answer;
    };
    await loop.wake({});
    expect(await stageHere()).toBe('confirmed');
  });
});

test('each exchange leaves another mark, also by a clock that stands still; a failed one leaves the former', async () => {
  const marks = [await readSyncMark()];
  for (const _ of [1, 2]) {
    await loop.wake({ pull: true });
    marks.push(await readSyncMark());
  }
  expect([marks[0], new Set(marks).size]).toEqual([null, 3]);
  server.answers['sync.pull'] = () => Promise.reject(new AppError('unavailable', 'away'));
  await loop.wake({ pull: true });
  expect(await readSyncMark()).toBe(marks.at(-1));
});

test('a pull says when it brought a change of the calendar, also of a day that is not kept here', async () => {
  await loop.wakeNow({ pull: true });
  const { calendarChangedAt: before, farDaysChangedAt: farBefore } = engine.board.read();
  server.save('patients', { ...patientRow(1), FirstName: 'Mai' });
  vi.setSystemTime(Date.now() + 1_000);
  await loop.wakeNow({ pull: true });
  expect(engine.board.read().calendarChangedAt).toBe(before);
  server.save('visits', visitRow(1, { stage: 'confirmed' }));
  vi.setSystemTime(Date.now() + 1_000);
  await loop.wakeNow({ pull: true });
  expect(engine.board.read()).toMatchObject({ calendarChangedAt: Date.now(), farDaysChangedAt: farBefore });
  server.save('visits', { ...visitRow(5), Start: '2027-06-01T09:00', End: '2027-06-01T09:45' });
  vi.setSystemTime(Date.now() + 1_000);
  await loop.wakeNow({ pull: true });
  expect(engine.board.read()).toMatchObject({ calendarChangedAt: Date.now(), farDaysChangedAt: Date.now() });
});

test('a reset says that what was read of days before may be out of scope; each time is later, also by a clock set back', async () => {
  await loop.wakeNow({ pull: true });
  server.save('visits', visitRow(1, { stage: 'confirmed' }));
  await loop.wakeNow({ pull: true });
  const before = engine.board.read();
  expect(before.resetAt).toBeNull();
  vi.setSystemTime(Date.now() - 3_600_000);
  server.restoreBackup();
  expect(await pull(engine)).toBe('reset');
  const now = engine.board.read();
  expect(now.resetAt).toBeGreaterThan(0);
  expect(now.calendarChangedAt).toBe((before.calendarChangedAt ?? 0) + 1);
  expect(now.farDaysChangedAt).not.toBe(before.farDaysChangedAt);
  await loop.wakeNow({});
  server.save('visits', visitRow(1, { stage: 'checkedIn' }));
  await loop.wakeNow({ pull: true });
  expect(engine.board.read().calendarChangedAt).toBe((before.calendarChangedAt ?? 0) + 2);
});

test('a delta that is cut off between two pages is fetched again from its beginning', async () => {
  await loop.wake({});
  server.save('visits', visitRow(1, { stage: 'confirmed' }));
  server.save('patients', patientRow(1, { City: 'Mesa' }));
  const cut = async (input: InputOf<'sync.pull'>) => {
    if (input.more !== null) throw new AppError('unavailable', 'away');
    delete server.answers['sync.pull'];
    const whole = await server.server.call('sync.pull', input);
    server.answers['sync.pull'] = cut;
    return { ...whole, put: whole.put.filter(({ entity }) => entity === 'visits'), names: [], more: 'the patients' };
  };
  server.answers['sync.pull'] = cut;
  await loop.wake({ pull: true });
  const cityHere = async () => (await readRow('patients', patientId(1)))?.City;
  expect(await stageHere()).toBe('confirmed');
  expect(await cityHere()).not.toBe('Mesa');
  delete server.answers['sync.pull'];
  await loop.wakeNow({ pull: true });
  expect([await stageHere(), await cityHere()]).toEqual(['confirmed', 'Mesa']);
});

test('what was asked for when a pull failed is asked for again without another reason', async () => {
  await loop.wake({});
  server.save('visits', visitRow(1, { stage: 'confirmed' }));
  server.answers['sync.pull'] = () => Promise.reject(new AppError('unavailable', 'away'));
  await loop.wake({ pull: true });
  delete server.answers['sync.pull'];
  await loop.wakeNow({});
  expect(await stageHere()).toBe('confirmed');
});

test('a first page read under other permissions than the cookie is not stored', async () => {
  server.answers['sync.hydrate'] = async (input) => {
    delete server.answers['sync.hydrate'];
    // The scopes changed after the cookie was taken, and changed back before the next question.
    const answer = await server.server.call('sync.hydrate', input);
    const visits = answer.put.find((each) => each.entity === 'visits');
    visits?.rows.push(visitRow(2));
    visits?.versions.push('7');
    return { ...answer, scopes: 'others' };
  };
  await loop.wake({});
  expect(await stageHere()).toBe('scheduled');
  expect(await readRow('visits', visitId(2))).toBeUndefined();
  expect(engine.board.read().hydrated.P0).toBe(true);
});

describe('a waiting call', () => {
  beforeEach(async () => {
    server.command = moveThere;
    await loop.wake({});
    server.asked.length = 0;
  });

  test('is sent once, stays shown until the pull has its result, then is only kept, with its second copy', async () => {
    await move('confirmed');
    await move('checkedIn');
    const seen: unknown[] = [];
    const push = server.server.call.bind(server.server);
    server.answers['sync.pull'] = async (input) => {
      seen.push(
        await stageHere(),
        (await heldCalls(device.outbox)).map((call) => call.state),
      );
      delete server.answers['sync.pull'];
      return push('sync.pull', input);
    };
    await loop.wake({ push: true });
    expect(seen).toEqual(['checkedIn', ['acked', 'acked']]);
    expect(server.asked.filter((name) => name === 'sync.push')).toHaveLength(1);
    expect(server.applied).toEqual([`${device.DeviceId} 1`, `${device.DeviceId} 2`]);
    expect([await stageHere(), (await heldCalls(device.outbox)).length]).toEqual(['checkedIn', 0]);
    expect(await keptAndCopies()).toEqual([2, 2]);
    await quarterHourLater();
    expect(await keptAndCopies()).toEqual([0, 0]);
  });

  test('is not applied twice when the answer to the push is lost', async () => {
    await move('confirmed');
    const call = server.server.call.bind(server.server);
    server.answers['sync.push'] = async (input) => {
      delete server.answers['sync.push'];
      await call('sync.push', input);
      throw new AppError('unavailable', 'The answer was lost.');
    };
    await loop.wake({ push: true });
    expect(await waitingCalls()).toHaveLength(1);
    await loop.wakeNow({ push: true });
    expect(server.applied).toHaveLength(1);
    expect((await heldCalls(device.outbox)).length).toBe(0);
  });

  test('survives a crash between the pull and its removal: not shown twice, not sent again', async () => {
    await move('confirmed');
    const call = server.server.call.bind(server.server);
    server.answers['sync.push'] = async (input) => {
      delete server.answers['sync.push'];
      await call('sync.push', input);
      throw new AppError('unavailable', 'The answer was lost.');
    };
    await loop.wake({ push: true });
    const crash = vi.spyOn(device.outbox, 'transaction').mockRejectedValueOnce(new Error('crash'));
    await expect(pull(engine)).rejects.toThrow('crash');
    loop.stop();
    crash.mockRestore();
    expect((await heldCalls(device.outbox)).map((kept) => kept.state)).toEqual(['waiting']);
    // Someone else moves on: the call still in the outbox must not be replayed over that.
    server.save('visits', visitRow(1, { stage: 'inProgress' }));
    const kept = device;
    lockDevice();
    await start(await testDevice(kept));
    server.asked.length = 0;
    expect(await stageHere()).toBe('confirmed');
    await loop.wake({});
    expect(await stageHere()).toBe('inProgress');
    expect([
      server.asked.includes('sync.push'),
      server.applied.length,
      (await heldCalls(device.outbox)).length,
    ]).toEqual([false, 1, 0]);
  });

  test('that is refused is parked with the reason, shown no more, and does not hold up the next', async () => {
    server.command = (name, input) => {
      if (input.destination === 'confirmed')
        throw new AppError('changed-elsewhere', 'It was moved.', { current: { stage: 'closed' } });
      moveThere(name, input);
    };
    await move('confirmed');
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await loop.wake({ push: true });
    expect(await parkedCalls()).toMatchObject([
      { mid: 1, kind: 'changed-elsewhere', reason: 'It was moved.', current: { stage: 'closed' } },
    ]);
    expect([await stageHere(), (await waitingCalls()).length]).toEqual(['scheduled', 0]);
    expect(engine.board.read()).toMatchObject({ waiting: 0, parked: 1 });
    await loop.wake({ push: true, pull: true });
    expect(await parkedCalls()).toHaveLength(1);
  });

  // One that does not open here stays, and those of the next fifty are looked at with the others of its fifty.
  test.each([
    ['', 0, [50, 50, 20]],
    [', also beside one that does not open', 7, [50, 50, 19]],
  ])('goes out once and in its order, at most fifty in one request%s', async (_title, sealed, requests) => {
    const ran: unknown[] = [];
    server.command = (_name, input) => void ran.push(input['changes']);
    const queued = Array.from({ length: 120 }, (_each, at) => ({ mid: at + 1, changes: { City: `Mesa ${at}` } }));
    for (const { changes } of queued) await queueWrite('patients.update', { id: patientId(1) as never, changes });
    await device.outbox.calls.update(sealed, { c: new ArrayBuffer(8) });
    device.opened.byPlace.clear();
    const sent: number[] = [];
    lookAtPushes(({ entries }) => void sent.push(entries.length));
    await loop.wake({ push: true });
    const opened = queued.filter(({ mid }) => mid !== sealed);
    expect(sent).toEqual(requests);
    expect(ran).toEqual(opened.map(({ changes }) => changes));
    expect(server.applied).toEqual(opened.map(({ mid }) => `${device.DeviceId} ${mid}`));
    expect((await heldCalls(device.outbox)).length).toBe(queued.length - opened.length);
  });

  test('that makes the whole request unreadable is found and parked alone', async () => {
    for (let count = 0; count < 5; count += 1) await move('confirmed');
    lookAtPushes(({ entries }) => {
      if (entries.some((entry) => entry.mid === 3)) throw new AppError('invalid', 'Unreadable.');
    });
    await loop.wake({ push: true });
    expect((await parkedCalls()).map((call) => call.mid)).toEqual([3]);
    expect(server.applied).toHaveLength(4);
  });

  test('waits when the server is busy, and the pill does not call it a problem', async () => {
    await move('confirmed');
    server.answers['sync.push'] = () => Promise.reject(new AppError('too-many', 'slow down', { retryAfter: 30 }));
    await loop.wake({ push: true });
    expect(await waitingCalls()).toHaveLength(1);
    expect(engine.board.read().problem).toBeNull();
  });

  test('leaves after a reset too, without waiting for the next poll', async () => {
    await move('confirmed');
    server.restoreBackup();
    await loop.wake({ push: true });
    expect([await stageHere(), (await heldCalls(device.outbox)).length, server.applied.length]).toEqual([
      'confirmed',
      0,
      1,
    ]);
  });

  test('is not held up by a chart or a setup that the server cannot give', async () => {
    server.answers['sync.chart'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
    server.answers['session.setup'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
    engine.wantedCharts.set(patientId(1), []);
    await move('confirmed');
    for (let attempt = 0; attempt < 3; attempt += 1) await loop.wake({ push: true, setup: true });
    expect([server.applied.length, (await heldCalls(device.outbox)).length]).toEqual([1, 0]);
  });

  test('does not stop the device from hearing what is new while the server cannot take it', async () => {
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    server.answers['sync.push'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
    server.save('visits', visitRow(1, { stage: 'inProgress' }));
    for (let attempt = 0; attempt < 2; attempt += 1) await loop.wake({ push: true, pull: true });
    expect([await stageHere(), (await waitingCalls()).length]).toEqual(['inProgress', 1]);
  });

  test('that someone on the way turns away holds up nothing else; where that goes on it is told, until it comes through', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    server.answers['sync.push'] = () => Promise.reject(new BlockedError(403));
    server.save('visits', visitRow(1, { stage: 'inProgress' }));
    // As the pill of a device whose every call is turned away.
    engine.board.set({ online: false });
    await loop.wake({ push: true, pull: true });
    await loop.wakeNow({});
    expect([await stageHere(), (await waitingCalls()).length]).toEqual(['inProgress', 1]);
    expect(engine.board.read()).toMatchObject({ problem: null, setupFailed: false });
    now = 60_000;
    await loop.wakeNow({});
    expect(engine.board.read().problem).toContain('blocks requests to the server (403)');
    delete server.answers['sync.push'];
    await loop.wakeNow({});
    expect([(await waitingCalls()).length, engine.board.read().problem]).toEqual([0, null]);
  });

  test('of a setup that someone on the way turns away nothing is said of the server', async () => {
    server.answers['session.setup'] = () => Promise.reject(new BlockedError(404));
    await loop.wake({ setup: true });
    expect(engine.board.read().setupFailed).toBe(false);
    server.answers['session.setup'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
    await loop.wakeNow({ setup: true });
    expect(engine.board.read().setupFailed).toBe(true);
  });

  test('after a failure asks again when it is time, or when a person asks, and not with every save', async () => {
    server.answers['sync.push'] = () => Promise.reject(new AppError('unavailable', 'away'));
    await move('confirmed');
    await loop.wake({ push: true });
    server.asked.length = 0;
    for (let save = 0; save < 3; save += 1) await loop.wake({ push: true });
    expect(server.asked).toEqual([]);
    delete server.answers['sync.push'];
    await loop.wakeNow({ push: true });
    expect([server.applied.length, (await heldCalls(device.outbox)).length]).toEqual([1, 0]);
  });

  test('of a newer app than the server waits, and its person is told why', async () => {
    server.answers['sync.push'] = () =>
      Promise.reject(new AppError('conflict', 'The app on this device is newer than the server.'));
    await move('confirmed');
    await loop.wake({ push: true });
    expect(engine.board.read().problem).toBe('The app on this device is newer than the server.');
    expect(await waitingCalls()).toHaveLength(1);
  });

  test('is left alone for as long as the server asked, whatever happens meanwhile', async () => {
    await move('confirmed');
    server.answers['sync.push'] = () => Promise.reject(new AppError('too-many', 'slow down', { retryAfter: 30 }));
    await loop.wake({ push: true });
    server.asked.length = 0;
    await loop.wake({ push: true, pull: true });
    expect([server.asked, (await waitingCalls()).length]).toEqual([[], 1]);
  });

  test('that builds on a refused one is refused with it, and free again once that is decided', async () => {
    server.command = (name) => {
      if (name === 'documentation.save') throw new AppError('conflict', 'Someone else changed Plan.');
    };
    const here = { VisitId: visitId(1) as never, id: caseId(1) as never };
    await queueWrite('documentation.save', { ...here, changes: { Plan: 'Mine' } });
    await queueWrite('documentation.sign', { id: visitId(1) as never });
    await queueWrite('billing.submitClaim', {
      visitId: visitId(1) as never,
      destination: 'submitted',
      lastUpdated: visitRow(1).updated_at,
    });
    await queueWrite('documentation.sign', { id: visitId(2) as never });
    await loop.wake({ push: true });
    expect((await parkedCalls()).map((call) => [call.mid, call.name])).toEqual([
      [1, 'documentation.save'],
      [2, 'documentation.sign'],
      [3, 'billing.submitClaim'],
    ]);
    expect(server.applied).toEqual([`${device.DeviceId} 4`]);
    await discardCall(1, 'Theirs is right');
    await resendCall(2);
    await resendCall(3);
    await loop.wake({ push: true });
    // The signature, the claim, the charges, and the record of what was discarded.
    expect([await parkedCalls(), server.applied.length]).toEqual([[], 4]);
  });

  test('that was decided for new hours is not run when the server refuses the hours', async () => {
    server.command = (name) => {
      if (name === 'scheduling.createCustomDays') throw new AppError('invalid', 'This day is over.');
    };
    const { ProviderId, updated_at: lastUpdated } = visitRow(1);
    const CustomDayId = '019a0000-0000-7000-8000-000000000001' as never;
    const off = { CustomDayId, ProviderId, day: '2026-11-18', blocks: [], Note: null, isRemoved: false };
    const cancel = { id: visitId(1) as never, destination: 'cancelled', CancelReason: 'Sick', lastUpdated } as const;
    await queueWrites([
      { name: 'scheduling.createCustomDays', input: { customDayProviderSchedules: [off] } },
      { name: 'visits.move', input: cancel, deps: [CustomDayId] },
      { name: 'visits.move', input: { ...cancel, id: visitId(2) as never } },
    ]);
    await loop.wake({ push: true });
    expect((await parkedCalls()).map((call) => [call.mid, call.name])).toEqual([
      [1, 'scheduling.createCustomDays'],
      [2, 'visits.move'],
    ]);
    expect(server.applied).toEqual([`${device.DeviceId} 3`]);
  });

  test('of a lost database goes out under its former device id and leaves', async () => {
    await move('confirmed');
    const { UserId, dataKey, files, DeviceId } = device;
    loop.stop();
    lockDevice();
    await Dexie.delete(outboxName('demo', UserId));
    await start(await testDevice({ UserId, dataKey, files }));
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await loop.wake({ push: true });
    expect(server.applied).toEqual([`${DeviceId} 1`, `${device.DeviceId} 2`]);
    expect(device.DeviceId).not.toBe(DeviceId);
    expect([(await heldCalls(device.outbox)).length, await keptAndCopies()]).toEqual([0, [2, 2]]);
    await quarterHourLater();
    expect(await keptAndCopies()).toEqual([0, 0]);
  });
});

describe('a device that was put back to an older state, or copied', () => {
  test('goes on under an id of its own, says so, and no call is taken for another', async () => {
    await move('confirmed');
    await loop.wake({ push: true });
    const { DeviceId } = device;
    // The next call gets the number of one that was sent already.
    await device.outbox.calls.clear();
    await device.outbox.device.update(1, { nextMid: 1 });
    vi.setSystemTime('2026-11-18T15:01:00Z');
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await queueWrite('patients.update', { id: patientId(2) as never, changes: { City: 'Mesa' } });
    await loop.wake({ push: true });
    expect(device.DeviceId).not.toBe(DeviceId);
    expect((await device.outbox.device.get(1))?.DeviceId).toBe(device.DeviceId);
    expect(server.applied).toEqual([`${DeviceId} 1`, `${device.DeviceId} 1`, `${device.DeviceId} 2`]);
    expect([(await heldCalls(device.outbox)).length, await keptAndCopies()]).toEqual([0, [2, 2]]);
    expect(engine.board.read().problem).toMatch(/counts as a new device\. Nothing was lost/);
  });

  test('runs no call again that was run before, though it still waits here', async () => {
    await loop.wake({});
    await move('confirmed');
    const sent = await device.outbox.calls.toArray();
    const cookie = await device.mirror.kv.get('cookie');
    await loop.wake({ push: true, pull: true });
    const { DeviceId } = device;
    // The older state, and a number that the other copy used after it.
    await device.outbox.calls.bulkPut(sent);
    if (cookie) await device.mirror.kv.put(cookie);
    const another = { mid: 2, name: 'patients.update', input: {}, base: {}, schemaVersion: 1, clockOffset: 0 };
    await server.server.call('sync.push', { device: DeviceId as never, entries: [{ ...another, madeAt: 'before' }] });
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await loop.wake({ push: true });
    expect(server.applied).toEqual([`${DeviceId} 1`, `${DeviceId} 2`, `${device.DeviceId} 2`]);
    expect(device.DeviceId).not.toBe(DeviceId);
  });

  test('clears away no call because the other copy used its number', async () => {
    await loop.wake({});
    const foreign = { mid: 1, name: 'patients.update', input: {}, base: {}, schemaVersion: 1, clockOffset: 0 };
    await server.server.call('sync.push', {
      device: device.DeviceId as never,
      entries: [{ ...foreign, madeAt: 'before' }],
    });
    const kept = vi.spyOn(device.mirror.kv, 'put');
    await pull(engine);
    // A call that is made before these numbers are cleared away may get one of them.
    expect(kept.mock.calls.flatMap(([{ key, value }]) => (key === 'acked' ? [value] : []))).toEqual([[]]);
  });

  test('a pull before its push takes no call for one of the other copy', async () => {
    await loop.wake({});
    const cookie = await device.mirror.kv.get('cookie');
    if (!cookie) throw new Error('no cookie');
    await move('confirmed');
    await loop.wake({ push: true, pull: true });
    expect((await heldCalls(device.outbox)).length).toBe(0);
    // The older state: the cookie of before, and under its number another call.
    vi.setSystemTime('2026-11-18T15:01:00Z');
    await device.outbox.calls.clear();
    await device.outbox.device.update(1, { nextMid: 1 });
    await device.mirror.kv.put(cookie);
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await pull(engine);
    expect((await waitingCalls()).map(({ name, state }) => [name, state])).toEqual([['patients.update', 'waiting']]);
    await loop.wake({ push: true, pull: true });
    expect(server.applied.at(-1)).toBe(`${device.DeviceId} 1`);
  });

  test('another tab writes under the new id, and the copy of a call that waits can be restored', async () => {
    await move('confirmed');
    const call = await device.outbox.calls.get(1);
    await goOnAsAnother(device, device.DeviceId);
    const tab = await testDevice(device);
    tab.DeviceId = call?.device ?? '';
    await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    expect((await tab.outbox.calls.toArray()).map((each) => each.device)).toEqual([device.DeviceId, device.DeviceId]);
    lockDevice();
    await Dexie.delete(outboxName('demo', device.UserId));
    await testDevice(device);
    expect((await waitingCalls()).map((each) => [each.mid, each.device])).toEqual([
      [1, device.DeviceId],
      [2, device.DeviceId],
    ]);
  });
});

describe('a pull', () => {
  beforeEach(async () => {
    await loop.wake({});
    server.asked.length = 0;
  });

  test('that was overtaken is ignored', async () => {
    const late = Promise.withResolvers<void>();
    const call = server.server.call.bind(server.server);
    server.save('visits', visitRow(1, { stage: 'confirmed' }));
    server.answers['sync.pull'] = async (input) => {
      delete server.answers['sync.pull'];
      const answer = await call('sync.pull', input);
      await late.promise;
      return answer;
    };
    const slow = pull(engine);
    await expect.poll(() => server.answers['sync.pull']).toBeUndefined();
    server.save('visits', visitRow(1, { stage: 'checkedIn' }));
    await pull(engine);
    late.resolve();
    await slow;
    expect(await stageHere()).toBe('checkedIn');
  });

  test('keeps rows of the days around today and of local charts only', async () => {
    server.save('patients', patientRow(8));
    server.save(
      'visits',
      visitRow(80, { PatientId: patientId(8), Start: '2027-06-01T09:00' }),
      visitRow(10, { Start: '2027-06-01T09:00' }),
    );
    await loop.wake({ pull: true });
    expect(await readRow('visits', visitId(80))).toBeUndefined();
    expect(await readRow('visits', visitId(10))).toBeDefined();
    expect((await readAll('patients')).map((patient) => patient.PatientId)).not.toContain(patientId(8));
    expect(engine.names.search('number8', 5)).toHaveLength(1);
  });

  test('a new visit of these days brings the chart of a patient not known here', async () => {
    server.save('patients', patientRow(8));
    server.save('visits', visitRow(79, { PatientId: patientId(8), Start: '2024-01-01T09:00' }));
    await loop.wake({ pull: true });
    expect(await readRow('visits', visitId(79))).toBeUndefined();
    server.save('visits', visitRow(80, { PatientId: patientId(8), Start: '2026-11-20T09:00' }));
    await loop.wake({ pull: true });
    expect(
      (await readWhere('visits', { index: 'PatientId', equals: patientId(8) })).map((visit) => visit.VisitId).sort(),
    ).toEqual([visitId(79), visitId(80)]);
    expect((await device.mirror.charts.get(patientId(8)))?.hydratedAt).not.toBeNull();
  });

  test('keeps a patient made on this device', async () => {
    const {
      PatientId: _,
      PersonId: __,
      Type: ___,
      DeathDate: ____,
      created_at: _____,
      updated_at: ______,
      ...fields
    } = patientRow(9);
    await queueWrite('patients.create', { patient: { ...fields, PatientId: patientId(9) as never }, insurances: [] });
    server.command = () => server.save('patients', patientRow(9, { City: 'from the server' }));
    await loop.wake({ push: true });
    expect((await readRow('patients', patientId(9)))?.City).toBe('from the server');
    expect((await heldCalls(device.outbox)).length).toBe(0);
  });

  test('removes what left', async () => {
    server.remove('visits', visitId(1));
    server.remove('patients', patientId(3));
    await loop.wake({ pull: true });
    expect(await readRow('visits', visitId(1))).toBeUndefined();
    expect(engine.names.search('number3', 5)).toEqual([]);
  });

  test('of another history starts anew and keeps the outbox', async () => {
    await move('confirmed');
    server.answers['sync.push'] = () => Promise.reject(new AppError('unavailable', 'away'));
    server.restoreBackup();
    server.remove('patients', patientId(2));
    await pull(engine);
    expect(await waitingCalls()).toHaveLength(1);
    delete server.answers['sync.push'];
    server.command = moveThere;
    await loop.wake({ push: true, pull: true });
    expect((await readAll('patients')).map((patient) => patient.PatientId).sort()).toEqual([
      patientId(1),
      patientId(3),
    ]);
    expect([await stageHere(), (await heldCalls(device.outbox)).length]).toEqual(['confirmed', 0]);
  });

  describe('of a restored backup', () => {
    const states = async () => (await heldCalls(device.outbox)).map((call) => call.state);
    const restore = (forgets: boolean) => {
      if (forgets) server.forgetOutcomes();
      server.save('visits', visitRow(1));
      server.restoreBackup();
    };

    /** As where the browser clears a part of its storage, or finds it damaged. */
    async function loseOutbox(): Promise<void> {
      const { UserId, dataKey, files } = device;
      loop.stop();
      lockDevice();
      await Dexie.delete(outboxName('demo', UserId));
      await start(await testDevice({ UserId, dataKey, files }));
    }

    /** The server said yes, and the pull that would have brought the result did not come through. */
    async function accepted(): Promise<void> {
      server.command = moveThere;
      server.answers['sync.pull'] = () => Promise.reject(new AppError('unavailable', 'away'));
      await move('confirmed');
      await loop.wake({ push: true });
      delete server.answers['sync.pull'];
      expect(await states()).toEqual(['acked']);
    }

    test('gives a call again that the backup does not know', async () => {
      await accepted();
      restore(true);
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toEqual([`${device.DeviceId} 1`, `${device.DeviceId} 1`]);
      expect(server.row('visits', visitId(1))).toMatchObject({ stage: 'confirmed' });
      expect([await stageHere(), await states()]).toEqual(['confirmed', []]);
    });

    test('does not run a call twice that the backup knows', async () => {
      await accepted();
      server.save('visits', visitRow(1, { stage: 'inProgress' }));
      server.restoreBackup();
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toHaveLength(1);
      expect([await stageHere(), await states()]).toEqual(['inProgress', []]);
    });

    test('gives a call again whose result was here, but which had not left the outbox', async () => {
      await accepted();
      vi.spyOn(device.outbox, 'transaction').mockRejectedValueOnce(new Error('crash'));
      await expect(pull(engine)).rejects.toThrow('crash');
      restore(true);
      expect(await pull(engine)).toBe('reset');
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toHaveLength(2);
      expect([await stageHere(), await states()]).toEqual(['confirmed', []]);
    });

    test('gives a call again that had left the outbox, and before what was made since', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      expect([await states(), (await device.outbox.calls.toArray()).map(({ state }) => state)]).toEqual([[], ['kept']]);
      expect([await stageHere(), await waitingCalls(), await countUnsent()]).toEqual(['confirmed', [], 0]);
      restore(true);
      await move('checkedIn');
      await loop.wakeNow({ push: true, pull: true });
      const { DeviceId } = device;
      expect(server.applied).toEqual([`${DeviceId} 1`, `${DeviceId} 1`, `${DeviceId} 2`]);
      expect([await stageHere(), await states()]).toEqual(['checkedIn', []]);
    });

    test('gives a call again that had left the outbox, from its second copy where the browser lost the outbox', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      restore(true);
      const former = device.DeviceId;
      await loseOutbox();
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toEqual([`${former} 1`, `${former} 1`]);
      expect([await stageHere(), await states()]).toEqual(['confirmed', []]);
    });

    test('runs no call twice that comes back from its second copy to a server that lost nothing', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      server.save('visits', visitRow(1, { stage: 'inProgress' }));
      await loseOutbox();
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toHaveLength(1);
      expect([await stageHere(), await states()]).toEqual(['inProgress', []]);
    });

    test('gives a call again that was damaged after it had left the outbox', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      await device.outbox.calls.update(1, { c: new Uint8Array(64).buffer });
      restore(true);
      await loop.wakeNow({ push: true, pull: true });
      expect([server.applied.length, await stageHere(), await states()]).toEqual([2, 'confirmed', []]);
    });

    test('gives nothing again of the same history, however anew the device starts', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      await device.mirror.kv.delete('cookie');
      server.asked.length = 0;
      await loop.wakeNow({ push: true, pull: true });
      expect([server.applied.length, server.asked.includes('sync.push'), await states()]).toEqual([1, false, []]);
    });

    test('forgets a call a quarter of an hour later, and not before the server has answered again', async () => {
      server.command = moveThere;
      await move('confirmed');
      await loop.wake({ push: true, pull: true });
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16 * 60_000);
      server.answers['sync.pull'] = () => Promise.reject(new AppError('unavailable', 'away'));
      await loop.wakeNow({ pull: true });
      expect([await device.outbox.calls.count(), (await device.log.readAll()).length]).toEqual([1, 1]);
      delete server.answers['sync.pull'];
      await loop.wakeNow({ pull: true });
      expect([await device.outbox.calls.count(), await device.log.readAll()]).toEqual([0, []]);
    });

    test('gives it again when the mirror was lost besides', async () => {
      await accepted();
      restore(true);
      await device.mirror.kv.delete('cookie');
      await loop.wakeNow({ push: true, pull: true });
      expect(server.applied).toHaveLength(2);
      expect(await states()).toEqual([]);
    });
  });

  test('leaves out a row it cannot read and takes the others; the next app, which can, fetches it', async () => {
    await loop.wake({ compare: true });
    server.save('visits', { ...visitRow(1), stage: 'ofANewerServer' }, visitRow(6));
    await loop.wake({ pull: true });
    expect(await readRow('visits', visitId(6))).toBeDefined();
    expect(await stageHere()).toBe('scheduled');
    const before = engine.board.read().compared;
    vi.setSystemTime('2026-11-18T22:00:00Z');
    await loop.wake({ compare: true });
    // What it holds is not the same, and it does not say so.
    expect([await stageHere(), engine.board.read().compared]).toEqual(['scheduled', before]);
    loop.stop();
    const { schema } = entities.visits;
    const read = vi.spyOn(schema, 'safeParse');
    read.mockImplementation((row) => ({ success: true, data: row }) as never);
    await start(device);
    await loop.wake({ compare: true });
    expect([await stageHere(), engine.board.read().compared]).toEqual([
      'ofANewerServer',
      { at: Date.now(), corrected: 1 },
    ]);
  });
});

test('a call is shown until a snapshot surely has it, however much was being written', async () => {
  await loop.wake({});
  await move('confirmed');
  const call = server.server.call.bind(server.server);
  server.answers['sync.pull'] = async (input) => {
    delete server.answers['sync.pull'];
    const reply = await call('sync.pull', input);
    // As it was before the push, which was answered before the question.
    return { ...reply, put: [], outcomes: [], cookie: input.cookie ?? '', isShortened: true };
  };
  await loop.wake({ push: true, pull: true });
  expect([await stageHere(), (await heldCalls(device.outbox)).length, server.applied.length]).toEqual([
    'confirmed',
    1,
    1,
  ]);
  await loop.wake({ pull: true });
  expect([(await heldCalls(device.outbox)).length, server.applied.length]).toEqual([0, 1]);
});

test('charts fetched on demand go beyond a limit, the working set stays', async () => {
  await loop.wake({});
  const own = Array.from({ length: 402 }, (_, at) => patientId(100 + at));
  await device.mirror.charts.bulkPut(
    own.map((PatientId, at) => ({ PatientId, openedAt: Date.now() - 1_000_000 + at, hydratedAt: 1 })),
  );
  server.save('patients', patientRow(50));
  engine.wantedCharts.set(patientId(50), []);
  await loop.work();
  expect(await device.mirror.charts.bulkGet([patientId(50), ...own.slice(0, 4)])).toEqual([
    expect.anything(),
    undefined,
    undefined,
    undefined,
    expect.anything(),
  ]);
  expect(
    await device.mirror.charts
      .where('PatientId')
      .anyOf([patientId(1), patientId(2)])
      .count(),
  ).toBe(2);
});

const authorization = {
  AuthorizationId: caseId(90),
  PatientId: patientId(1),
  CaseId: caseId(1),
  InsuranceId: caseId(91),
  Number: 'A1',
  Kind: 'visits',
  Allowed: 12,
  Status: 'approved',
  Start: '2026-06-01',
  End: '2026-12-31',
  CountRule: 'signed',
  Note: null,
  updated_at: visitRow(1).updated_at,
};

test('an authorization that is approved or prolonged brings the chart: it may count visits of long ago', async () => {
  await loop.wake({});
  const asked: unknown[] = [];
  server.answers['sync.chart'] = ({ id }) => {
    asked.push(id);
    throw new AppError('not-found', 'This patient was not found.');
  };
  server.save('authorizations', { ...authorization, Status: 'requested' });
  await loop.wake({ pull: true });
  await loop.work();
  server.save('authorizations', { ...authorization, End: '2026-11-01' });
  await loop.wake({ pull: true });
  await loop.work();
  expect(asked).toEqual([]);
  server.save('authorizations', authorization);
  await loop.wake({ pull: true });
  await loop.work();
  expect(asked.splice(0)).toEqual([patientId(1)]);
  // A visit that is new comes with all rows of its patient: nothing has changed about the authorization.
  server.save('visits', visitRow(1, { Start: '2026-11-20T09:00', End: '2026-11-20T10:00' }));
  server.save('authorizations', authorization);
  await loop.wake({ pull: true });
  await loop.work();
  expect(asked).toEqual([]);
});

test('a chart that was wanted when the tab was closed is fetched when it is opened again', async () => {
  await loop.wake({});
  server.answers['sync.chart'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
  server.save('authorizations', authorization);
  server.save('patients', patientRow(50));
  server.save('visits', visitRow(50, { PatientId: patientId(50) }));
  await loop.wake({ pull: true });
  loop.stop();
  delete server.answers['sync.chart'];
  await start(device);
  const wanted = async () => (await device.mirror.charts.toArray()).filter(({ isWanted }) => isWanted).length;
  expect(await wanted()).toBe(2);
  await loop.wake({});
  const whole = await device.mirror.charts.filter(({ hydratedAt }) => hydratedAt !== null).primaryKeys();
  expect([whole.toSorted(), await wanted()]).toEqual([[patientId(1), patientId(50)].toSorted(), 0]);
});

test('a chart that cannot be given holds up no other', async () => {
  await loop.wake({});
  const asked: string[] = [];
  server.answers['sync.chart'] = ({ id }) => {
    asked.push(id);
    throw new AppError(id === patientId(60) ? 'unavailable' : 'not-found', 'A fault.');
  };
  for (const n of [60, 61, 62]) engine.wantedCharts.set(patientId(n), []);
  await loop.work();
  await loop.work();
  expect(asked).toEqual([60, 61, 62, 60].map((n) => patientId(n)));
  expect([...engine.wantedCharts.keys()]).toEqual([patientId(60)]);
});

test('a damaged chart is wanted on disk: it comes also where the tab is closed before it came', async () => {
  await loop.wake({});
  await device.mirror.patientBundles.update(patientId(1), { c: new ArrayBuffer(8) });
  device.opened.byPlace.clear();
  const damaged: Damaged = {
    kind: 'corrupt',
    table: 'patientBundles',
    key: patientId(1),
    PatientId: patientId(1),
  };
  server.answers['sync.chart'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
  await repairDamaged(engine, new Map([['one', damaged]]), loop);
  expect(await readRow('patients', patientId(1))).toBeUndefined();
  loop.stop();
  const by: (string | undefined)[] = [];
  server.answers['sync.chart'] = (input) => {
    by.push(input.by);
    delete server.answers['sync.chart'];
    return server.server.call('sync.chart', input);
  };
  await start(device);
  await loop.wake({});
  expect(await readRow('patients', patientId(1))).toBeDefined();
  expect(by).toEqual(['device']);
});

test('a chart is asked for as opened by a person only where a person waits for it', async () => {
  await loop.wake({});
  const by: (string | undefined)[] = [];
  const ask = (meanwhile?: () => void) => {
    server.answers['sync.chart'] = (input) => {
      by.push(input.by);
      meanwhile?.();
      throw new AppError('not-found', 'This patient was not found.');
    };
  };
  const open = () =>
    engine.wantedCharts.set(patientId(51), [...(engine.wantedCharts.get(patientId(51)) ?? []), () => undefined]);
  ask();
  server.save('visits', visitRow(50, { PatientId: patientId(50) }));
  await loop.wake({ pull: true });
  open();
  await loop.work();
  expect(by.splice(0)).toEqual(['device', undefined]);
  // Opened while the device fetches it by itself: it is asked for again, so that the opening is known.
  engine.wantedCharts.set(patientId(51), []);
  ask(() => void (by.length === 1 && open()));
  await loop.work();
  expect(by).toEqual(['device', undefined]);
});

test('on disk no name, phone or birth date can be read', async () => {
  await loop.wake({});
  const tables = await Promise.all(device.mirror.tables.map((table) => table.toArray()));
  const bytes = tables
    .flat()
    .flatMap((row) =>
      [row.c, row.n, row.sealed?.c].filter(Boolean).map((part) => new TextDecoder('latin1').decode(part)),
    );
  const clear = JSON.stringify(tables);
  for (const secret of ['Number1', 'Maria', '6025550101', '1980-01-02'])
    expect(clear + bytes.join()).not.toContain(secret);
  expect(bytes.length).toBeGreaterThan(4);
});
