import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { queueWrite } from '#local/outbox/outbox.ts';
import { outboxName } from '#local/store/db.ts';
import { lockDevice } from '#local/store/device.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { patientId } from '#local/testing/rows.ts';
import { reportAtStart } from './report-outbox.ts';
import { stateBefore, type SyncState } from './sync-state.ts';

afterEach(() => lockDevice());

const city = (name: string) =>
  queueWrite('patients.update', { id: patientId(1) as never, changes: { City: name } } as never);

async function twoWait(): Promise<TestDevice> {
  const device = await testDevice();
  await city('Mesa');
  await city('Bend');
  return device;
}

/** What the next start tells, and the one after it. */
async function told(device: TestDevice): Promise<(string | null)[]> {
  const sentences: (string | null)[] = [];
  for (let start = 0; start < 2; start += 1) {
    let state: SyncState = stateBefore;
    const board = { read: () => state, set: (more: Partial<SyncState>) => void (state = { ...state, ...more }) };
    await reportAtStart(device, board as never);
    sentences.push(state.problem);
  }
  return sentences;
}

/** As after the browser lost the outbox. */
async function lost({ UserId, dataKey, files }: TestDevice): Promise<TestDevice> {
  lockDevice();
  await Dexie.delete(outboxName('demo', UserId));
  return testDevice({ UserId, dataKey, files });
}

const copyOf = ({ UserId }: TestDevice, mid: number) => `outbox/demo/${UserId}/${mid}.call`;

test('an outbox that is gone: what was restored is told, once', async () => {
  const device = await lost(await twoWait());
  expect(await told(device)).toEqual([
    'This browser lost its data. 2 waiting changes were restored from the copy.',
    null,
  ]);
});

test('one whose copy was cut short is told of, and that it has to be entered again', async () => {
  const before = await twoWait();
  before.files.kept.set(copyOf(before, 2), '{');
  expect((await told(await lost(before)))[0]).toBe(
    'This browser lost its data. One waiting change was restored from the copy. One change could not be restored. Check your last changes and enter any missing ones again.',
  );
});

test('a damaged change is told as restored; one whose copy is damaged too, at every start until it is removed', async () => {
  const device = await twoWait();
  const spoil = (mid: number) => device.outbox.calls.update(mid, { c: new Uint8Array(40).buffer });
  device.opened.byPlace.clear();
  await spoil(1);
  expect(await told(device)).toEqual([
    'One waiting change was damaged on this device and restored from the copy.',
    null,
  ]);
  device.files.kept.set(copyOf(device, 2), '{');
  device.opened.byPlace.clear();
  await spoil(2);
  const cannotBe = expect.stringMatching(/^One waiting change was damaged on this device and cannot be read\./);
  expect(await told(device)).toEqual([cannotBe, cannotBe]);
});
