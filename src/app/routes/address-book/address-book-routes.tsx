import { Navigate } from 'react-router';
import { frame, screen } from '#app/routing/screens.tsx';
import { AddressBookRoute } from './address-book.tsx';
import { addressBookTabs } from './address-book-tabs.ts';

/** /addressBook (spec 2) leads to its referring providers. */
export const addressBookRoute = frame('/addressBook', {}, AddressBookRoute, [
  { index: true, element: <Navigate to="/addressBook/referringProvider" replace /> },
  ...addressBookTabs.map((tab) => screen(tab.path, tab.meta, tab.load)),
]);
