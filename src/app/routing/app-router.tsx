import { Suspense, use } from 'react';
import { matchRoutes, unstable_HistoryRouter as HistoryRouter, useLocation, useRoutes } from 'react-router';
import { visitor } from '#session/visitor.ts';
import { RouteSkeleton } from '../route-skeleton.tsx';
import { addressesAround, routes } from '../routes/routes.tsx';
import { history } from './history.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import type { Handle } from './screens.tsx';

/** The screen of the address; the one before stands until the code of the next is there. */
export function AppRouter() {
  return (
    <HistoryRouter history={history}>
      <Screens />
    </HistoryRouter>
  );
}

function Screens() {
  const { key } = useLocation();
  return (
    <ScreenBoundary at={key}>
      <Suspense fallback={<RouteSkeleton />}>
        <Screen />
      </Suspense>
    </ScreenBoundary>
  );
}

function Screen() {
  const at = useLocation();
  use(addressesAround(at.pathname));
  const all = routes();
  if (visitor()) loadAhead(at);
  return useRoutes(all);
}

/** All parts of a screen at once, instead of one when the one around it is there. */
export function loadAhead(at: { pathname: string }): void {
  for (const { route } of matchRoutes(routes(), at) ?? []) {
    const handle = route.handle as Handle | undefined;
    // One that does not come is told of where it is shown.
    handle?.load().catch(() => undefined);
  }
}
