import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import IconLayoutKanban from '@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { Icon } from '@tabler/icons-react';
import type { RouteMeta } from '#session/guards.ts';

export type Screen = {
  path: string;
  name: string;
  icon: Icon;
  keys: string;
  permission?: NonNullable<RouteMeta['permission']>;
  dashboard?: true;
};

/** Who writes notes uses what is in the library; who manages it changes it. */
export const mayOpenLibrary = { or: ['write notes', 'manage library'] };

/** The screens of the rail, the palette and the `g` keys, in the order people use them. */
export const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', icon: IconLayoutKanban, keys: 'g d', dashboard: true },
  { path: '/onDeck', name: 'On Deck', icon: IconLayoutKanban, keys: 'g o' },
  { path: '/scheduling', name: 'Scheduling', icon: IconCalendar, keys: 'g s' },
  { path: '/patients', name: 'Patients', icon: IconUsers, keys: 'g p' },
  { path: '/importer', name: 'Importer', icon: IconFileImport, keys: 'g i', permission: { and: ['access billing'] } },
  { path: '/library', name: 'Library', icon: IconBooks, keys: 'g l', permission: mayOpenLibrary },
  { path: '/addressBook', name: 'Address Book', icon: IconAddressBook, keys: 'g a' },
  { path: '/company', name: 'Company', icon: IconBuilding, keys: 'g c', permission: { and: ['access company'] } },
];
