import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { episode, noteRow, patient, testId } from '#contract/testing/rows.ts';
import { readRow, readWhere } from '../reads/reads.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { dropUnopenedCharts } from './charts.ts';
import { lockDevice } from './device.ts';
import { mirrorEdit } from './mirror-edit.ts';
import { openedValues } from './opened.ts';

const ofPatient = { index: 'PatientId', equals: patient.PatientId };
const notes = Array.from({ length: 30 }, (_, at) => noteRow({ Plan: 'Go on' }, { NoteId: idOf(at) }));
let device: TestDevice;

beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visitNotes', notes);
});
afterEach(() => lockDevice());

function idOf(at: number): NoteId {
  return NoteId.parse(testId(500 + at));
}

const plans = async () => (await readWhere('visitNotes', ofPatient)).map(({ Sections }) => Sections['Plan']);
const readFromDisk = () => vi.spyOn(device.mirror.visitBundles, 'where');

/** Writes as the worker of another tab does: nothing of it is known in the memory of this one. */
async function writtenElsewhere(put: typeof notes, gone: string[] = []): Promise<void> {
  const other = { ...device, opened: openedValues() };
  const edit = await mirrorEdit(other, {
    put: [{ entity: 'visitNotes', rows: put, versions: put.map(() => '2') }],
    gone: [{ entity: 'visitNotes', keys: gone }],
  });
  await device.mirror.transaction('rw', device.mirror.tables, async () => expect(await edit.write()).toBe(true));
}

test('many screens of one chart read its visits from disk once, and get the very same rows', async () => {
  const asked = readFromDisk();
  const first = await readWhere('visitNotes', ofPatient);
  const second = await readWhere('visitNotes', { index: 'CaseId', equals: episode.CaseId });
  await readWhere('services', ofPatient);
  expect(first).toHaveLength(30);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(second.every((row, at) => row === first[at])).toBe(true);
  expect(second).toHaveLength(30);
});

test('screens that ask at the same moment read it once too, and each goes on following what else it read', async () => {
  const seen: string[][] = [[], []];
  const asked = readFromDisk();
  const queries = seen.map((words) =>
    liveQuery(async () => {
      const texts = await plans();
      const known = await readRow('patients', patient.PatientId);
      return `${texts.length} ${known?.City}`;
    }).subscribe((word) => words.push(word)),
  );
  await expect.poll(() => seen.map((words) => words.at(-1))).toEqual(['30 Portland', '30 Portland']);
  expect(asked).toHaveBeenCalledTimes(1);
  await mirrorRows(device, 'patients', [{ ...patient, City: 'Mesa' }]);
  await expect.poll(() => seen.map((words) => words.at(-1))).toEqual(['30 Mesa', '30 Mesa']);
  await writtenElsewhere([noteRow({ Plan: 'New' }, { NoteId: idOf(40) })]);
  await expect.poll(() => seen.map((words) => words.at(-1))).toEqual(['31 Mesa', '31 Mesa']);
  for (const query of queries) query.unsubscribe();
});

test('a write of another tab is seen by the next read, whatever was read before', async () => {
  expect(await plans()).toEqual(notes.map(() => 'Go on'));
  await writtenElsewhere([noteRow({ Plan: 'Stop' }, { NoteId: idOf(3) })]);
  expect((await plans()).filter((text) => text === 'Stop')).toHaveLength(1);
  await writtenElsewhere([noteRow({ Plan: 'New' }, { NoteId: idOf(40) })], [idOf(3)]);
  const now = await plans();
  expect([now.length, now.includes('New'), now.includes('Stop')]).toEqual([30, true, false]);
});

test('a live query that was answered from memory follows writes', async () => {
  await plans();
  const seen: (string | undefined)[][] = [];
  const asked = readFromDisk();
  const query = liveQuery(plans).subscribe((texts) => seen.push(texts));
  await expect.poll(() => seen.length).toBe(1);
  expect(asked).not.toHaveBeenCalled();
  await writtenElsewhere([noteRow({ Plan: 'Stop' }, { NoteId: idOf(3) })]);
  await expect.poll(() => seen.at(-1)?.includes('Stop')).toBe(true);
  query.unsubscribe();
});

test('a chart that left the device is not shown from memory, and what comes again is', async () => {
  await device.mirror.charts.put({ PatientId: patient.PatientId, openedAt: 1, hydratedAt: 1 });
  expect(await plans()).toHaveLength(30);
  expect(await dropUnopenedCharts(device, 0, '2026-11-04')).toBe(1);
  expect(await plans()).toEqual([]);
  await writtenElsewhere(notes.slice(0, 25));
  expect(await plans()).toHaveLength(25);
});

test('a chart with a bundle that does not open is read anew each time, so that it is whole as soon as it is mended', async () => {
  await device.mirror.visitBundles.update(idOf(3), { c: new ArrayBuffer(8), n: new Uint8Array(12) });
  device.opened.byPlace.clear();
  expect(await plans()).toHaveLength(29);
  const asked = readFromDisk();
  await plans();
  expect(asked).toHaveBeenCalled();
});
