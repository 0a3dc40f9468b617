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
  /** `notice` says why, where the person did not choose it. */
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

/** Clears messages: they name patients, and their Undo belongs to the person who leaves. */
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

/** The email of the person who is in. */
export function sessionEmail(): string | null {
  return state.phase === 'signedIn' ? state.setup.currentUser.Email : null;
}

export function isSignedIn({ site, UserId }: { site: string; UserId: string }): boolean {
  return state.phase === 'signedIn' && state.site === site && state.UserId === UserId;
}

/** The id of the person who is in or coming in. */
export function idInside(): string | null {
  if (state.phase === 'signedIn') return state.UserId;
  return isDeviceOpen() ? device().UserId : null;
}

/** Turns a locked screen into a sign-in page for anybody. */
export function forgetLocked(): void {
  if (state.phase === 'signedOut') changeSession({ phase: 'signedOut' });
}

export function nameOf({ currentUser }: Setup): string {
  return `${currentUser.FirstName} ${currentUser.LastName}`;
}
