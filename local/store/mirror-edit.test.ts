import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityName } from '#contract/entities.ts';
import { patientsOnDays, placesOf } from './bundles.ts';
import { lockDevice } from './device.ts';
import { mirrorEdit, type MirrorChange } from './mirror-edit.ts';
import { mirrorRowsOf, mirrorRowsWhere } from './mirror-rows.ts';
import { idsIn } from './row-index.ts';
import { marksOf } from './row-marks.ts';
import { loseRows, mirroredKeys, mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { patientId, patientRow, visitId, visitRow } from '../testing/rows.ts';

let device: TestDevice;
const day = visitRow(1).Start.slice(0, 10);
const nextDay = '2027-02-28';
const allIds = [1, 2, 3].map((number) => visitId(number));

beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1), patientRow(2)]);
  await mirrorRows(device, 'visits', [visitRow(1), visitRow(2), visitRow(3, { PatientId: patientId(2) })]);
});
afterEach(() => lockDevice());

const put = (entity: EntityName, row: object): MirrorChange => ({
  put: [{ entity, rows: [row as Record<string, unknown>], versions: ['2'] }],
  gone: [],
});
const writing = <T>(write: () => Promise<T>) => device.mirror.transaction('rw', device.mirror.tables, write);
const change = async (to: MirrorChange) => {
  const edit = await mirrorEdit(device, to);
  return writing(() => edit.write());
};
const visitsOf = async (number: number) =>
  (await mirrorRowsWhere(device, 'visits', { index: 'PatientId', anyOf: [patientId(number)] })).map(
    (row) => row.VisitId,
  );

/** Every key leads to its bundle, every day to its patients, and nothing leads to what is not there. */
async function expectWhole(): Promise<void> {
  const bundles = await device.mirror.patientBundles.toArray();
  const placeOf = await placesOf(device.mirror, allIds);
  for (const id of allIds) {
    const holder = bundles.find(({ marks }) => marksOf(marks.visits).some(({ key }) => key === id));
    expect(placeOf('visits', id), id).toBe(holder?.key);
  }
  const days = bundles.flatMap(({ key, marks }) =>
    [...new Set(marksOf(marks.visits).map((mark) => mark.day))].map((on) => `${on} ${key}`),
  );
  const listed = (await device.mirror.visitDays.toArray()).flatMap((one) =>
    idsIn(one.PatientIds).map((id) => `${one.day} ${id}`),
  );
  expect(listed.toSorted()).toEqual(days.toSorted());
}

test('rows of a patient are one record on disk, found by key, day and patient', async () => {
  expect(await device.mirror.patientBundles.count()).toBe(2);
  await expectWhole();
  expect(await visitsOf(1)).toEqual([visitId(1), visitId(2)]);
  expect((await mirrorRowsOf(device, 'visits', [visitId(3), visitId(9)])).map((row) => row.PatientId)).toEqual([
    patientId(2),
  ]);
  expect((await patientsOnDays(device.mirror, day, day)).toSorted()).toEqual([patientId(1), patientId(2)]);
});

test('a visit that goes to another day and another patient is there alone', async () => {
  expect(await change(put('visits', visitRow(2, { Start: `${nextDay}T09:00` })))).toBe(true);
  expect(await patientsOnDays(device.mirror, nextDay, nextDay)).toEqual([patientId(1)]);
  await expectWhole();
  await change(put('visits', visitRow(2, { PatientId: patientId(2), Start: `${nextDay}T09:00` })));
  expect([await visitsOf(1), await visitsOf(2)]).toEqual([[visitId(1)], [visitId(2), visitId(3)]]);
  expect(await patientsOnDays(device.mirror, nextDay, nextDay)).toEqual([patientId(2)]);
  await expectWhole();
});

test('what is taken away leaves nothing that leads to it', async () => {
  await loseRows(device, 'visits', [visitId(1), visitId(3)]);
  expect(await mirroredKeys(device, 'visits')).toEqual([visitId(2)]);
  await expectWhole();
  await loseRows(device, 'visits');
  await loseRows(device, 'patients');
  expect(await device.mirror.patientBundles.count()).toBe(0);
  await expectWhole();
});

test('a change made ready before another one was written is not written over it', async () => {
  const late = await mirrorEdit(device, put('visits', visitRow(1, { stage: 'confirmed' })));
  await change(put('visits', visitRow(2, { stage: 'cancelled' })));
  expect(await writing(() => late.write())).toBe(false);
  const rows = await mirrorRowsOf(device, 'visits', [visitId(1), visitId(2)]);
  expect(rows.map((row) => row.stage).toSorted()).toEqual([visitRow(1).stage, 'cancelled'].toSorted());
});

describe('a bundle that does not open', () => {
  beforeEach(async () => {
    await device.mirror.patientBundles.update(patientId(1), { c: new ArrayBuffer(8) });
    device.opened.byPlace.clear();
  });

  test('is reported and left as it is; the others are written', async () => {
    const told: unknown[] = [];
    device.channel.hear((news) => told.push(news));
    await change({
      put: [{ entity: 'visits', rows: [visitRow(1), visitRow(3, { PatientId: patientId(2) })], versions: ['5', '6'] }],
      gone: [],
    });
    expect(told).toEqual([{ kind: 'corrupt', table: 'patientBundles', key: patientId(1), PatientId: patientId(1) }]);
    const stored = await device.mirror.patientBundles.bulkGet([patientId(1), patientId(2)]);
    expect(stored[0]?.c.byteLength).toBe(8);
    expect(marksOf(stored[1]?.marks.visits)).toEqual([{ key: visitId(3), version: '6', day }]);
  });

  test('is gone with all its rows when it is dropped, and back when they come again', async () => {
    await device.mirror.patientBundles.delete(patientId(1));
    expect(await visitsOf(1)).toEqual([]);
    expect(await mirrorRowsOf(device, 'visits', [visitId(1)])).toEqual([]);
    await mirrorRows(device, 'patients', [patientRow(1)]);
    await mirrorRows(device, 'visits', [visitRow(1), visitRow(2)]);
    await expectWhole();
  });
});

test('rows thought to be in place are written, but not when one of them is in another bundle', async () => {
  const edit = async (to: MirrorChange) => {
    const made = await mirrorEdit(device, to, 'inPlace');
    return writing(() => made.write());
  };
  expect(await edit(put('visits', visitRow(4, { PatientId: patientId(2) })))).toBe(true);
  expect(await visitsOf(2)).toContain(visitId(4));
  const moved = put('visits', visitRow(1, { PatientId: patientId(2) }));
  expect(await edit(moved)).toBe(false);
  expect(await visitsOf(1)).toContain(visitId(1));
  expect(await change(moved)).toBe(true);
  expect([await visitsOf(1), await visitsOf(2)]).toEqual([[visitId(2)], expect.arrayContaining([visitId(1)])]);
  await expectWhole();
});

test('rows thought to be nowhere are written, but not over a bundle that is stored', async () => {
  const edit = async (to: MirrorChange) => {
    const made = await mirrorEdit(device, to, 'nowhere');
    return writing(() => made.write());
  };
  expect(await edit(put('visits', visitRow(4, { PatientId: patientId(3) })))).toBe(true);
  expect(await visitsOf(3)).toEqual([visitId(4)]);
  expect(await edit(put('visits', visitRow(5)))).toBe(false);
  expect(await visitsOf(1)).toEqual([visitId(1), visitId(2)]);
  expect(await edit(put('visits', visitRow(1, { PatientId: patientId(4) })))).toBe(false);
  await expectWhole();
});
