import { sessionSite } from '#session/session-state.ts';
import { visitor } from '#session/visitor.ts';
import { isOutage } from './outage-state.ts';

/** Where an outage leads who is signed in (spec 2), or null without one. */
export function outagePath(): string | null {
  return isOutage() ? pathOfOutagePage() : null;
}

export function pathOfOutagePage(): string {
  const site = sessionSite();
  return visitor()?.SuperUser && site !== null ? `/alwaysAccessSuper/${site}` : '/alwaysAccess';
}
