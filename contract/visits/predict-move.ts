import { predictionOf, type CallContext, type PredictedRows } from '../prediction.ts';
import { takesPlace } from './stage.ts';
import { visitEndpoints } from './endpoints.ts';
import { unaskedFacts } from './move-facts.ts';
import { findMove, moveOutcome, moveRefusal } from './moves.ts';
import { answered, othersInRows, seriesReads } from './predict-booking.ts';
import type { VisitStage } from './stage.ts';
import type { Visit } from './visit.ts';
import { factsOfVisit, visitMoreReads, visitReads } from './visit-in-rows.ts';

/** The visit stands in its new stage. `updated_at` stays the server's, because the next move sends it as `lastUpdated`. */
export const predictMove = predictionOf(visitEndpoints.move.input, {
  reads: ({ id }) => [{ entity: 'visits', key: id }],
  // Most moves ask nothing more of a visit, and a day offline makes hundreds of them.
  more({ id, destination, which }, rows) {
    const visit = rows.get('visits', id);
    const guarded = visit && isGuarded(visit, destination) ? [...visitReads(id), ...visitMoreReads(id, rows)] : [];
    return [...guarded, ...seriesReads(rows, id, which)];
  },
  apply(rows, { id, destination, ignoreIncompleteIntake, CancelReason, which }, { codes, madeAt }) {
    const visit = rows.get('visits', id);
    if (!visit || moveRefusal(visit, destination, factsFor(rows, visit, destination, codes))) return;
    if (moveOutcome(visit, destination, ignoreIncompleteIntake) !== 'moved') return;
    const reason = (one: Visit) => (isGone(destination) ? (CancelReason ?? one.CancelReason) : null);
    for (const one of [visit, ...(isGone(destination) ? othersInRows(rows, visit, which, madeAt) : [])])
      rows.put('visits', {
        ...one,
        stage: one === visit ? destination : 'cancelled',
        CancelReason: reason(one),
        ...answered(one),
      });
  },
});

function isGone(stage: VisitStage): boolean {
  return !takesPlace({ stage });
}

function factsFor(rows: PredictedRows, visit: Visit, destination: VisitStage, codes: CallContext['codes']) {
  return isGuarded(visit, destination) ? factsOfVisit(rows, visit, codes) : unaskedFacts;
}

function isGuarded(visit: Visit, destination: VisitStage): boolean {
  return findMove(visit.stage, destination)?.guard !== undefined;
}
