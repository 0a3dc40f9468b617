import type { Task } from './task.ts';

type Ordered = Pick<Task, 'TaskId' | 'dueOn' | 'IsDone'>;

/** Whether a task that is not done should have been by a day (YYYY-MM-DD). */
export function isOverdue({ dueOn, IsDone }: Pick<Task, 'dueOn' | 'IsDone'>, today: string): boolean {
  return !IsDone && dueOn !== null && dueOn < today;
}

/** The tasks that are not done: those due first come first, those without a day last. */
export function openTasks<T extends Ordered>(tasks: readonly T[]): T[] {
  return tasks
    .filter(({ IsDone }) => !IsDone)
    .toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.TaskId.localeCompare(b.TaskId));
}

/** Whether a task is for one person to do: assigned to them, or to no one in particular. */
export function isFor({ OwnerUserId }: Pick<Task, 'OwnerUserId'>, UserId: string): boolean {
  return OwnerUserId === null || OwnerUserId === UserId;
}

/** Whether a task belongs on the list of a facility; null lists all of them, and one without a case is everywhere. */
export function isAt({ FacilityId }: Pick<Task, 'FacilityId'>, listed: string | null): boolean {
  return listed === null || FacilityId === null || FacilityId === listed;
}

/** After every day that can be entered. */
function dayOf({ dueOn }: Ordered): string {
  return dueOn ?? '9999-99-99';
}
