import { mayManagePlusSettings, passes, permissionDenied } from '#contract/base/permissions.ts';

/** spec 2, Route meta flags (those of staff screens). */
export type RouteMeta = {
  noAuth?: true;
  superuserOnly?: true;
  outageOnly?: true;
  /** Where who may request emergency access but lacks it is sent, and nobody else (spec 6). */
  dashboard?: true;
  /** Open to them too: their own sign-in stays theirs. */
  besideDashboard?: true;
  /** The page of the plus tier (spec 2): its own function says who may, here as where it is saved. */
  plusSettings?: true;
  permission?: { and?: readonly string[]; or?: readonly string[] };
};

/** Who asks to enter. `can` is null while the setup of a fresh device is still on its way. */
export type Visitor = { can: readonly string[]; SuperUser: boolean; plus?: boolean; dashboardOnly?: boolean } | null;

export type Entry = { enter: true } | { enter: false; to: string; toast?: string };

export const workList = '/onDeck';
export const dashboard = '/dashboard';
export const ownAccount = '/account';

/** Whether a visitor may enter a route, and where they go instead (spec 2 and 6). */
export function decideEntry(meta: RouteMeta, visitor: Visitor, target: string, isOutage: boolean): Entry {
  if (meta.noAuth) return { enter: true };
  if (!visitor) return { enter: false, to: loginFor(target) };
  if (visitor.dashboardOnly)
    return meta.dashboard || meta.besideDashboard ? { enter: true } : { enter: false, to: dashboard };
  if (meta.dashboard) return { enter: false, to: workList };
  if (meta.superuserOnly && !visitor.SuperUser) return denied;
  if (meta.outageOnly && !isOutage) return { enter: false, to: workList };
  if (meta.plusSettings && !mayManagePlusSettings(visitor.can, visitor.plus ?? false)) return denied;
  return passes(visitor.can, meta.permission ?? {}) ? { enter: true } : denied;
}

/** Where somebody has to go who stands at an address when what they may do changes; null where they may stay. */
export function leadsAway(pathname: string, dashboardOnly: boolean): string | null {
  if (!dashboardOnly) return pathname === dashboard ? workList : null;
  return pathname === dashboard || pathname === ownAccount ? null : dashboard;
}

const denied: Entry = { enter: false, to: workList, toast: permissionDenied };

export function loginFor(target: string): string {
  return target === '/' || target === workList ? '/login' : `/login?returnTo=${encodeURIComponent(target)}`;
}

/** Only a path of our own origin is followed back; anything else leads to the fallback. */
export function safeReturn(returnTo: string | null, origin: string, fallback: string): string {
  if (!returnTo?.startsWith('/') || returnTo.includes('\\')) return fallback;
  if (!URL.canParse(returnTo, origin)) return fallback;
  const url = new URL(returnTo, origin);
  // A path with two slashes in front, as '/.//evil.example' leaves, names another host.
  if (url.origin !== origin || url.pathname === '/login' || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * Superusers land on /superuser after login (spec 2) and everybody on the outage's page during one (spec 7),
 * unless they were on their way somewhere: the screens of this device work on.
 */
export function afterLogin(
  returnTo: string | null,
  origin: string,
  SuperUser: boolean,
  outagePath: string | null = null,
): string {
  return safeReturn(returnTo, origin, outagePath ?? (SuperUser ? '/superuser' : workList));
}
