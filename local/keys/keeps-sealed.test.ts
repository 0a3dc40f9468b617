import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '../store/device.ts';
import { saveDraft } from '../drafts/drafts.ts';
import { keepsSealed } from './keeps-sealed.ts';
import { enrol } from './keyring.ts';
import { changeKeyringUser, keepKeyringIn } from './keyring-db.ts';
import { newId } from '../store/new-id.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { memoryFiles, mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { patientRow, visitId } from '../testing/rows.ts';

const person = { site: 'demo', UserId: newId(), Email: 'pt@demo.test', name: 'Rosa' };
let device: TestDevice;
beforeEach(async () => {
  keepKeyringIn(memoryFiles());
  await Dexie.delete('mainstay-keyring');
  person.UserId = newId();
  const { dataKey } = await enrol(person, 'Mainstay-demo-2026');
  device = await testDevice({ UserId: person.UserId, dataKey });
  await mirrorRows(device, 'patients', [patientRow(1), patientRow(2)]);
  await queueWrite('visits.move', {
    id: visitId(1) as never,
    destination: 'confirmed',
    lastUpdated: '2026-11-18T08:00:00.000000+00:00',
  });
  await saveDraft(`note:${visitId(1)}`, { Subjective: 'Knee better' });
});
afterEach(() => lockDevice());

const text = new TextEncoder().encode(JSON.stringify({ FirstName: 'Rosa', LastName: 'Alvarez', phone: '555-0100' }));
const clear: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a field of a row': async () => {
    await device.mirror.table('facilities').put({ key: 'z', version: '1', FirstName: 'Rosa' });
    return () => device.mirror.table('facilities').delete('z');
  },
  'text where cipher text belongs': async () => {
    const row = { key: 'z', PatientId: 'z', marks: {}, n: new Uint8Array(12), c: text.buffer.slice(0) };
    await device.mirror.patientBundles.put(row);
    return () => device.mirror.patientBundles.delete('z');
  },
  'a waiting call': async () => {
    const [call] = await device.outbox.calls.toArray();
    await device.outbox.calls.put({ ...call, mid: 99, input: { PatientId: newId() } } as never);
    return () => device.outbox.calls.delete(99);
  },
  'something half-written': async () => {
    await device.outbox.drafts.put({ key: 'z', schemaVersion: 1, value: 'Knee better' } as never);
    return () => device.outbox.drafts.delete('z');
  },
  'the setup': async () => {
    await device.mirror.kv.put({ key: 'setup', value: { users: [] } });
    return () => device.mirror.kv.delete('setup');
  },
  'no wrapped key': async () => {
    let wrapped: unknown;
    await changeKeyringUser(person, (now) => {
      wrapped = now?.key;
      const { key: _, ...rest } = now ?? ({} as never);
      return rest;
    });
    return () => changeKeyringUser(person, (now) => now && { ...now, key: wrapped as never });
  },
};

test.each(Object.keys(clear))('sealed, then not with %s, then sealed again', async (what) => {
  expect(await keepsSealed(device)).toBe(true);
  const mend = await clear[what]?.();
  expect(await keepsSealed(device)).toBe(false);
  await mend?.();
  expect(await keepsSealed(device)).toBe(true);
});
