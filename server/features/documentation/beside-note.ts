import type { Case } from '#contract/cases/case.ts';
import { askersOf } from '#contract/documentation/asked-parts.ts';
import { nothingBeside, type Beside } from '#contract/documentation/beside.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { builtInMeasurement } from '#contract/measures/catalog/catalog.ts';
import { alertsToSign } from '#contract/outcomes/needs-alert.ts';
import { wrongMeasures } from '#contract/measures/wrong-measures.ts';
import { outcomesOfNote } from '#server/features/outcomes/store.ts';
import { measuresOfCase } from '#server/features/measures/store.ts';
import { payersOfCase } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { goalsBeside } from './goals-beside.ts';

/** What stands beside a note and keeps it from being signed, as its writer's screen judges it too. */
export async function besideNote(tx: Tx, note: VisitNote, of: Case): Promise<Beside> {
  return {
    ...nothingBeside,
    wrongMeasures: wrongMeasures(note, await measuresOfCase(tx, note.CaseId), builtInMeasurement),
    outcomes: alertsToSign(note.Elements, await outcomesOfNote(tx, note)),
    askers: askersOf(of.Discipline, await payersOfCase(tx, of.CaseId)),
    goalsAndPlans: await goalsBeside(tx, note, of),
  };
}
