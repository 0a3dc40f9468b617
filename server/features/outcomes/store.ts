import type { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import type { Tx } from '#server/kit/context.ts';
import { rowsNaming } from '#server/kit/db/rows.ts';

/** What was answered in a case, in the order it was entered. */
export function outcomesOfCase(tx: Tx, CaseId: string): Promise<OutcomeResponse[]> {
  return rowsNaming(tx, 'outcomeResponses', { column: 'CaseId', id: CaseId });
}

export async function outcomesOfNote(
  tx: Tx,
  { NoteId, CaseId }: { NoteId: string; CaseId: string },
): Promise<OutcomeResponse[]> {
  return (await outcomesOfCase(tx, CaseId)).filter((one) => one.NoteId === NoteId);
}
