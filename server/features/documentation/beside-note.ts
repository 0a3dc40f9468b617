import { askersOf } from '#contract/documentation/asked-parts.ts';
import { nothingBeside, type Beside } from '#contract/documentation/beside.ts';
import { nothingAsked, payerAsks } from '#contract/documentation/payer-asks.ts';
import { sameAssessment } from '#contract/documentation/same-assessment.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { alertsToSign } from '#contract/outcomes/needs-alert.ts';
import { wrongMeasures } from '#contract/measures/wrong-measures.ts';
import { outcomesOfNote } from '#server/features/outcomes/store.ts';
import { measurementsById, measuresOfCase } from '#server/features/measures/store.ts';
import { payersOfCase } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { goalsBeside } from './goals-beside.ts';
import type { Held } from './held-note.ts';
import { notesOfCase } from './store.ts';

/** What stands beside a note and keeps it from being signed, as its writer's screen judges it too. */
export async function besideNote(tx: Tx, note: VisitNote, { of, visit }: Pick<Held, 'of' | 'visit'>): Promise<Beside> {
  const NoteDate = visit ? visit.Start.slice(0, 10) : note.NoteDate;
  const payers = await payersOfCase(tx, of.CaseId);
  const measures = await measuresOfCase(tx, note.CaseId);
  const measurementOf = await measurementsById(
    tx,
    measures.map(({ EvalMeasurementId }) => EvalMeasurementId),
  );
  return {
    ...nothingBeside,
    wrongMeasures: wrongMeasures(note, measures, measurementOf),
    outcomes: alertsToSign(note.Elements, await outcomesOfNote(tx, note)),
    askers: askersOf(of.Discipline, payers),
    goalsAndPlans: await goalsBeside(tx, { ...note, NoteDate }, of),
    copied: sameAssessment({ ...note, NoteDate }, await notesOfCase(tx, of.CaseId)),
    // What is added to a visit's note bills nothing of its own.
    asked:
      note.NoteId === String(note.VisitId)
        ? payerAsks(payers, { day: NoteDate, discipline: of.Discipline, visit })
        : nothingAsked,
  };
}
