import type { SeriesScope } from '#contract/visits/series-scope.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';

const scopeWords: Record<Exclude<SeriesScope, 'this'>, string> = {
  following: 'This and the following visits',
  all: 'All visits of the series that have not begun',
};

/** Of a series, what else a call is for than the visit it names. */
export function scopeDiff({ which }: ParkedCall['input']): FieldDiff[] {
  if (which !== 'following' && which !== 'all') return [];
  return [{ name: 'For', mine: scopeWords[which], now: '-' }];
}
