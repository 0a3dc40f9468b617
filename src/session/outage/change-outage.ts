import type { OutageCause } from './outage-rule.ts';
import { keptOutage, none, placeOf, showOutage, type Outage } from './outage-state.ts';

/** An outage that is on goes on, whatever else fails; another tab may have declared it just now. */
export function declareOutage(cause: OutageCause, since: number, after: string | null): void {
  const before = keptOutage();
  if (before.phase === 'outage') showOutage(before);
  else keep({ phase: 'outage', cause, since, after });
}

/** The server answers again. `hasList`: there is something to show before everything is as usual. */
export function endOutage(since: number, endedAt: number, hasList: boolean): void {
  keep(hasList ? { phase: 'over', since, endedAt } : none);
}

function keep(next: Outage): void {
  try {
    if (next.phase === 'none') localStorage.removeItem(placeOf('outage'));
    else localStorage.setItem(placeOf('outage'), JSON.stringify(next));
  } catch {
    // Without storage it is the outage of this tab alone.
  }
  showOutage(next);
}
