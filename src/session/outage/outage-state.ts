import { useSyncExternalStore } from 'react';
import type { OutageCause } from './outage-rule.ts';

/**
 * `over`: the server answers again, and what was sent is still to be looked at. Times are ms since 1970, to be shown
 * alone: a clock may be set right meanwhile. `after` is the mark of the last exchange before the outage. `isUnknown`:
 * somebody has just come in by a kept key, and whether the server is there turns out only now.
 */
export type Outage =
  | { phase: 'none'; isUnknown?: true }
  | { phase: 'outage'; cause: OutageCause; since: number; after: string | null }
  | { phase: 'over'; since: number; endedAt: number };

export const none: Outage = { phase: 'none' };
export const unknown: Outage = { phase: 'none', isUnknown: true };

let whose = '';
let state: Outage = none;
const listeners = new Set<() => void>();

/** Whose outage the guards and screens ask for: it is that of every tab in which this person works on this device. */
export function followOutage({ site, UserId }: { site: string; UserId: string }): void {
  whose = `${site}:${UserId}`;
  // Added once, however often.
  window.addEventListener('storage', hear);
  showOutage(keptOutage());
}

/** Where something of the outage of who is in is kept; ids and times only. */
export function placeOf(what: 'outage' | 'away'): string {
  return `mainstay:${what}:${whose}`;
}

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

/** In this tab; `change-outage.ts` keeps it for every tab. */
export function showOutage(next: Outage): void {
  state = next;
  for (const listener of listeners) listener();
}

function hear({ key }: StorageEvent): void {
  if (key === placeOf('outage') || key === null) showOutage(keptOutage());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function keptOutage(): Outage {
  try {
    return (JSON.parse(localStorage.getItem(placeOf('outage')) ?? 'null') as Outage | null) ?? none;
  } catch {
    return none;
  }
}
