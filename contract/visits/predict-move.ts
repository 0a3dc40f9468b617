import { predictionOf } from '../prediction.ts';
import { visitEndpoints } from './endpoints.ts';
import { moveOutcome, moveRefusal } from './moves.ts';
import { factsOfVisit, visitMoreReads, visitReads } from './visit-in-rows.ts';

/** The visit stands in its new stage. `updated_at` stays the server's, because the next move sends it as `lastUpdated`. */
export const predictMove = predictionOf(visitEndpoints.move.input, {
  reads: ({ id }) => visitReads(id),
  more: ({ id }, rows) => visitMoreReads(id, rows),
  apply(rows, { id, destination, ignoreIncompleteIntake }) {
    const visit = rows.get('visits', id);
    if (!visit || moveRefusal(visit, destination, factsOfVisit(rows, visit))) return;
    if (moveOutcome(visit, destination, ignoreIncompleteIntake) !== 'moved') return;
    rows.put('visits', { ...visit, stage: destination });
  },
});
