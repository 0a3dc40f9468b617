import { Navigate, type RouteObject } from 'react-router';
import { SignedInOnly } from '#session/guarded.tsx';
import { ownAccount, workList } from '#session/guards.ts';
import { later } from '#shared/later.ts';
import { lazyScreen } from '../routing/lazy-screen.tsx';
import { entrance, screen } from '../routing/screens.tsx';

const StaffFrame = lazyScreen(async () => ({ Component: (await import('../staff.tsx')).staff.StaffFrame }));
const NotFound = lazyScreen(async () => ({ Component: (await import('./not-found.tsx')).NotFoundRoute }));

/**
 * Every address there is (spec 2). The work list comes with the frame of all screens, because everybody lands there;
 * other screens load when first entered and are kept by the service worker.
 */
const staff: RouteObject[] = [
  screen(workList, {}, async () => ({ Component: (await import('../staff.tsx')).staff.OnDeckRoute })),
  screen('/dashboard', { dashboard: true }, async () => ({
    Component: (await import('./dashboard.tsx')).DashboardRoute,
  })),
  screen('/scheduling', {}, async () => ({ Component: (await import('./scheduling/scheduling.tsx')).SchedulingRoute })),
  screen('/patients/:id?', {}, async () => ({ Component: (await import('./patients.tsx')).PatientsRoute })),
  screen(ownAccount, { besideDashboard: true }, async () => ({
    Component: (await import('./account.tsx')).AccountRoute,
  })),
];
const pages: RouteObject[] = [
  { path: '/', element: <Navigate to={workList} replace /> },
  entrance('/login', async () => ({ Component: (await import('./sign-in/login.tsx')).LoginRoute })),
  { path: '*', element: <NotFound /> },
];

type More = { staff?: RouteObject[]; pages?: RouteObject[] };
const table = (isAt: RegExp, load: () => Promise<More>) => ({ isAt, more: later(load) });

/** Many addresses few people open: their list comes with the first of them. */
const tables = [
  table(/^\/company(\/|$)/, async () => ({
    staff: [(await import('./company/company-routes.tsx')).companyRoute],
  })),
  table(/^\/addressBook(\/|$)/, async () => ({
    staff: [(await import('./address-book/address-book-routes.tsx')).addressBookRoute],
  })),
  table(/^\/library(\/|$)/, async () => ({ staff: [(await import('./library/library-routes.tsx')).libraryRoute] })),
  table(/^\/(importer|superuser)(\/|$)/, async () => ({ staff: (await import('./seldom-routes.tsx')).screens })),
  table(/^\/(login\/|account\/|dev\/|alwaysAccess)/, async () => ({
    pages: (await import('./seldom-routes.tsx')).pages,
  })),
  table(/^\/(print[A-Z]\w+|rundown)(\/|$)/, async () => ({
    pages: [(await import('./print/print-routes.tsx')).printRoute],
  })),
];

let known: { of: readonly More[]; routes: RouteObject[] } | undefined;

/** All that can be entered now. */
export function routes(): RouteObject[] {
  const of = tables.flatMap(({ more }) => more.here() ?? []);
  if (known?.of.length === of.length) return known.routes;
  const framed: RouteObject = {
    element: (
      <SignedInOnly>
        <StaffFrame />
      </SignedInOnly>
    ),
    handle: StaffFrame,
    children: [...staff, ...of.flatMap((more) => more.staff ?? [])],
  };
  known = { of, routes: [framed, ...pages, ...of.flatMap((more) => more.pages ?? [])] };
  return known.routes;
}

const here = Promise.resolve();

/** Resolves when the list that an address stands in is there; the same promise each time. */
export function addressesAround(pathname: string): Promise<unknown> {
  return tables.find(({ isAt }) => isAt.test(pathname))?.more.load() ?? here;
}
