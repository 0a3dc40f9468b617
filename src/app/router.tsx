import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { guard, passIfSignedIn } from '#session/guard-loader.ts';
import { ownAccount, workList } from '#session/guards.ts';
import { NotFoundRoute } from './routes/not-found.tsx';
import { OnDeckRoute } from './routes/on-deck.tsx';
import { RouteSkeleton } from './route-skeleton.tsx';
import { StaffFrame } from './staff-frame.tsx';

const staff = 'staff';
const root = 'root';

/**
 * Every address there is (spec 2). The work list comes with the app, because everybody lands there; other
 * screens load when first entered and are kept by the service worker. What stands under /company and /addressBook is
 * in company/company-routes.tsx and address-book/address-book-routes.tsx, what is printed in prints/print-routes.tsx,
 * and what is seldom opened in routes/seldom-routes.tsx.
 */
const routes: RouteObject[] = [
  {
    id: root,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <RouteSkeleton />,
    children: [
      { path: '/', loader: () => redirect(workList) },
      {
        path: '/login',
        loader: passIfSignedIn,
        lazy: async () => ({ Component: (await import('./routes/sign-in/login.tsx')).LoginRoute }),
      },
      {
        id: staff,
        Component: StaffFrame,
        children: [
          {
            path: '/onDeck',
            loader: guard({}),
            Component: OnDeckRoute,
          },
          {
            path: '/dashboard',
            loader: guard({ dashboard: true }),
            lazy: async () => ({ Component: (await import('./routes/dashboard.tsx')).DashboardRoute }),
          },
          {
            path: '/scheduling',
            loader: guard({}),
            lazy: async () => ({ Component: (await import('./routes/scheduling/scheduling.tsx')).SchedulingRoute }),
          },
          {
            path: '/patients/:id?',
            loader: guard({}),
            lazy: async () => ({ Component: (await import('./routes/patients.tsx')).PatientsRoute }),
          },
          {
            path: ownAccount,
            loader: guard({ besideDashboard: true }),
            lazy: async () => ({ Component: (await import('./routes/account.tsx')).AccountRoute }),
          },
        ],
      },
      { path: '*', element: <NotFoundRoute /> },
    ],
  },
];

/** Many addresses few people open: their list comes with the first of them. */
const isCompany = /^\/company(\/|$)/;
const isAddressBook = /^\/addressBook(\/|$)/;
const isSeldomPage = /^\/(login\/|account\/|s\/|dev\/|alwaysAccess|actionFillRequest$|notificationSettings$)/;
const isSeldomScreen = /^\/(importer|superuser)(\/|$)/;
const isPrint = /^\/(print[A-Z]\w+|rundown)(\/|$)/;

let made: ReturnType<typeof createBrowserRouter> | undefined;

/** Made when first asked for: it decides its first route at once, so who is signed in must be known before. */
export function router(): ReturnType<typeof createBrowserRouter> {
  made ??= createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (isCompany.test(path)) patch(staff, [(await import('./routes/company/company-routes.tsx')).companyRoute]);
      if (isAddressBook.test(path))
        patch(staff, [(await import('./routes/address-book/address-book-routes.tsx')).addressBookRoute]);
      if (isSeldomPage.test(path)) patch(root, (await import('./routes/seldom-routes.tsx')).pages);
      if (isSeldomScreen.test(path)) patch(staff, (await import('./routes/seldom-routes.tsx')).screens);
      if (isPrint.test(path)) patch(root, [(await import('./routes/print/print-routes.tsx')).printRoute]);
    },
  });
  return made;
}
