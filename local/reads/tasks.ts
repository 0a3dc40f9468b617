import type { PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { openTasks } from '#contract/tasks/open-tasks.ts';
import type { Task } from '#contract/tasks/task.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { fewMirrorRows } from '../store/few-rows.ts';
import { merged, readRows, readWhere } from './reads.ts';

/** A task with the patient and the case it is about; undefined where there is none, or it is not on this device. */
export type TaskLine = { task: Task; patient: Patient | undefined; case: Case | undefined };

/** What is to be done for the patients on this device, due first. */
export async function openTasksHere(): Promise<TaskLine[]> {
  const all = await merged(
    'tasks',
    () => true,
    // A mark has the day on which a task was done.
    (from) => fewMirrorRows(from, 'tasks', ({ day }) => day === ''),
  );
  return linesOf(openTasks(all));
}

/** The tasks of a patient: those to do, due first, and those that are done, the last one first. */
export async function tasksOf(PatientId: PatientId): Promise<{ open: TaskLine[]; done: TaskLine[] }> {
  const all = await readWhere('tasks', { index: 'PatientId', equals: PatientId });
  const done = all.filter(({ IsDone }) => IsDone);
  return {
    open: await linesOf(openTasks(all)),
    done: await linesOf(done.toSorted((a, b) => whenDone(b).localeCompare(whenDone(a)))),
  };
}

/** Done, or not after all; on this device at once. */
export async function setDone({ TaskId: id, IsDone: before }: Task, IsDone: boolean): Promise<void> {
  await queueWrite('tasks.updateTask', { id, changes: { IsDone } }, { IsDone: before });
}

async function linesOf(tasks: readonly Task[]): Promise<TaskLine[]> {
  const patients = await readRows('patients', [...new Set(tasks.map(({ PatientId: id }) => String(id)))]);
  const cases = await readRows('cases', [...new Set(tasks.flatMap(({ CaseId }) => (CaseId ? [String(CaseId)] : [])))]);
  return tasks.map((task) => ({
    task,
    patient: patients.find(({ PatientId: id }) => id === task.PatientId),
    case: cases.find(({ CaseId }) => CaseId === task.CaseId),
  }));
}

/** What was not sent yet was done last. */
function whenDone({ doneAt }: Task): string {
  return doneAt ?? '9999';
}
