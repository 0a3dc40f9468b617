import { expect, test } from 'vitest';
import { buttonWords, isAddress, leadWords, missingFields } from './login-words.ts';

test.each([
  ['pt@demo.test', true],
  [' pt@demo.test ', true],
  ['pt@demo', false],
  ['pt demo@demo.test', false],
  ['', false],
])('an email address: %s %s', (text, isOne) => {
  expect(isAddress(text)).toBe(isOne);
});

test('each field that is missing says so, the code only once it is asked for', () => {
  expect(Object.keys(missingFields('', '', null))).toEqual(['email', 'password']);
  expect(Object.keys(missingFields('pt@demo.test', 'secret', ' '))).toEqual(['code']);
  expect(missingFields('pt@demo.test', 'secret', null)).toEqual({});
});

test('a locked screen says after how long it locked, whatever the network', () => {
  const locked = { Email: 'pt@demo.test', name: 'Rosa Alvarez', afterMs: 900_000 };
  expect(leadWords(locked, false)).toContain('Locked after 15 minutes');
  expect(leadWords(undefined, false)).toContain('offline');
});

test('the button counts down in minutes, then says what it does', () => {
  expect([buttonWords(true, 65), buttonWords(true, 0), buttonWords(false, 0)]).toEqual([
    'Wait 1:05',
    'Sign in',
    'Unlock',
  ]);
});
