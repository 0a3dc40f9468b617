import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeptValue } from '../store/db.ts';
import { lockDevice } from '../store/device.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';
import { readSetup } from '../store/setup.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { facilityId, patientId, patientRow, visitId, visitRow } from '../testing/rows.ts';

afterEach(() => lockDevice());

const day = '2026-11-18';
const moveTo = (number: number, destination: 'confirmed' | 'checkedIn') =>
  queueWrite('visits.move', { id: visitId(number) as never, destination, lastUpdated: visitRow(number).updated_at });

describe('reads', () => {
  test('are the mirror with the waiting calls replayed over it; the mirror itself is not touched', async () => {
    const device = await testDevice();
    await mirrorRows(device, 'visits', [
      visitRow(1),
      visitRow(2, { Start: '2026-11-19T10:00', End: '2026-11-19T10:30' }),
    ]);
    await mirrorRows(device, 'patients', [patientRow(1)]);
    await moveTo(1, 'confirmed');
    await moveTo(1, 'checkedIn');
    expect((await readRow('visits', visitId(1)))?.stage).toBe('checkedIn');
    expect((await readWhere('visits', { index: 'day', equals: day })).map((visit) => visit.stage)).toEqual([
      'checkedIn',
    ]);
    expect((await readRows('visits', [visitId(2), visitId(9), visitId(1)])).map((visit) => visit.stage)).toEqual([
      'scheduled',
      'checkedIn',
    ]);
    await device.outbox.calls.clear();
    expect((await readRow('visits', visitId(1)))?.stage).toBe('scheduled');
  });

  test('a call that a pull has brought is not applied twice', async () => {
    const device = await testDevice();
    await mirrorRows(device, 'patients', [patientRow(1)]);
    const { mid } = await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    expect((await readRow('patients', patientId(1)))?.City).toBe('Mesa');
    await mirrorRows(device, 'patients', [patientRow(1, { City: 'Tempe' })]);
    await device.mirror.kv.put({ key: 'acked', value: [mid] });
    expect((await readRow('patients', patientId(1)))?.City).toBe('Tempe');
  });

  test.each([
    ['one row', async () => [await readRow('visits', visitId(1))]],
    ['a day', () => readWhere('visits', { index: 'day', equals: day })],
    ['all', () => readAll('visits')],
  ])('a pull that brings a call in the middle of reading %s shows nothing older than the call', async (_, read) => {
    const device = await testDevice();
    await mirrorRows(device, 'visits', [visitRow(1)]);
    const { mid } = await moveTo(1, 'confirmed');
    await device.outbox.calls.update(mid, { state: 'acked' });
    const pulled = vi.fn();
    const { kv } = device.mirror;
    const get = kv.get.bind(kv) as (key: string) => PromiseLike<KeptValue | undefined>;
    const asked = vi.spyOn(kv, 'get').mockImplementation((async (key: string) => {
      if (key === 'acked') {
        asked.mockRestore();
        // What the read has begun beside this has its answer.
        await new Promise((resolve) => setTimeout(resolve, 30));
        await mirrorRows(device, 'visits', [visitRow(1, { stage: 'confirmed' })]);
        await kv.put({ key: 'acked', value: [mid] });
        pulled();
      }
      return get(key);
    }) as never);
    expect((await read()).map((visit) => visit?.stage)).toEqual(['confirmed']);
    expect(pulled).toHaveBeenCalledOnce();
  });

  test('a parked call is not shown', async () => {
    const device = await testDevice();
    await mirrorRows(device, 'patients', [patientRow(1)]);
    const { mid } = await queueWrite('patients.update', { id: patientId(1) as never, changes: { City: 'Mesa' } });
    await device.outbox.calls.update(mid, { state: 'parked' });
    expect((await readRow('patients', patientId(1)))?.City).toBeNull();
  });

  test('a new patient appears in lists, with their insurances by index', async () => {
    await testDevice();
    const {
      PatientId: _,
      PersonId: __,
      Type: ___,
      DeathDate: ____,
      created_at: _____,
      updated_at: ______,
      ...fields
    } = patientRow(7);
    await queueWrite('patients.create', {
      patient: { ...fields, PatientId: patientId(7) as never },
      insurances: [
        {
          InsuranceId: '70000000-0000-4000-8000-000000000001' as never,
          PayerId: '80000000-0000-4000-8000-000000000001' as never,
          Priority: 1,
          MemberId: 'M1',
          GroupNumber: null,
          Relationship: '18',
          Subscriber: null,
          StartDate: null,
          EndDate: null,
        },
      ],
    });
    expect((await readAll('patients')).map((patient) => patient.PatientId)).toEqual([patientId(7)]);
    expect(await readWhere('insurances', { index: 'PatientId', equals: patientId(7) })).toMatchObject([
      { MemberId: 'M1' },
    ]);
    expect(await readWhere('insurances', { index: 'PatientId', equals: patientId(8) })).toEqual([]);
  });

  test('a range includes both ends, and a damaged row is left out and reported', async () => {
    const device = await testDevice();
    await mirrorRows(device, 'visits', [
      visitRow(1),
      visitRow(2, { PatientId: patientId(2), Start: '2026-11-20T10:00' }),
      visitRow(3, { Start: '2026-11-21T10:00' }),
    ]);
    await device.mirror.patientBundles.update(patientId(2), { c: new ArrayBuffer(8) });
    const told: unknown[] = [];
    device.channel.hear((news) => told.push(news));
    const found = await readWhere('visits', { index: 'day', from: day, to: '2026-11-20' });
    expect(found.map((visit) => visit.VisitId)).toEqual([visitId(1)]);
    expect(told).toEqual([{ kind: 'corrupt', table: 'patientBundles', key: patientId(2), PatientId: patientId(2) }]);
  });
});

test('a live query follows both the queue and the mirror', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  await mirrorRows(device, 'visits', [visitRow(1)]);
  const seen: string[] = [];
  const query = liveQuery(async () => {
    const [visits, patient] = await Promise.all([
      readWhere('visits', { index: 'day', equals: day }),
      readRow('patients', patientId(1)),
    ]);
    return `${visits.map((visit) => visit.stage).join()} ${patient?.City ?? '-'}`;
  }).subscribe((value) => seen.push(value));
  await expect.poll(() => seen.at(-1)).toBe('scheduled -');
  await moveTo(1, 'confirmed');
  await expect.poll(() => seen.at(-1)).toBe('confirmed -');
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Mesa' })]);
  await expect.poll(() => seen.at(-1)).toBe('confirmed Mesa');
  await mirrorRows(device, 'visits', [visitRow(1, { Start: '2026-12-01T09:00', FacilityId: facilityId })]);
  await expect.poll(() => seen.at(-1)).toBe(' Mesa');
  query.unsubscribe();
});

test('before the first sync there is no setup', async () => {
  await testDevice();
  expect(await readSetup()).toBeUndefined();
});

test('waiting alerts are shown beside those that others added meanwhile', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1, { alerts: ['Fall risk', 'Latex allergy'] })]);
  const changes = { alerts: ['Fall risk', 'Pacemaker'] };
  await queueWrite('patients.update', { id: patientId(1) as never, changes }, { alerts: ['Fall risk'] });
  expect((await readRow('patients', patientId(1)))?.alerts).toEqual(['Fall risk', 'Latex allergy', 'Pacemaker']);
});
