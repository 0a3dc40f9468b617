import type { GoalReport } from '../cases/goals-of-case.ts';
import { cellKey, cellOf } from './field-keys.ts';
import type { VisitNote } from './visit-note.ts';

type Reporting = Pick<VisitNote, 'NoteId' | 'NoteDate' | 'signedAt' | 'Cells'>;

/** What a note says of each goal, where it says anything. */
export function goalReportsOf({ NoteId, NoteDate, signedAt, Cells }: Reporting): GoalReport[] {
  const ids = new Set(
    Object.entries(Cells).flatMap(([field, value]) => {
      const cell = value === null ? null : cellOf(field);
      return cell?.owner === 'goal' ? cell.id : [];
    }),
  );
  return [...ids].map((GoalId) => {
    const value = (name: string) => Cells[cellKey('goal', GoalId, name)] ?? null;
    return {
      GoalId,
      NoteId,
      on: NoteDate,
      isSigned: signedAt !== null,
      Status: value('Status') as string | null,
      Current: value('Current') as string | null,
      Percent: value('Percent') as number | null,
      Comment: value('Comment') as string | null,
    };
  });
}
