import { showDate } from '#contract/base/dates.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';

export const outcomeViews = {
  'outcomes.record': {
    title: 'Score of an outcome measure',
    diff: ({ input }): FieldDiff[] => [
      { name: 'Measure', mine: String(input['MeasureKey'] ?? '').toUpperCase(), now: '' },
      { name: 'Score', mine: String(input['Score'] ?? ''), now: '' },
      { name: 'Date', mine: typeof input['Date'] === 'string' ? showDate(input['Date']) : '', now: '' },
    ],
  },
} satisfies Partial<ConflictViews>;
