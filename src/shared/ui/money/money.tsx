import { showMoney, type Cents } from '#contract/base/money.ts';
import classes from './money.module.css';

/** $0.00, negative as -$x, empty as a dash (spec 5), in figures of one width. */
export function Money({ cents, emphasis = false }: { cents: Cents | null | undefined; emphasis?: boolean }) {
  const tone = cents === null || cents === undefined ? classes.empty : cents < 0 ? classes.owed : '';
  return (
    <span className={`${classes.money} ${tone}`} style={emphasis ? { fontWeight: 600 } : undefined}>
      {showMoney(cents)}
    </span>
  );
}
