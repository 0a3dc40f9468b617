import { expect, test } from 'vitest';
import { nameQuery } from './name-query.ts';

test.each([
  ['3/4/1985', ['1985-03-04'], []],
  ['3-4-1985', ['1985-03-04'], []],
  ['3.4.1985', ['1985-03-04'], []],
  ['03041985', ['1985-03-04'], []],
  ['1985-03-04', ['1985-03-04'], []],
  ['3/4/85', ['1985-03-04'], []],
  ['3/4/19', ['2019-03-04'], []],
  // Neither is a day of any year: digits of a phone.
  ['13451985', [], ['13451985']],
  ['602-555-0101', [], ['6025550101']],
  ['555-0101', [], ['5550101']],
  ['1 602 555 0101', [], ['6025550101']],
])('%j asks for the dates %j and the digits %j', (typed, dates, digits) => {
  expect(nameQuery(typed)).toEqual({ words: [], dates, digits });
});

test('a name with a birth date asks for both', () => {
  expect(nameQuery('Brook 3-4-1985')).toEqual({ words: ['brook'], dates: ['1985-03-04'], digits: [] });
});
