import { z } from 'zod';
import type { EndpointTable } from '../base/endpoint.ts';
import { CaseExerciseId, VisitId } from '../base/ids.ts';
import { cellConflictSentence } from './merge-cells.ts';
import { VisitCell, VisitExercises } from './visit-exercises.ts';

/** A flowsheet has room for no more rows. */
export const mostRows = 500;

const saved = z.object({ visitExercises: VisitExercises, conflicts: z.array(CaseExerciseId) });

export const flowsheetEndpoints = {
  save: {
    call: 'PUT /visits/:id/exercises',
    access: { all: ['write notes'] },
    queueable: true,
    chartOf: { visit: 'id' },
    summary:
      'Saves changed cells of a visit’s flowsheet. Those that someone else changed are rejected, never overwritten.',
    /** A list, not a map: what a call depends on is found by the ids among its values. */
    input: z.strictObject({
      id: VisitId,
      cells: z.array(z.strictObject({ CaseExerciseId, Cell: VisitCell.nullable() })).max(mostRows),
    }),
    /** `conflicts`: cells left as they are, because someone else changed them or removed their row since `base`; the others are saved. */
    reply: saved,
    leftover: ({ visitExercises, conflicts }: z.output<typeof saved>) =>
      conflicts.length > 0 ? { reason: cellConflictSentence(conflicts.length), current: visitExercises } : null,
  },
} as const satisfies EndpointTable;
