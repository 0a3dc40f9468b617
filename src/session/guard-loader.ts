import { redirect, type LoaderFunctionArgs } from 'react-router';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { afterLogin, decideEntry, type RouteMeta } from './guards.ts';
import { outagePath } from './outage/outage-entry.ts';
import { isOutage } from './outage/outage-state.ts';
import { visitor } from '#session/visitor.ts';

/** A route's loader: lets the visitor in, or sends them where they belong. */
export function guard(meta: RouteMeta) {
  return ({ request }: LoaderFunctionArgs): null => {
    const { pathname, search } = new URL(request.url);
    const entry = decideEntry(meta, visitor(), `${pathname}${search}`, isOutage());
    if (entry.enter) return null;
    if (entry.toast) toastNegative(entry.toast);
    throw redirect(entry.to);
  };
}

/** The login page is of no use to somebody signed in already. */
export function passIfSignedIn({ request }: LoaderFunctionArgs): null {
  const who = visitor();
  if (!who) return null;
  const { origin, searchParams } = new URL(request.url);
  throw redirect(afterLogin(searchParams.get('returnTo'), origin, who.SuperUser, outagePath()));
}
