import { predictionOf } from '../prediction.ts';
import { outcomeEndpoints } from './endpoints.ts';

/** The form has judged it with the measures, which are no small part of the app; a page that saves anything need not know them. */
export const predictRecordOutcome = predictionOf(outcomeEndpoints.record.input, {
  reads: ({ CaseId, OutcomeResponseId, NoteId }) => [
    { entity: 'cases', key: CaseId },
    { entity: 'outcomeResponses', key: OutcomeResponseId },
    ...(NoteId === null ? [] : [{ entity: 'visitNotes' as const, key: NoteId }]),
  ],
  apply(rows, input, { madeAt }) {
    const of = rows.get('cases', input.CaseId);
    const isSigned = input.NoteId !== null && Boolean(rows.get('visitNotes', input.NoteId)?.signedAt);
    if (!of || isSigned || rows.get('outcomeResponses', input.OutcomeResponseId)) return;
    const by = { EnteredBy: 'staff', SurveySendId: null } as const;
    rows.put('outcomeResponses', { ...input, PatientId: of.PatientId, ...by, updated_at: madeAt });
  },
});
