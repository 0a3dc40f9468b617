import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { readRow, readWhere } from '../reads/reads.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { caseId, patientId, patientRow, visitId, visitRow } from '../testing/rows.ts';
import { lockDevice } from './device.ts';

afterEach(() => lockDevice());

const ofPatient = { index: 'PatientId', equals: patientId(1) };

async function chart(): Promise<string> {
  const patient = await readRow('patients', patientId(1));
  const visits = await readWhere('visits', ofPatient);
  const [visit, goals] = await Promise.all([
    readRow('visits', visitId(1)),
    readWhere('goals', { index: 'CaseId', equals: caseId(1) }),
  ]);
  return [patient?.City ?? '-', visits.length, visit?.stage ?? '-', goals.length].join(' ');
}

test('one run of a live query reads the bundle of a patient once, and each run reads it anew', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  await mirrorRows(device, 'visits', [visitRow(1)]);
  const asked = vi.spyOn(device.mirror.patientBundles, 'bulkGet');
  const seen: string[] = [];
  const query = liveQuery(chart).subscribe((words) => seen.push(words));
  await expect.poll(() => seen.at(-1)).toBe('- 1 scheduled 0');
  const ofPatients = () => asked.mock.calls.filter(([keys]) => keys.length > 0).length;
  expect(ofPatients()).toBe(1);
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Mesa' })]);
  await expect.poll(() => seen.at(-1)).toBe('Mesa 1 scheduled 0');
  await mirrorRows(device, 'visits', [visitRow(1, { stage: 'confirmed' }), visitRow(2)]);
  await expect.poll(() => seen.at(-1)).toBe('Mesa 2 confirmed 0');
  query.unsubscribe();
});

test('outside of a live query each asks for itself', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  expect((await readRow('patients', patientId(1)))?.City).toBeNull();
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Mesa' })]);
  expect((await readRow('patients', patientId(1)))?.City).toBe('Mesa');
});

test('a run whose place another has taken reads nothing further, and only the other one tells', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1)]);
  const seen: string[] = [];
  const held: (() => void)[] = [];
  const ends: string[] = [];
  const query = liveQuery(async () => {
    const patient = await readRow('patients', patientId(1));
    const isFirst = seen.length === 0;
    const isHeld = !isFirst && held.length === 0;
    if (isHeld) await Promise.resolve(new Promise<void>((resolve) => held.push(resolve)));
    try {
      const visits = await readWhere('visits', ofPatient);
      ends.push('read');
      return `${patient?.City ?? '-'} ${visits.length}`;
    } catch (error) {
      ends.push('left');
      throw error;
    }
  }).subscribe((words) => seen.push(words));
  await expect.poll(() => seen).toEqual(['- 0']);
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Mesa' })]);
  await expect.poll(() => held).toHaveLength(1);
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Tempe' })]);
  await expect.poll(() => seen).toEqual(['- 0', 'Tempe 0']);
  expect(ends).toEqual(['read', 'read']);
  held[0]?.();
  await expect.poll(() => ends).toEqual(['read', 'read', 'left']);
  expect(seen).toEqual(['- 0', 'Tempe 0']);
  query.unsubscribe();
});
