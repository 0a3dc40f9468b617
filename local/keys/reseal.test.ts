import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxName } from '../store/db.ts';
import { lockDevice } from '../store/device.ts';
import { addDeviceUnlock, hasFormerDeviceKeys } from './device-unlock.ts';
import { readDraft, saveDraft } from '../drafts/drafts.ts';
import { enrol } from './keyring.ts';
import { keepKeyringIn } from './keyring-db.ts';
import { newId } from '../store/new-id.ts';
import { noteOpened, openedCharts } from '../store/opened-charts.ts';
import { outcomePlace, parkedCalls, queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { reseal, resealWithDevice } from './reseal.ts';
import { countSealedAway } from './sealed-away.ts';
import { seal } from './seal.ts';
import { memoryFiles, testDevice } from '../testing/device.ts';
import { machine } from '../testing/machine.ts';
import { patientId, visitId } from '../testing/rows.ts';

const move = {
  id: visitId(1) as never,
  destination: 'confirmed' as const,
  lastUpdated: '2026-11-18T08:00:00.000000+00:00',
};
const [former, today] = ['The former one 1', "Today's password 1"];

beforeEach(async () => {
  keepKeyringIn(memoryFiles());
  await Dexie.delete('mainstay-keyring');
});
afterEach(() => lockDevice());

test('a chart opened before the password was reset is no one’s change, and still told of', async () => {
  const person = { site: 'demo', UserId: newId(), Email: 'pt@demo.test', name: 'Rosa' };
  const before = await testDevice({ UserId: person.UserId, dataKey: (await enrol(person, former)).dataKey });
  await noteOpened(before, patientId(1));
  const { dataKey } = await enrol(person, today);
  const now = await testDevice({ UserId: person.UserId, files: before.files, dataKey });
  expect([await countSealedAway(), (await openedCharts(now, 10)).charts]).toEqual([0, []]);
  expect(await reseal(former)).toBe(1);
  expect((await openedCharts(now, 10)).charts).toMatchObject([{ PatientId: patientId(1) }]);
});

test('what was saved under a former password is sent once that password is typed', async () => {
  const person = { site: 'demo', UserId: newId(), Email: 'pt@demo.test', name: 'Rosa' };
  const before = await testDevice({ UserId: person.UserId, dataKey: (await enrol(person, former)).dataKey });
  await queueWrite('visits.move', move);
  await queueWrite('visits.move', { ...move, destination: 'checkedIn' });
  await saveDraft('note:1', { Plan: 'Twice' });
  const refused = await before.outbox.calls.get(2);
  if (!refused) throw new Error('no call');
  const outcome = await seal(before.dataKey, outcomePlace(refused), {
    kind: 'conflict',
    reason: 'It was moved.',
    current: null,
  });
  await before.outbox.calls.put({ ...refused, state: 'parked', outcome });
  expect(await countSealedAway()).toBe(0);

  const { dataKey } = await enrol(person, today);
  const { files } = before;
  await testDevice({ UserId: person.UserId, files, dataKey });
  expect([await waitingCalls(), await countSealedAway()]).toEqual([[], 3]);
  expect(await reseal('no password of mine')).toBe(0);
  expect(await reseal(former)).toBe(3);
  expect(await reseal(former)).toBe(0);
  expect((await waitingCalls()).map((call) => [call.mid, call.device, call.input['destination']])).toEqual([
    [1, before.DeviceId, 'confirmed'],
  ]);
  expect(await parkedCalls()).toMatchObject([{ mid: 2, reason: 'It was moved.' }]);
  expect([await readDraft('note:1'), await countSealedAway()]).toEqual([{ Plan: 'Twice' }, 0]);

  // The copy is sealed anew as well: a lost database brings back what today's key opens.
  lockDevice();
  await Dexie.delete(outboxName('demo', person.UserId));
  await testDevice({ UserId: person.UserId, files, dataKey });
  expect((await waitingCalls()).map((call) => call.mid)).toEqual([1, 2]);
});

test('a forgotten password loses nothing where the machine itself opened what was sealed with it', async () => {
  const person = { site: 'demo', UserId: newId(), Email: 'pt@demo.test', name: 'Rosa' };
  const here = machine();
  const before = await testDevice({ UserId: person.UserId, dataKey: (await enrol(person, former)).dataKey });
  await addDeviceUnlock(person, former, here);
  await queueWrite('visits.move', move);
  expect(await hasFormerDeviceKeys(person)).toBe(false);

  await enrol(person, 'Forgotten as well 1');
  const { dataKey } = await enrol(person, today);
  await testDevice({ UserId: person.UserId, files: before.files, dataKey });
  expect([await hasFormerDeviceKeys(person), await countSealedAway()]).toEqual([true, 1]);
  expect(await resealWithDevice(machine())).toBe(0);
  expect(await resealWithDevice({ secretOf: async () => undefined })).toBe(0);
  expect([await resealWithDevice(here), await countSealedAway()]).toEqual([1, 0]);
  expect((await waitingCalls()).map((call) => call.mid)).toEqual([1]);
});
