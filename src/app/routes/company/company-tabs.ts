import type { ComponentType } from 'react';
import type { RouteMeta, Visitor } from '#session/guards.ts';
import { decideEntry } from '#session/guards.ts';

export type CompanyTab = {
  name: string;
  /** Under /company; what follows the first `/` are parameters (spec 2). */
  path: string;
  permission: string;
  plusSettings?: true;
  load: () => Promise<{ Component: ComponentType }>;
};

/** The tabs of /company in the order they stand; regions are a part of Facilities, the closed period of Settings. */
export const companyTabs: readonly CompanyTab[] = [
  {
    name: 'Users',
    path: 'users/:userId?',
    permission: 'manage users',
    load: async () => ({ Component: (await import('./company-users.tsx')).CompanyUsersRoute }),
  },
  {
    name: 'Facilities',
    path: 'facilities/:id?',
    permission: 'manage facilities',
    load: async () => ({ Component: (await import('./company-facilities.tsx')).CompanyFacilitiesRoute }),
  },
  {
    name: 'Kiosks',
    path: 'kiosks',
    permission: 'manage kiosks',
    load: async () => ({ Component: (await import('./company-kiosks.tsx')).CompanyKiosksRoute }),
  },
  {
    name: 'Online scheduling',
    path: 'onlineScheduling',
    permission: 'manage online scheduling',
    load: async () => ({ Component: (await import('./company-online-scheduling.tsx')).CompanyOnlineSchedulingRoute }),
  },
  {
    name: 'Forms',
    path: 'forms/:formId?',
    permission: 'manage forms',
    load: async () => ({ Component: (await import('./company-forms.tsx')).CompanyFormsRoute }),
  },
  {
    name: 'Settings',
    path: 'settings',
    permission: 'manage company settings',
    load: async () => ({ Component: (await import('./company-settings.tsx')).CompanySettingsRoute }),
  },
  {
    name: 'Sign-in',
    path: 'signIn',
    permission: 'manage company settings',
    load: async () => ({ Component: (await import('./company-sign-in.tsx')).CompanySignInRoute }),
  },
  {
    name: 'Plus settings',
    path: 'plus',
    permission: 'manage prompt plus settings',
    plusSettings: true,
    load: async () => ({ Component: (await import('./company-settings.tsx')).CompanyPlusRoute }),
  },
  {
    name: 'Email',
    path: 'mail',
    permission: 'manage users',
    load: async () => ({ Component: (await import('./company-mail.tsx')).CompanyMailRoute }),
  },
  {
    name: 'Sent messages',
    path: 'messages',
    permission: 'manage users',
    load: async () => ({ Component: (await import('./company-messages.tsx')).CompanyMessagesRoute }),
  },
  {
    name: 'Surveys',
    path: 'surveys',
    permission: 'manage users',
    load: async () => ({ Component: (await import('./company-surveys.tsx')).CompanySurveysRoute }),
  },
  {
    name: 'Online reviews',
    path: 'onlineReviews',
    permission: 'access online reviews',
    load: async () => ({ Component: (await import('./company-online-reviews.tsx')).CompanyOnlineReviewsRoute }),
  },
  {
    name: 'Audit',
    path: 'audit',
    permission: 'manage users',
    load: async () => ({ Component: (await import('./company-audit.tsx')).CompanyAuditRoute }),
  },
];

export function metaOf({ permission, plusSettings }: CompanyTab): RouteMeta {
  return { permission: { and: ['access company', permission] }, ...(plusSettings && { plusSettings }) };
}

/** `/company/users` of `users/:userId?`. */
export function addressOf({ path }: CompanyTab): string {
  return `/company/${path.split('/')[0]}`;
}

export function tabsFor(visitor: Visitor, tabs: readonly CompanyTab[] = companyTabs): readonly CompanyTab[] {
  return tabs.filter((tab) => decideEntry(metaOf(tab), visitor, addressOf(tab), false).enter);
}
