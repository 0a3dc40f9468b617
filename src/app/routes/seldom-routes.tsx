import type { RouteObject } from 'react-router';
import { entrance, screen } from '#app/routing/screens.tsx';

/** Addresses without the shell that nobody opens day by day: links out of mails, outages, the design language. */
export const pages: RouteObject[] = [
  entrance('/login/sso/:site', async () => ({
    Component: (await import('./sign-in/single-sign-on.tsx')).SingleSignOnRoute,
  })),
  screen('/account/forgot', { noAuth: true }, async () => ({
    Component: (await import('./sign-in/forgot-password.tsx')).ForgotPasswordRoute,
  })),
  screen('/account/link', { noAuth: true }, async () => ({
    Component: (await import('./sign-in/account-link.tsx')).AccountLinkRoute,
  })),
  screen('/dev/ui', { noAuth: true }, async () => ({ Component: (await import('../dev/dev-ui.tsx')).DevUiRoute })),
  screen('/alwaysAccess', { outageOnly: true }, async () => ({
    Component: (await import('./always-access.tsx')).AlwaysAccessRoute,
  })),
  screen('/alwaysAccessSuper/:websiteId', { outageOnly: true, superuserOnly: true }, async () => ({
    Component: (await import('./always-access.tsx')).AlwaysAccessSuperRoute,
  })),
];

/** Screens of staff that few people open. */
export const screens: RouteObject[] = [
  screen('/importer', { permission: { and: ['access billing'] } }, async () => ({
    Component: (await import('./company/importer.tsx')).ImporterRoute,
  })),
  screen('/superuser', { superuserOnly: true }, async () => ({
    Component: (await import('./superuser.tsx')).SuperuserRoute,
  })),
];
