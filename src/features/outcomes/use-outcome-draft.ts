import type { OutcomeAnswer, OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';

/** What is typed of a score; `Version` is that of the response it corrects, null for the newest. */
export type TypedOutcome = {
  MeasureKey: string | null;
  Version: number | null;
  Date: string | null;
  /** Of a measure of which only the total is kept. */
  Total: string;
  Answers: OutcomeAnswer[];
  CorrectsId: string | null;
};

export type OutcomeDraft = ReturnType<typeof useOutcomeDraft>;

/** A score as far as it is typed, kept on this device until it is saved. */
export function useOutcomeDraft(visit: Pick<Visit, 'PatientId' | 'VisitId' | 'Start'>) {
  const { PatientId, VisitId, Start } = visit;
  const empty: TypedOutcome = {
    MeasureKey: null,
    Version: null,
    Date: Start.slice(0, 10),
    Total: '',
    Answers: [],
    CorrectsId: null,
  };
  const kept = useDraftOver<TypedOutcome>(unsavedKey.at('outcome', `/patients/${PatientId}?visit=${VisitId}`), empty, {
    nowOf: () => null,
  });
  return {
    values: kept.values,
    isDirty: kept.isDirty,
    set: (change: Partial<TypedOutcome>) => kept.setValues((before) => ({ ...before, ...change })),
    /** Another measure is another form. */
    choose: (MeasureKey: string | null) =>
      kept.setValues((before) => ({ ...before, MeasureKey, Version: null, Total: '', Answers: [] })),
    begin: (of: OutcomeResponse) =>
      kept.setValues({
        MeasureKey: of.MeasureKey,
        Version: of.Version,
        Date: of.Date,
        Total: of.Answers === null ? String(of.Score) : '',
        Answers: of.Answers ?? [],
        CorrectsId: of.OutcomeResponseId,
      }),
    undo: kept.undo,
    saved: () => {
      kept.undo();
      kept.drop();
    },
  };
}
