import type { CurrentUser } from '#contract/session/current-user.ts';
import type { Visitor } from './guards.ts';

let current: Visitor = null;

/** Who the guards decide about: outside React, because routes are decided before they are drawn. */
export function visitor(): Visitor {
  return current;
}

export function setVisitor(user: Pick<CurrentUser, 'can' | 'SuperUser'> | null): void {
  current = user;
}
