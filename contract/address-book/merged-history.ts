import { mergedFields } from '../base/merged-fields.ts';
import { isSameValue } from '../base/same-value.ts';

/** Rules from a day on; null is from the beginning. */
export type RulesFrom = { EffectiveFrom: string | null; rules: object };
type Three = { now: readonly RulesFrom[]; mine: readonly RulesFrom[]; was: readonly RulesFrom[] };

/**
 * Merges histories of rules three-way, rule by rule (sync.md). A day that one of them adds or removes says what holds of
 * the days around it, so it merges only where the other changed nothing. Where both changed the same, `history` has mine.
 */
export function mergedHistory({ now, mine, was }: Three): { history: RulesFrom[]; isClash: boolean } {
  const [there, wanted, seen] = [now, mine, was].map(cells) as [Cells, Cells, Cells];
  const names = Object.keys({ ...there, ...wanted, ...seen });
  const all = (of: Cells): Cells => Object.fromEntries(names.map((name) => [name, of[name] ?? null]));
  const { merged, clashes } = mergedFields(all(there), all(wanted), all(seen));
  const isChanged = { theirs: !isSameValue(seen, there), mine: !isSameValue(seen, wanted) };
  const isMoved = !isSameDays(was, mine) || !isSameDays(was, now);
  const isBoth = isChanged.theirs && isChanged.mine && !isSameValue(there, wanted);
  return { history: historyOf(merged), isClash: clashes.length > 0 || (isMoved && isBoth) };
}

type Cells = Record<string, unknown>;
const beginning = '';

/** One field for every day, and one for every rule that is set on it. */
function cells(history: readonly RulesFrom[]): Cells {
  return Object.fromEntries(
    history.flatMap(({ EffectiveFrom, rules }) => {
      const day = EffectiveFrom ?? beginning;
      const set = Object.entries(rules).filter(([, value]) => value !== undefined && value !== null);
      return [[day, true], ...set.map(([rule, value]) => [`${day} ${rule}`, value])];
    }),
  );
}

/** A rule that is set keeps its day. */
function historyOf(merged: Cells): RulesFrom[] {
  const days = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(merged).filter(([, each]) => each !== null)) {
    const [day = beginning, rule] = name.split(' ');
    const rules = days.get(day) ?? {};
    days.set(day, rule === undefined ? rules : { ...rules, [rule]: value });
  }
  const sorted = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([day, rules]) => ({ EffectiveFrom: day === beginning ? null : day, rules }));
}

function isSameDays(one: readonly RulesFrom[], other: readonly RulesFrom[]): boolean {
  const daysOf = (history: readonly RulesFrom[]) => history.map(({ EffectiveFrom }) => EffectiveFrom ?? beginning);
  return isSameValue(daysOf(one).toSorted(), daysOf(other).toSorted());
}
