import { useSyncExternalStore } from 'react';
import type { Setup } from '#contract/session/endpoints.ts';
import { device, isDeviceOpen } from '#local/store/device.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { clearToasts } from '#shared/ui/toasts/toasts.tsx';
import { followOutage } from './outage/outage-state.ts';
import { currentSite } from './token.ts';
import { setVisitor } from './visitor.ts';

/** Who is signed in on this device; the token may still be on its way. */
export type SessionState =
  /** `notice` says why, where nobody chose to. */
  | { phase: 'signedOut'; locked?: LockedPerson; notice?: string }
  /** A superuser is on the way from one site to another. */
  | { phase: 'switching' }
  | { phase: 'signedIn'; site: string; UserId: string; SuperUser: boolean; setup: Setup };

/** Whose screen locked itself after `afterMs` without use; the password leads back to it. */
export type LockedPerson = { Email: string; name: string; afterMs: number };

let state: SessionState = { phase: 'signedOut' };
const listeners = new Set<() => void>();

export function changeSession(next: SessionState): void {
  state = next;
  setVisitor(next.phase === 'signedIn' ? next.setup : null);
  if (next.phase === 'signedIn') followOutage(next);
  for (const listener of listeners) listener();
  if (next.phase !== 'signedIn') clearMessages();
}

/** Messages name patients, and their Undo is this person's: they are not for the next one. */
export function clearMessages(): void {
  clearToasts();
  announce('');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function session(): SessionState {
  return state;
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, session);
}

export function sessionSite(): string | null {
  return currentSite() ?? (state.phase === 'signedIn' ? state.site : null);
}

/** The address by which this device knows the person who is in. */
export function sessionEmail(): string | null {
  return state.phase === 'signedIn' ? state.setup.currentUser.Email : null;
}

export function isSignedIn({ site, UserId }: { site: string; UserId: string }): boolean {
  return state.phase === 'signedIn' && state.site === site && state.UserId === UserId;
}

/** Of who is in, or just coming in. */
export function idInside(): string | null {
  if (state.phase === 'signedIn') return state.UserId;
  return isDeviceOpen() ? device().UserId : null;
}

/** The locked screen is left for another person to sign in. */
export function forgetLocked(): void {
  if (state.phase === 'signedOut') changeSession({ phase: 'signedOut' });
}

export function nameOf({ currentUser }: Setup): string {
  return `${currentUser.FirstName} ${currentUser.LastName}`;
}
