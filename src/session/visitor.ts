import type { Setup } from '#contract/session/endpoints.ts';
import { rightsNow } from '#contract/session/rights-now.ts';
import type { Visitor } from './guards.ts';

let current: Visitor = null;

/** Who the guards decide about: outside React, because routes are decided before they are drawn. */
export function visitor(): Visitor {
  return current;
}

/** Somebody signed in, or (null) nobody is any more. */
export function setVisitor(setup: Setup | null): void {
  if (!setup) return void (current = null);
  const { can, dashboardOnly } = rightsNow(setup, Date.now());
  current = { can, SuperUser: setup.currentUser.SuperUser, plus: setup.website.plus, dashboardOnly };
}

/**
 * What the person in may do has changed. A screen on its way out may still tell it: who has signed out is not let
 * back in by that, or the guards would send them from the login page to a screen that sends them there.
 */
export function renewVisitor(setup: Setup): void {
  if (current) setVisitor(setup);
}
