import { cellWords, type CellRow } from '../documentation/field-words.ts';
import type { Goal } from './goal.ts';

/** What a note says of a goal; `signedOn` is null while the note is not signed. */
export type GoalReport = {
  GoalId: string;
  NoteId: string;
  /** The day the note is about. */
  on: string;
  isSigned: boolean;
  Status: string | null;
  Current: string | null;
  Percent: number | null;
  Comment: string | null;
};

/** Why a goal can no longer be changed, or null: a signed note reports on it, or a plan of care has it that is frozen. */
export function goalFrozen({ isReported, isPlanned }: { isReported: boolean; isPlanned: boolean }): string | null {
  if (isReported) return 'A signed note reports on this goal. Write a new goal that replaces it.';
  if (isPlanned) return 'A plan of care that was sent or signed has this goal. Write a new goal that replaces it.';
  return null;
}

/** Goals by their numbers; those that have none yet last. */
export function inOrder<G extends Pick<Goal, 'Number' | 'GoalId'>>(goals: readonly G[]): G[] {
  const at = ({ Number: number }: G) => number ?? Infinity;
  return goals.toSorted((a, b) => (at(a) === at(b) ? a.GoalId.localeCompare(b.GoalId) : at(a) - at(b)));
}

/** The last signed report on each goal, of notes but one; the later of a day by the id of its note. */
export function lastReports(reports: readonly GoalReport[], butNoteId?: string): Map<string, GoalReport> {
  const signed = reports.filter((one) => one.isSigned && one.NoteId !== butNoteId && one.Status !== null);
  const sorted = signed.toSorted((a, b) => a.on.localeCompare(b.on) || a.NoteId.localeCompare(b.NoteId));
  return new Map(sorted.map((one) => [one.GoalId, one]));
}

/** Whether a goal of this status is reported on no more. */
export function isEnded(status: unknown): boolean {
  return status === 'met' || status === 'replaced' || status === 'dropped';
}

/** Goals that are still to be reported on: no signed note but the one being written says that they ended. */
export function openGoals<G extends Pick<Goal, 'GoalId' | 'Number'>>(
  goals: readonly G[],
  reports: readonly GoalReport[],
  butNoteId?: string,
): G[] {
  const last = lastReports(reports, butNoteId);
  const isOver = ({ GoalId }: G) => isEnded(last.get(GoalId)?.Status);
  return inOrder(goals.filter((one) => !isOver(one)));
}

/** `Goal 3`, or `New goal` until the server has counted it. */
export function goalName({ Number: number }: Pick<Goal, 'Number'>): string {
  return number === null ? 'New goal' : `Goal ${number}`;
}

/** A goal as cells of notes speak of it; goals without a number yet come last. */
export function goalCellRow(goal: Pick<Goal, 'Number' | 'Text'>): CellRow {
  const name = goalName(goal);
  return { name, inFull: `${name}: ${goal.Text}`, words: cellWords, order: goal.Number ?? Number.MAX_SAFE_INTEGER };
}
