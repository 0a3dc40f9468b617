/** Pages that need no staff sign-in (spec 2, public routes), each by the first part of its address. */
export const publicPages = [
  's',
  'actionFillRequest',
  'notificationSettings',
  'patientLogin',
  'patientLogout',
  'patient_visits',
  'intake',
  'onlineScheduling',
  'payment',
  'survey',
  'onlineReview',
  'hep',
  'kiosk',
] as const;
export type PublicPage = (typeof publicPages)[number];

/** Their addresses, and all below them: the staff's service worker answers none of these. */
export const publicAddress = new RegExp(`^/(${publicPages.join('|')})(/|$)`);

/** Those that are an app of their own, with a service worker and a place on the home screen; the others share one. */
export const ownApps = ['hep'] as const satisfies readonly PublicPage[];
export type OwnApp = (typeof ownApps)[number];

/** The app that an address belongs to; undefined for the one that the other pages for patients share. */
export function ownAppOf(pathname: string): OwnApp | undefined {
  const page = publicPageOf(pathname);
  return ownApps.find((one) => one === page);
}

/**
 * Where the login for an address is: an app of its own has one within it. On the home screen of an iPhone another address
 * opens in a browser beside the app, whose login the app never has.
 */
export function loginPath(pathname: string): string {
  const app = ownAppOf(pathname);
  return app === undefined ? '/patientLogin' : `/${app}/login`;
}

/** Which page an address belongs to; undefined for one of the staff's. */
export function publicPageOf(pathname: string): PublicPage | undefined {
  return publicAddress.exec(pathname)?.[1] as PublicPage | undefined;
}

/**
 * Where a login leads back to: an address of these pages alone, with what stands behind it; undefined for anything
 * else, such as a screen of the staff or another host.
 */
export function publicReturn(returnTo: string | null, origin: string): string | undefined {
  if (!returnTo?.startsWith('/') || returnTo.includes('\\') || !URL.canParse(returnTo, origin)) return undefined;
  const { origin: host, pathname, search, hash } = new URL(returnTo, origin);
  const page = publicPageOf(pathname);
  if (host !== origin || page === undefined || page === 'patientLogin' || page === 'patientLogout') return undefined;
  if (pathname === loginPath(pathname)) return undefined;
  return `${pathname}${search}${hash}`;
}
