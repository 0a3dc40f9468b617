import type { VisitId } from '#contract/base/ids.ts';
import { counted } from '#contract/base/nouns.ts';
import { cellWords } from '#contract/flowsheet/cell-words.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { cellsAgain, cellsOver } from '#local/reads/flowsheet.ts';
import { readVisit } from '#local/reads/visits.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';

async function overNow(call: ParkedCall) {
  const visit = await readVisit(call.input['id'] as VisitId);
  return visit ? cellsOver(visit, [call]) : [];
}

export const flowsheetViews = {
  'flowsheet.save': {
    title: 'Flowsheet of a visit',
    detail: ({ cells }) => counted((cells as unknown[]).length, 'cell'),
    diff: async (call) => {
      const cells = await overNow(call);
      return cells.map(({ Name, isThere, mine, now }) => ({
        name: Name,
        mine: cellWords(mine),
        now: isThere ? cellWords(now) : 'can’t be saved',
      }));
    },
    fresh: async (call) => {
      const { cells, base } = cellsAgain(await overNow(call));
      return { input: { ...call.input, cells }, base };
    },
  },
} satisfies Partial<ConflictViews>;
