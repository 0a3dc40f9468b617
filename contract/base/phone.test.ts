import { expect, test } from 'vitest';
import { nationalDigits, phoneRefusal, phoneSentence } from './phone.ts';
import { showPhone } from './text.ts';

test.each([
  ['(602) 555-0101', '6025550101'],
  ['602.555.0101', '6025550101'],
  ['1 602 555 0101', '6025550101'],
  ['+1 602 555 0101', '6025550101'],
  ['+47 22 12 34 56', null],
  ['+4722123456', null],
  ['000-000-0000', null],
  ['6.02555E+09', null],
  ['📞 602 555 0101', null],
  ['555-0101', null],
  ['602555010', null],
  ['', null],
])('the ten digits of %j are %j', (phone, digits) => {
  expect(nationalDigits(phone)).toBe(digits);
});

test.each([
  '(602) 555-0101',
  '+1 602 555 0101',
  '6025550101 x12',
  '602-555-0101 ext. 3',
  '+47 22 12 34 56',
  '+442079460958',
])('%j is a phone number', (phone) => {
  expect(phoneRefusal(phone)).toBeNull();
});

test.each([
  '000-000-0000',
  '100 555 0101',
  '6.02555E+09',
  '📞 6025550101',
  '555-0101',
  '+',
  '+47 12',
  '+000-000-0000',
  '+0 47 22 12 34 56',
  '+0000000000',
  'none',
  '1'.repeat(20),
])('%j is no phone number', (phone) => {
  expect(phoneRefusal(phone)).toBe(phoneSentence);
});

test.each([
  ['+47 22 12 34 56', '+47 22 12 34 56'],
  ['+4722123456', '+4722123456'],
  ['+1 602 555 0101', '+1 (602) 555-0101'],
  ['6025550101', '(602) 555-0101'],
])('%j is shown as %j', (phone, shown) => {
  expect(showPhone(phone)).toBe(shown);
});
