import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { guard } from '#session/guard-loader.ts';
import { AddressBookRoute } from './address-book.tsx';
import { addressBookTabs } from './address-book-tabs.ts';

const staffOnly = guard({});

/** /addressBook (spec 2) leads to its referring providers. */
function toReferring(args: LoaderFunctionArgs): Response | null {
  staffOnly(args);
  return redirect('/addressBook/referringProvider');
}

/** /addressBook and what stands under it. */
export const addressBookRoute: RouteObject = {
  path: '/addressBook',
  loader: guard({}),
  Component: AddressBookRoute,
  children: [
    { index: true, loader: toReferring },
    ...addressBookTabs.map((tab): RouteObject => ({ path: tab.path, loader: guard(tab.meta), lazy: tab.load })),
  ],
};
