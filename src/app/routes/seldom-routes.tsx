import type { RouteObject } from 'react-router';
import { guard, passIfSignedIn } from '#session/guard-loader.ts';

/** Addresses without the shell that nobody opens day by day: links out of messages, outages, the design language. */
export const pages: RouteObject[] = [
  {
    path: '/login/sso/:site',
    loader: passIfSignedIn,
    lazy: async () => ({ Component: (await import('./sign-in/single-sign-on.tsx')).SingleSignOnRoute }),
  },
  {
    path: '/account/forgot',
    loader: guard({ noAuth: true }),
    lazy: async () => ({ Component: (await import('./sign-in/forgot-password.tsx')).ForgotPasswordRoute }),
  },
  {
    path: '/account/link',
    loader: guard({ noAuth: true }),
    lazy: async () => ({ Component: (await import('./sign-in/account-link.tsx')).AccountLinkRoute }),
  },
  {
    path: '/actionFillRequest',
    loader: guard({ noAuth: true }),
    lazy: async () => ({ Component: (await import('./public/action-fill-request.tsx')).ActionFillRequestRoute }),
  },
  {
    path: '/s/:hash',
    loader: guard({ noAuth: true }),
    lazy: async () => ({ Component: (await import('./public/message-link.tsx')).MessageLinkRoute }),
  },
  {
    path: '/notificationSettings',
    loader: guard({ noAuth: true }),
    lazy: async () => ({
      Component: (await import('./notification-settings.tsx')).NotificationSettingsRoute,
    }),
  },
  {
    path: '/dev/ui',
    loader: guard({ noAuth: true }),
    lazy: async () => ({ Component: (await import('../dev/dev-ui.tsx')).DevUiRoute }),
  },
  {
    path: '/alwaysAccess',
    loader: guard({ outageOnly: true }),
    lazy: async () => ({ Component: (await import('./always-access.tsx')).AlwaysAccessRoute }),
  },
  {
    path: '/alwaysAccessSuper/:websiteId',
    loader: guard({ outageOnly: true, superuserOnly: true }),
    lazy: async () => ({ Component: (await import('./always-access.tsx')).AlwaysAccessSuperRoute }),
  },
];

/** Screens of staff that few people open. */
export const screens: RouteObject[] = [
  {
    path: '/importer',
    loader: guard({ permission: { and: ['access billing'] } }),
    lazy: async () => ({ Component: (await import('./company/importer.tsx')).ImporterRoute }),
  },
  {
    path: '/superuser',
    loader: guard({ superuserOnly: true }),
    lazy: async () => ({ Component: (await import('./superuser.tsx')).SuperuserRoute }),
  },
];
