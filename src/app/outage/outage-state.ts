import { useSyncExternalStore } from 'react';
import type { OutageCause } from './outage-rule.ts';

/** `over`: the server answers again, and what was sent is still to be looked at. Times are ms since 1970. */
export type Outage =
  | { phase: 'none' }
  | { phase: 'outage'; cause: OutageCause; since: number }
  | { phase: 'over'; since: number; endedAt: number };

const none: Outage = { phase: 'none' };
/** Of this tab, so that a reload does not close the outage's page; it holds no patient data. */
const place = 'mainstay-outage';

let state = kept();
const listeners = new Set<() => void>();

export function outage(): Outage {
  return state;
}

export function useOutage(): Outage {
  return useSyncExternalStore(subscribe, outage);
}

/** The guards open what is for outages only, also while its last list is shown. */
export function isOutage(): boolean {
  return state.phase !== 'none';
}

/** An outage that is on goes on, whatever else fails. */
export function declareOutage(cause: OutageCause, since: number): void {
  if (state.phase !== 'outage') change({ phase: 'outage', cause, since });
}

/** The server answers again. `hasList`: there is something to show before everything is as usual. */
export function endOutage(since: number, endedAt: number, hasList: boolean): void {
  change(hasList ? { phase: 'over', since, endedAt } : none);
}

function change(next: Outage): void {
  state = next;
  if (next.phase === 'none') sessionStorage.removeItem(place);
  else sessionStorage.setItem(place, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function kept(): Outage {
  try {
    const found = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Outage | null;
    return found?.phase === 'outage' || found?.phase === 'over' ? found : none;
  } catch {
    return none;
  }
}
