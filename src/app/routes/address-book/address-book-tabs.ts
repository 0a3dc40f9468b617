import type { ComponentType } from 'react';
import { decideEntry, type RouteMeta, type Visitor } from '#session/guards.ts';

type AddressBookTab = {
  name: string;
  /** Under /addressBook, as spec 2 spells it. */
  path: string;
  meta: RouteMeta;
  load: () => Promise<{ Component: ComponentType }>;
};

/** The children of /addressBook (spec 2), in its order. */
export const addressBookTabs: readonly AddressBookTab[] = [
  {
    name: 'Referring providers',
    path: 'referringProvider/:id?',
    meta: {},
    load: async () => ({ Component: (await import('./address-book-referring.tsx')).ReferringRoute }),
  },
  {
    name: 'Payers',
    path: 'payer/:id?',
    meta: {},
    load: async () => ({ Component: (await import('./address-book-payers.tsx')).PayersRoute }),
  },
  {
    name: 'Payer default rules',
    path: 'payerDefaultRules',
    meta: { permission: { and: ['access payer rules'] } },
    load: async () => ({ Component: (await import('./address-book-default-rules.tsx')).DefaultRulesRoute }),
  },
  {
    name: 'Other contacts',
    path: 'otherContact/:id?',
    meta: {},
    load: async () => ({ Component: (await import('./other-contacts.tsx')).OtherContactsRoute }),
  },
];

/** `/addressBook/payer` of `payer/:id?`. */
export function addressOf({ path }: { path: string }): string {
  return `/addressBook/${path.split('/')[0]}`;
}

export function tabsFor(visitor: Visitor): readonly AddressBookTab[] {
  return addressBookTabs.filter((tab) => decideEntry(tab.meta, visitor, addressOf(tab), false).enter);
}
