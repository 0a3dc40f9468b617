import { isSameValue } from '../base/same-value.ts';
import type { VisitCell } from './visit-exercises.ts';

/** One cell before and after an edit; null is a cell that says nothing. */
export type CellEdit = { rowId: string; columnKey: string; before: VisitCell | null; after: VisitCell | null };

/** What one key or one paste changed; undone and redone as a whole. */
export type EditStep = readonly CellEdit[];

/** The steps that can be undone and those that can be redone, the latest last. */
export type EditList = { done: readonly EditStep[]; undone: readonly EditStep[] };

export const noEdits: EditList = { done: [], undone: [] };

/** Older steps are forgotten. */
export const mostSteps = 200;

type CellNow = (rowId: string, columnKey: string) => VisitCell | null;

/** The list after a step; what was undone before can no longer be redone. */
export function recordStep(list: EditList, step: EditStep): EditList {
  const changed = step.filter(({ before, after }) => !isSameValue(before, after));
  return changed.length === 0 ? list : { done: [...list.done, changed].slice(-mostSteps), undone: [] };
}

/**
 * Takes the last step back: the new list and the cells to write. A cell that changed since, here or on another
 * device, is left as it is and counted.
 */
export function undoStep(list: EditList, now: CellNow): { list: EditList; write: EditStep; left: number } {
  const step = list.done.at(-1);
  if (!step) return { list, write: [], left: 0 };
  const write = turned(step).filter((edit) => isSameValue(now(edit.rowId, edit.columnKey), edit.before));
  const rest = { done: list.done.slice(0, -1), undone: [...list.undone, turned(write)] };
  return { list: write.length > 0 ? rest : { ...rest, undone: list.undone }, write, left: step.length - write.length };
}

/** Does the last undone step again, under the same condition. */
export function redoStep(list: EditList, now: CellNow): { list: EditList; write: EditStep; left: number } {
  const step = list.undone.at(-1);
  if (!step) return { list, write: [], left: 0 };
  const write = step.filter((edit) => isSameValue(now(edit.rowId, edit.columnKey), edit.before));
  const undone = list.undone.slice(0, -1);
  const done = write.length > 0 ? [...list.done, write] : list.done;
  return { list: { done, undone }, write, left: step.length - write.length };
}

function turned(step: EditStep): EditStep {
  return step.map((edit) => ({ ...edit, before: edit.after, after: edit.before }));
}
