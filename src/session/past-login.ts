import { afterLogin, type Entry } from './guards.ts';
import { outagePath } from './outage/outage-entry.ts';
import { visitor } from './visitor.ts';

/** The login page is of no use to somebody signed in already. */
export function pastLogin({ search }: { search: string }): Entry {
  const who = visitor();
  if (!who) return { enter: true };
  const returnTo = new URLSearchParams(search).get('returnTo');
  return { enter: false, to: afterLogin(returnTo, window.location.origin, who.SuperUser, outagePath()) };
}
