import { expect, test } from 'vitest';
import { addressBookTabs, addressOf, tabsFor } from './address-book-tabs.ts';

test('the children are those of spec 2', () => {
  expect(addressBookTabs.map(({ path }) => `/addressBook/${path}`)).toEqual([
    '/addressBook/referringProvider/:id?',
    '/addressBook/payer/:id?',
    '/addressBook/payerDefaultRules',
    '/addressBook/otherContact/:id?',
  ]);
});

test.each([
  [[], ['/addressBook/referringProvider', '/addressBook/payer', '/addressBook/otherContact']],
  [['access payer rules'], addressBookTabs.map(addressOf)],
])('whoever holds %j sees %j', (can, expected) => {
  expect(tabsFor({ can, SuperUser: false }).map(addressOf)).toEqual(expected);
});
