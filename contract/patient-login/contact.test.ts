import { expect, test } from 'vitest';
import { contactOf } from './contact.ts';

test.each([
  [' Rosa@Example.com ', { channel: 'email', value: 'rosa@example.com' }],
  ['(503) 555-0142', { channel: 'text', value: '5035550142' }],
  ['+1 503 555 0142', { channel: 'text', value: '5035550142' }],
  ['+44 20 7946 0958', null],
  ['+881 6 1234 5678', null],
  ['9005550142x', null],
  ['rosa@', null],
  ['rosa', null],
  ['', null],
])('%s', (typed, contact) => {
  expect(contactOf(typed)).toEqual(contact);
});
