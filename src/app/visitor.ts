import type { Setup } from '#contract/session/endpoints.ts';
import type { Visitor } from './guards.ts';

let current: Visitor = null;

/** Who the guards decide about: outside React, because routes are decided before they are drawn. */
export function visitor(): Visitor {
  return current;
}

export function setVisitor(setup: Setup | null): void {
  current = setup && { can: setup.currentUser.can, SuperUser: setup.currentUser.SuperUser, plus: setup.website.plus };
}
