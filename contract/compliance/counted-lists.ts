import { cardWords, type CardWord } from './card-words.ts';
import { clockOf, type Clock, type ClockKind, type ClockState } from './clock.ts';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { shownClocks } from './shown-clocks.ts';
import { countedListKeys, type CountedListKey } from './who-fixes.ts';

/** What a list counts. A script is `soon` while it still covers: that is neither missing nor expired. */
const counted: Record<CountedListKey, { kinds: readonly ClockKind[]; states: readonly ClockState[] }> = {
  authorizations: { kinds: ['authorization'], states: ['late', 'due', 'soon'] },
  plans: { kinds: ['certification', 'recertification', 'planDays'], states: ['late', 'due', 'soon'] },
  reports: { kinds: ['progressReport'], states: ['late', 'due', 'soon'] },
  scripts: { kinds: ['script'], states: ['late', 'due'] },
};

/** The gravest clock of a case on each list: what is due, and apart from it what nobody can tell. */
export type CountedClocks = { [K in CountedListKey]?: Clock };

/**
 * Which lists a case is on (chart.md 6). `due` are those counted; `unknown` are those where something is missing that
 * decides: neither fine nor due; `words` stand on the cards of its visits. `isWhole`: everything of the case is at hand, not only its last 60 days.
 */
export function countedClocks(
  facts: ComplianceFacts,
  isWhole: boolean,
): { due: CountedClocks; unknown: CountedClocks; words: CardWord[] } {
  const clocks = shownClocks(complianceClocks(facts)).map((clock) => (isWhole ? clock : asFarAsKnown(clock)));
  const due: CountedClocks = {};
  const unknown: CountedClocks = {};
  for (const key of countedListKeys) {
    const { kinds, states } = counted[key];
    const own = clocks.filter(({ kind }) => kinds.includes(kind));
    const gravest = states.flatMap((state) => own.filter((clock) => clock.state === state))[0];
    const untold = own.find(({ state }) => state === 'unknown');
    if (gravest) due[key] = gravest;
    else if (untold) unknown[key] = untold;
  }
  return { due, unknown, words: cardWords(clocks) };
}

/** Told of the first treatment or of all days since the last report, which may be older than what is at hand. */
const reachesBack: readonly ClockKind[] = ['certification', 'progressReport', 'therapistTookPart'];

function asFarAsKnown(clock: Clock): Clock {
  const { kind, aboutId, rule } = clock;
  if (!reachesBack.includes(kind)) return clock;
  const sentence = 'This chart is not complete on this device. Open it to count all of its visits.';
  return clockOf({ kind, aboutId, rule, state: 'unknown', sentence });
}
