import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxName } from '../store/db.ts';
import { lockDevice, onDatabaseLost } from '../store/device.ts';
import { draftKeys, readDraft, saveDraft } from '../drafts/drafts.ts';
import { outcomePlace, parkedCalls, queueWrite, queueWrites, waitingCalls } from './outbox.ts';
import { discardCall, replaceCalls, resendCall, resendCalls } from './refused-calls.ts';
import { logText } from './outbox-log.ts';
import { seal } from '../keys/seal.ts';
import { memoryFiles, newDataKey, testDevice, type TestDevice } from '../testing/device.ts';
import { visitId } from '../testing/rows.ts';

const move = {
  id: visitId(1) as never,
  destination: 'confirmed' as const,
  lastUpdated: '2026-11-18T08:00:00.000000+00:00',
};

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

/** Throws what a browser throws, as Dexie passes it on. */
function quotaError(): Error {
  return Object.assign(new Error('no space'), {
    name: 'AbortError',
    inner: Object.assign(new Error('full'), { name: 'QuotaExceededError' }),
  });
}

async function park(device: TestDevice, mid: number): Promise<void> {
  const call = await device.outbox.calls.get(mid);
  if (!call) throw new Error('no such call');
  const outcome = await seal(device.dataKey, outcomePlace(call), {
    kind: 'changed-elsewhere',
    reason: 'It was moved.',
    current: { stage: 'closed' },
  });
  await device.outbox.calls.put({ ...call, state: 'parked', outcome });
}

describe('queueWrite', () => {
  test('numbers calls in order and keeps them sealed in the database and in the log', async () => {
    const device = await testDevice();
    expect(await queueWrite('visits.move', move, { stage: 'scheduled' })).toEqual({ mid: 1 });
    expect(await queueWrite('visits.move', { ...move, destination: 'checkedIn' })).toEqual({ mid: 2 });
    const waiting = await waitingCalls();
    expect(waiting.map((call) => [call.mid, call.name, call.input.destination, call.base, call.device])).toEqual([
      [1, 'visits.move', 'confirmed', { stage: 'scheduled' }, device.DeviceId],
      [2, 'visits.move', 'checkedIn', {}, device.DeviceId],
    ]);
    const onDisk = JSON.stringify([await device.outbox.calls.toArray(), ...device.files.kept.values()]);
    expect(onDisk).not.toContain('checkedIn');
    expect(device.files.kept.size).toBe(2);
  });

  test('uses up a number for each of several calls that are saved together', async () => {
    const device = await testDevice();
    await queueWrites([
      { name: 'visits.move', input: move },
      { name: 'visits.move', input: { ...move, destination: 'checkedIn' } },
    ]);
    expect((await device.outbox.device.get(1))?.nextMid).toBe(3);
    expect(await queueWrite('visits.move', { ...move, destination: 'inProgress' })).toEqual({ mid: 3 });
  });

  test('is in the database before the log is written, and resolves only after the log', async () => {
    const device = await testDevice();
    const seen: string[] = [];
    const append = device.log.append;
    device.log.append = async (mid, text) => {
      seen.push(`log after ${await device.outbox.calls.count()} in the database`);
      await append(mid, text);
      seen.push('flushed');
    };
    await queueWrite('visits.move', move);
    expect([...seen, 'saved']).toEqual(['log after 1 in the database', 'flushed', 'saved']);
  });

  test('refuses input that the endpoint would refuse and keeps nothing', async () => {
    const device = await testDevice();
    const wrong = { ...move, destination: 'somewhere' } as never;
    await expect(queueWrite('visits.move', wrong)).rejects.toMatchObject({
      kind: 'invalid',
      fields: { destination: expect.any(String) },
    });
    expect(await device.outbox.calls.count()).toBe(0);
  });

  test('on a full device says so, loses nothing, and does not use up a number', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    const full = vi.spyOn(device.outbox, 'transaction').mockRejectedValue(quotaError() as never);
    await expect(queueWrite('visits.move', move)).rejects.toMatchObject({
      kind: 'must-dismiss',
      message: expect.stringContaining('not saved'),
    });
    full.mockRestore();
    expect(await queueWrite('visits.move', move)).toEqual({ mid: 2 });
    expect((await waitingCalls()).map((call) => call.mid)).toEqual([1, 2]);
  });

  test('frees charts and tries again before it refuses', async () => {
    const device = await testDevice();
    await device.mirror.charts.put({ PatientId: 'p', openedAt: 5, hydratedAt: 5 });
    const full = vi.spyOn(device.outbox, 'transaction').mockRejectedValueOnce(quotaError() as never);
    expect(await queueWrite('visits.move', move)).toEqual({ mid: 1 });
    expect(full).toHaveBeenCalledTimes(2);
    expect(await device.mirror.charts.count()).toBe(0);
  });

  test('a log that cannot be written is noted, the call is saved', async () => {
    const device = await testDevice();
    device.log.append = () => Promise.reject(quotaError());
    expect(await queueWrite('visits.move', move)).toEqual({ mid: 1 });
    expect((await device.outbox.device.get(1))?.logFailedAt).not.toBeNull();
    expect(await waitingCalls()).toHaveLength(1);
  });
});

describe('the draft a call is made of', () => {
  test('is gone as soon as the call is on disk, and no later than that', async () => {
    const device = await testDevice();
    await saveDraft('form:case:1', { Title: 'Left knee' });
    await saveDraft('form:script:1', { Note: 'of another form' });
    const left: string[][] = [];
    device.log.append = async () => void left.push(await draftKeys());
    await queueWrite('visits.move', move, {}, 'form:case:1');
    await saveDraft('form:case:1', { Title: 'Right knee' });
    await queueWrites([{ name: 'visits.move', input: move }], 'form:case:1');
    expect(left).toEqual([['form:script:1'], ['form:script:1']]);
  });

  test('stays where the call could not be kept', async () => {
    const device = await testDevice();
    await saveDraft('form:case:1', { Title: 'Left knee' });
    const full = vi.spyOn(device.outbox.calls, 'bulkAdd').mockRejectedValue(quotaError() as never);
    await expect(queueWrite('visits.move', move, {}, 'form:case:1')).rejects.toMatchObject({ kind: 'must-dismiss' });
    full.mockRestore();
    expect(await readDraft('form:case:1')).toEqual({ Title: 'Left knee' });
  });
});

describe('several calls', () => {
  test('are kept in their order, all of them or none', async () => {
    const device = await testDevice();
    const wrong = { ...move, destination: 'somewhere' } as never;
    const two = [
      { name: 'visits.move', input: move },
      { name: 'visits.move', input: { ...move, destination: 'checkedIn' }, deps: ['day'] },
    ] as const;
    await expect(queueWrites([...two, { name: 'visits.move', input: wrong }])).rejects.toMatchObject({
      kind: 'invalid',
    });
    const full = vi.spyOn(device.outbox.calls, 'bulkAdd').mockRejectedValue(quotaError() as never);
    await expect(queueWrites(two)).rejects.toMatchObject({ kind: 'must-dismiss' });
    full.mockRestore();
    expect(await device.outbox.calls.count()).toBe(0);
    await queueWrites(two);
    expect((await waitingCalls()).map((call) => [call.mid, call.input.destination, call.deps])).toEqual([
      [1, 'confirmed', undefined],
      [2, 'checkedIn', ['day']],
    ]);
  });

  test('are followed by those of the next save, each under a number of its own', async () => {
    await testDevice();
    const two = [
      { name: 'visits.move', input: move },
      { name: 'visits.move', input: { ...move, destination: 'checkedIn' } },
    ] as const;
    await queueWrites(two);
    await queueWrites(two);
    expect((await waitingCalls()).map(({ mid }) => mid)).toEqual([1, 2, 3, 4]);
  });

  test('stay bound to each other when they are sent again', async () => {
    const device = await testDevice();
    await queueWrites([{ name: 'visits.move', input: move, deps: ['day'] }]);
    await park(device, 1);
    await resendCall(1);
    expect((await waitingCalls()).map((call) => [call.mid, call.deps])).toEqual([[2, ['day']]]);
  });
});

test('a call that is sent and settled before its copy is written leaves no copy behind', async () => {
  const device = await testDevice();
  const { append } = device.log;
  device.log.append = async (mid, text) => {
    await device.outbox.calls.delete(mid);
    await device.log.remove(mid);
    await append(mid, text);
  };
  await queueWrite('visits.move', move);
  await vi.waitFor(() => expect(device.files.kept.size).toBe(0));
  device.log.append = append;
  await queueWrite('visits.move', move);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(device.files.kept.size).toBe(1);
});

describe('a log that never answers', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('keeps no save waiting for ever: the call is in the database, and the missing copy is noted', async () => {
    const device = await testDevice();
    const asked = Promise.withResolvers<void>();
    device.log.append = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const saved = queueWrite('visits.move', move);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await saved).toEqual({ mid: 1 });
    expect((await device.outbox.device.get(1))?.logFailedAt).not.toBeNull();
    expect(await waitingCalls()).toHaveLength(1);
  });
});

describe('a parked call', () => {
  test('is shown with the reason, and sent again as a new call with changed input', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await park(device, 1);
    expect(await parkedCalls()).toMatchObject([
      { mid: 1, kind: 'changed-elsewhere', reason: 'It was moved.', current: { stage: 'closed' } },
    ]);
    expect(await resendCall(1, { ...move, destination: 'noShow' })).toEqual({ mid: 2 });
    expect(await parkedCalls()).toEqual([]);
    expect((await waitingCalls()).map((call) => [call.mid, call.input.destination])).toEqual([[2, 'noShow']]);
    expect([...device.files.kept.keys()]).toEqual([`outbox/demo/${device.UserId}/2.call`]);
  });

  test('is sent again once however often and from however many tabs it is asked', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await park(device, 1);
    const asked = await Promise.allSettled([resendCall(1), resendCall(1), resendCall(1)]);
    expect(asked.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await waitingCalls()).map((call) => call.mid)).toEqual([2]);
  });

  test('is either discarded or sent again, never both', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await park(device, 1);
    const both = await Promise.allSettled([discardCall(1, 'Entered twice'), resendCall(1)]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const states = (await device.outbox.calls.toArray()).map((call) => call.state);
    expect(states).toEqual(both[0]?.status === 'fulfilled' ? ['discarded', 'waiting'] : ['waiting']);
    expect((await waitingCalls()).map((call) => call.name)).toEqual([
      both[0]?.status === 'fulfilled' ? 'sync.recordDiscard' : 'visits.move',
    ]);
  });

  test('is given up by a person only, and kept with the reason', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await expect(discardCall(1, 'not parked yet')).rejects.toMatchObject({ kind: 'not-found' });
    await park(device, 1);
    await discardCall(1, ' Entered twice ');
    expect(await parkedCalls()).toEqual([]);
    expect(await device.outbox.calls.get(1)).toMatchObject({ state: 'discarded' });
    expect([...device.files.kept.keys()]).toEqual([`outbox/demo/${device.UserId}/2.call`]);
  });

  test('that is given up tells the audit log with ids and the reason; that record needs none of its own', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await park(device, 1);
    await discardCall(1, ' Entered twice ');
    const said = { device: device.DeviceId, mid: 1, name: 'visits.move', reason: 'Entered twice', record: visitId(1) };
    expect((await waitingCalls()).map(({ mid, name, input }) => [mid, name, input])).toEqual([
      [2, 'sync.recordDiscard', said],
    ]);
    await park(device, 2);
    await discardCall(2, 'The device is an old one');
    expect([await parkedCalls(), await waitingCalls()]).toEqual([[], []]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['sent again', () => resendCall(1)],
    ['replaced', () => replaceCalls([1], 'visits.move', move, {})],
    ['discarded', () => discardCall(1, 'Entered twice')],
  ])('takes along what was typed to correct it where it is %s', async (_how, decide) => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await park(device, 1);
    for (const key of ['form:resend:1', 'form:resend:1~other', 'form:resend:11', 'form:tag:1'])
      await saveDraft(key, {});
    await decide();
    expect((await draftKeys()).toSorted()).toEqual(['form:resend:11', 'form:tag:1']);
  });

  test('goes again together with what builds on it, in order, or not at all', async () => {
    const device = await testDevice();
    for (const destination of ['confirmed', 'checkedIn', 'inProgress'] as const)
      await queueWrite('visits.move', { ...move, destination });
    await park(device, 1);
    await park(device, 2);
    await expect(resendCalls([{ mid: 1 }, { mid: 3 }])).rejects.toMatchObject({ kind: 'not-found' });
    await expect(resendCalls([{ mid: 1 }, { mid: 2, input: { id: 'x' } }])).rejects.toMatchObject({ kind: 'invalid' });
    expect((await parkedCalls()).map((call) => call.mid)).toEqual([1, 2]);
    const both = await Promise.allSettled([
      resendCalls([{ mid: 1, base: { stage: 'scheduled' } }, { mid: 2 }]),
      resendCalls([{ mid: 2 }]),
    ]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const waiting = (await waitingCalls()).map((call) => [call.mid, call.input.destination, call.base]);
    const whole = [
      [4, 'confirmed', { stage: 'scheduled' }],
      [5, 'checkedIn', {}],
    ];
    expect(waiting.slice(1)).toEqual(both[0]?.status === 'fulfilled' ? whole : [[4, 'checkedIn', {}]]);
  });

  test('is replaced by the one call that decides several, on disk in one step', async () => {
    const device = await testDevice();
    await queueWrite('visits.move', move);
    await queueWrite('visits.move', { ...move, destination: 'checkedIn' });
    await park(device, 1);
    await park(device, 2);
    const decided = { ...move, destination: 'noShow' as const };
    const broken = vi.spyOn(device.outbox.calls, 'bulkAdd').mockRejectedValueOnce(new Error('pulled out'));
    await expect(replaceCalls([1, 2], 'visits.move', decided, {})).rejects.toThrow('pulled out');
    expect((await parkedCalls()).map((call) => call.mid)).toEqual([1, 2]);
    broken.mockRestore();
    const asked = await Promise.allSettled([
      replaceCalls([1, 2], 'visits.move', decided, {}),
      replaceCalls([1, 2], 'visits.move', decided, {}),
    ]);
    expect(asked.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await waitingCalls()).map((call) => [call.mid, call.input.destination])).toEqual([[3, 'noShow']]);
    expect([...device.files.kept.keys()]).toEqual([`outbox/demo/${device.UserId}/3.call`]);
  });
});

describe('a lost outbox database', () => {
  test('is rebuilt from the log under the old device id, leaving out a half-written file', async () => {
    const before = await testDevice();
    for (const destination of ['confirmed', 'checkedIn', 'inProgress'] as const)
      await queueWrite('visits.move', { ...move, destination });
    const { UserId, dataKey, files, DeviceId } = before;
    const path = `outbox/demo/${UserId}/3.call`;
    files.kept.set(path, (files.kept.get(path) ?? '').slice(0, 60));
    lockDevice();
    await Dexie.delete(outboxName('demo', UserId));

    const after = await testDevice({ UserId, dataKey, files });
    expect((await waitingCalls()).map((call) => [call.mid, call.device, call.input.destination])).toEqual([
      [1, DeviceId, 'confirmed'],
      [2, DeviceId, 'checkedIn'],
    ]);
    expect(after.DeviceId).not.toBe(DeviceId);
    // The third is told of: nobody else knows that it was ever saved.
    expect(await after.outbox.device.get(1)).toMatchObject({ restored: 2, unrestored: 1 });
    expect((await queueWrite('visits.move', move)).mid).toBeGreaterThan(2);
  });

  test('deleted while it is open is told, and opened again it holds what waited', async () => {
    const device = await testDevice();
    const lost = vi.fn();
    const forget = onDatabaseLost(lost);
    await queueWrite('visits.move', move);
    await Dexie.delete(outboxName('demo', device.UserId));
    expect(lost).toHaveBeenCalledOnce();
    await expect(queueWrite('visits.move', move)).rejects.toThrow();
    const after = await testDevice(device);
    expect((await waitingCalls()).map((call) => [call.mid, call.device])).toEqual([[1, device.DeviceId]]);
    expect(after.DeviceId).not.toBe(device.DeviceId);
    forget();
  });

  test('gives no number again that the mirror still counts as done', async () => {
    const { UserId, dataKey, files, mirror } = await testDevice();
    // Its tab died while the results of call 7 were cleared away: the log is empty already, the mark is not.
    await mirror.kv.put({ key: 'acked', value: [7] });
    lockDevice();
    await Dexie.delete(outboxName('demo', UserId));
    await testDevice({ UserId, dataKey, files });
    expect(await queueWrite('visits.move', move)).toEqual({ mid: 8 });
  });

  test('opened again keeps its device id and restores nothing twice', async () => {
    const before = await testDevice();
    await queueWrite('visits.move', move);
    const call = await before.outbox.calls.get(1);
    if (!call) throw new Error('no call');
    await before.outbox.calls.delete(1);
    before.files.kept.set(`outbox/demo/${before.UserId}/1.call`, logText(call));
    const after = await testDevice(before);
    expect(after.DeviceId).toBe(before.DeviceId);
    expect(await waitingCalls()).toEqual([]);
  });
});

test('with another key the mirror is emptied and sealed calls stay in the outbox unread', async () => {
  const before = await testDevice();
  await before.mirror.kv.put({ key: 'cookie', value: 'c' });
  await queueWrite('visits.move', move);
  const after = await testDevice({ UserId: before.UserId, files: before.files, dataKey: await newDataKey() });
  expect(await after.mirror.kv.get('cookie')).toBeUndefined();
  expect(await waitingCalls()).toEqual([]);
  expect(await after.outbox.calls.count()).toBe(1);
  const back = await testDevice(before);
  expect(back.DeviceId).toBe(before.DeviceId);
  expect(await waitingCalls()).toHaveLength(1);
});

test('drafts are sealed and come back', async () => {
  const device = await testDevice({ files: memoryFiles() });
  await saveDraft('note|1', { Subjective: 'Knee better' });
  expect(await readDraft('note|1')).toEqual({ Subjective: 'Knee better' });
  expect(JSON.stringify(await device.outbox.drafts.toArray())).not.toContain('Knee');
});
