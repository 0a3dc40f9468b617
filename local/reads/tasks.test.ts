import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examples } from '#contract/testing/records.ts';
import { patient, stamp, testId } from '#contract/testing/rows.ts';
import { TaskId } from '#contract/tasks/ids.ts';
import { task, type Task } from '#contract/tasks/task.ts';
import { lockDevice } from '../store/device.ts';
import { marksOf, textOfMarks } from '../store/row-marks.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { openTasksHere, setDone } from './tasks.ts';

const row = task.Row.parse(examples.tasks.row);
const other = { ...patient, PatientId: testId(71) as never, LastName: 'Adams' };
const make = (n: number, more: Partial<Task>): Task => ({
  ...row,
  TaskId: TaskId.parse(testId(n)),
  CaseId: null,
  FacilityId: null,
  ...more,
});
const done = { IsDone: true, doneAt: stamp, doneByUserId: testId(55) as never };
const open = make(1, { PatientId: patient.PatientId });
const ofOther = make(2, { PatientId: other.PatientId, ...done });

let device: TestDevice;
beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'patients', [patient, other]);
  await mirrorRows(device, 'tasks', [open, ofOther]);
  device.opened.byPlace.clear();
});
afterEach(() => lockDevice());

const listed = async () => (await openTasksHere()).map(({ task: { TaskId: id } }) => id);
const isOpened = (PatientId: string) => [...device.opened.byPlace.keys()].some((place) => place.includes(PatientId));

test('tasks to do are read without opening a chart in which all are done', async () => {
  expect(await listed()).toEqual([open.TaskId]);
  expect([isOpened(patient.PatientId), isOpened(other.PatientId)]).toEqual([true, false]);
});

test('a chart is opened again as soon as one of its tasks is to be done', async () => {
  await mirrorRows(device, 'tasks', [{ ...ofOther, IsDone: false, doneAt: null, doneByUserId: null }]);
  expect(await listed()).toEqual([open.TaskId, ofOther.TaskId]);
});

test('one that is marked as not done on this device is to be done at once', async () => {
  await setDone(ofOther, false);
  expect((await listed()).toSorted()).toEqual([open.TaskId, ofOther.TaskId]);
});

test('a chart that an earlier version of the app kept does not say so, and is opened', async () => {
  const bundles = device.mirror.patientBundles;
  const kept = await bundles.get(other.PatientId);
  const [mark] = marksOf(kept?.marks.tasks);
  if (!kept || !mark) throw new Error('The chart was not kept.');
  expect(mark.day).toBe(stamp.slice(0, 10));
  await bundles.put({ ...kept, marks: { ...kept.marks, tasks: textOfMarks([{ ...mark, day: '' }]) } });
  expect(await listed()).toEqual([open.TaskId]);
  expect(isOpened(other.PatientId)).toBe(true);
});
