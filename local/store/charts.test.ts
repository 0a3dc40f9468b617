import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdChart } from './charts-on-screen.ts';
import { dropUnopenedCharts } from './charts.ts';
import { lockDevice } from './device.ts';
import { allMirrorRows } from './mirror-rows.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirroredKeys, mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { patientId, patientRow, visitId, visitRow } from '../testing/rows.ts';

const fromDay = '2026-11-04';
const dayMs = 24 * 3_600_000;
const renewedAt = Date.parse('2026-11-16T08:00:00Z');
let device: TestDevice;

/** Patients 1 to 5 were opened in that order, each with a visit of last year. */
beforeEach(async () => {
  device = await testDevice();
  const numbers = [1, 2, 3, 4, 5];
  await mirrorRows(
    device,
    'patients',
    numbers.map((number) => patientRow(number)),
  );
  await mirrorRows(
    device,
    'visits',
    numbers.map((number) => oldVisit(number)),
  );
  await device.mirror.charts.bulkPut(
    numbers.map((number) => ({ PatientId: patientId(number), openedAt: number, hydratedAt: 1 })),
  );
  await device.mirror.kv.put({ key: 'hydration', value: { P1At: renewedAt } });
});
afterEach(() => lockDevice());

const oldVisit = (number: number) => visitRow(number, { PatientId: patientId(number), Start: '2025-03-03T09:00' });
const drop = (keep: number) => dropUnopenedCharts(device, keep, fromDay);

/** Which patients are here, and that their rows are here or gone together. */
async function here(): Promise<number[]> {
  const ids = (await device.mirror.charts.toCollection().primaryKeys()).toSorted();
  const rows = await mirroredKeys(device, 'patients');
  const visits = [...new Set((await allMirrorRows(device, 'visits')).map((visit) => visit.PatientId))].toSorted();
  expect([rows, visits]).toEqual([ids, ids]);
  return ids.map((id) => Number(id.slice(-3)));
}

test('the least recently opened go, as many as are too many', async () => {
  expect(await drop(5)).toBe(0);
  expect(await drop(2)).toBe(3);
  expect(await here()).toEqual([4, 5]);
});

test('opening one again saves it', async () => {
  await device.mirror.charts.update(patientId(1), { openedAt: 9 });
  await drop(1);
  expect(await here()).toEqual([1]);
});

describe('never goes, even when the device is full:', () => {
  test('the working set, until a later round leaves it out', async () => {
    await device.mirror.charts.update(patientId(1), { workingAt: renewedAt - 1_000 });
    await device.mirror.charts.update(patientId(2), { workingAt: renewedAt - 8 * dayMs });
    await drop(0);
    expect(await here()).toEqual([1]);
  });

  test('a chart with a visit of these days', async () => {
    await mirrorRows(device, 'visits', [visitRow(9, { PatientId: patientId(3), Start: '2026-11-18T09:00' })]);
    await drop(0);
    expect(await here()).toEqual([3]);
  });

  test('a chart with waiting or parked calls, named by the patient or by a visit', async () => {
    await queueWrite('patients.update', { id: patientId(2) as never, changes: { City: 'Salem' } });
    await queueWrite('visits.move', {
      id: visitId(4) as never,
      destination: 'confirmed',
      lastUpdated: visitRow(4).updated_at,
    });
    await device.outbox.calls.update(2, { state: 'parked' });
    await drop(0);
    expect(await here()).toEqual([2, 4]);
    await device.outbox.calls.update(2, { state: 'discarded' });
    await drop(0);
    expect(await here()).toEqual([2]);
  });

  test('a chart that is on a screen now', async () => {
    const release = holdChart(device.site, device.UserId, patientId(2));
    holdChart(device.site, 'someone else', patientId(1))();
    await drop(0);
    expect(await here()).toEqual([2]);
    release();
    await Promise.resolve();
    await drop(0);
    expect(await here()).toEqual([]);
  });
});
