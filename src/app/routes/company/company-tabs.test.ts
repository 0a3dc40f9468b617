import { expect, test } from 'vitest';
import { addressOf, tabsFor, type CompanyTab } from './company-tabs.ts';

const load: CompanyTab['load'] = () => Promise.reject(new Error('No screen is opened here.'));
const tabs: CompanyTab[] = [
  { name: 'Users', path: 'users/:userId?', permission: 'manage users', load },
  { name: 'Plus', path: 'plus', permission: 'manage prompt plus settings', plusSettings: true, load },
];
const shown = (can: string[], plus: boolean) =>
  tabsFor({ can, SuperUser: false, plus }, tabs).map((tab) => addressOf(tab));

test.each([
  ['both permissions are needed', ['manage users'], true, []],
  ['the permission of the tab is needed', ['access company'], true, []],
  ['a tab is shown with its permission', ['access company', 'manage users'], true, ['/company/users']],
  ['the plus page needs the plus tier', ['access company', 'manage prompt plus settings'], false, []],
  ['and is there with it', ['access company', 'manage prompt plus settings'], true, ['/company/plus']],
])('%s', (_, can, plus, expected) => {
  expect(shown(can, plus)).toEqual(expected);
});
