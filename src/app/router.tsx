import { createBrowserRouter, redirect, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { guard, passIfSignedIn } from './guard-loader.ts';
import { workList } from './guards.ts';
import { NotFoundRoute } from './routes/not-found.tsx';
import { OnDeckRoute } from './routes/on-deck.tsx';
import { RouteSkeleton } from './route-skeleton.tsx';
import { StaffFrame } from './staff-frame.tsx';

const staff = 'staff';

/**
 * Every address there is (spec 2). The work list comes with the app, because everybody lands there; other
 * screens load when first entered and are kept by the service worker. What stands under /company and /addressBook is
 * in company/company-routes.tsx and address-book/address-book-routes.tsx.
 */
const routes: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <RouteSkeleton />,
    children: [
      { path: '/', loader: () => redirect(workList) },
      {
        path: '/login',
        loader: passIfSignedIn,
        lazy: async () => ({ Component: (await import('./routes/login.tsx')).LoginRoute }),
      },
      {
        path: '/login/sso/:site',
        loader: passIfSignedIn,
        lazy: async () => ({ Component: (await import('./routes/single-sign-on.tsx')).SingleSignOnRoute }),
      },
      {
        path: '/account/forgot',
        loader: guard({ noAuth: true }),
        lazy: async () => ({ Component: (await import('./routes/forgot-password.tsx')).ForgotPasswordRoute }),
      },
      {
        path: '/account/link',
        loader: guard({ noAuth: true }),
        lazy: async () => ({ Component: (await import('./routes/account-link.tsx')).AccountLinkRoute }),
      },
      {
        path: '/dev/ui',
        loader: guard({ noAuth: true }),
        lazy: async () => ({ Component: (await import('./dev/dev-ui.tsx')).DevUiRoute }),
      },
      {
        path: '/alwaysAccess',
        loader: guard({ outageOnly: true }),
        lazy: async () => ({ Component: (await import('./routes/always-access.tsx')).AlwaysAccessRoute }),
      },
      {
        path: '/alwaysAccessSuper/:websiteId',
        loader: guard({ outageOnly: true, superuserOnly: true }),
        lazy: async () => ({ Component: (await import('./routes/always-access.tsx')).AlwaysAccessSuperRoute }),
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
            path: '/patients/:id?',
            loader: guard({}),
            lazy: async () => ({ Component: (await import('./routes/patients.tsx')).PatientsRoute }),
          },
          {
            path: '/importer',
            loader: guard({ permission: { and: ['access billing'] } }),
            lazy: async () => ({ Component: (await import('./routes/importer.tsx')).ImporterRoute }),
          },
          {
            path: '/account',
            loader: guard({}),
            lazy: async () => ({ Component: (await import('./routes/account.tsx')).AccountRoute }),
          },
          {
            path: '/superuser',
            loader: guard({ superuserOnly: true }),
            lazy: async () => ({ Component: (await import('./routes/superuser.tsx')).SuperuserRoute }),
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

let made: ReturnType<typeof createBrowserRouter> | undefined;

/** Made when first asked for: it decides its first route at once, so who is signed in must be known before. */
export function router(): ReturnType<typeof createBrowserRouter> {
  made ??= createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (isCompany.test(path)) patch(staff, [(await import('./company/company-routes.tsx')).companyRoute]);
      if (isAddressBook.test(path))
        patch(staff, [(await import('./address-book/address-book-routes.tsx')).addressBookRoute]);
    },
  });
  return made;
}
