import { placeOf } from './outage-state.ts';

/** Since when no tab of this device has had a server for who is in, over reloads; ms since 1970. Counts from now on if none said so before. */
export function awaySince(): number {
  const now = Date.now();
  const kept = Number(localStorage.getItem(placeOf('away')));
  // A time to come is one of a clock that was set back since.
  if (kept > 0 && kept <= now) return kept;
  try {
    localStorage.setItem(placeOf('away'), String(now));
  } catch {
    // Without storage each start counts for itself.
  }
  return now;
}

/** The server has answered. */
export function forgetAway(): void {
  localStorage.removeItem(placeOf('away'));
}
