import { expect, test } from 'vitest';
import { foundByName, waysToWrite, written } from '../testing/written-names.ts';
import { nameQueries, nameQuery } from './name-query.ts';

test.each([
  ['3/4/1985', ['1985-03-04'], []],
  ['3-4-1985', ['1985-03-04'], []],
  ['3.4.1985', ['1985-03-04'], []],
  ['1985-03-04', ['1985-03-04'], []],
  ['3/4/85', ['1985-03-04'], []],
  ['3/4/1929', ['1929-03-04'], []],
  ['602-555-0101', [], ['6025550101']],
  ['555-0101', [], ['5550101']],
  ['1 602 555 0101', [], ['6025550101']],
])('%j asks for the dates %j and the digits %j', (typed, dates, digits) => {
  expect(nameQuery(typed)).toEqual({ words: [], dates, digits });
});

test.each([
  ['3/4/29', ['2029-03-04', '1929-03-04']],
  ['3/4/19', ['2019-03-04', '1919-03-04']],
  ['3-4-05', ['2005-03-04', '1905-03-04']],
  ['3.4.85', ['1985-03-04', '2085-03-04']],
  ['2/29/00', ['2000-02-29']],
])('a year of two digits is of either century at once, the likelier first: %j', (typed, dates) => {
  expect(nameQueries(typed)).toEqual([dates.map((date) => ({ words: [], dates: [date], digits: [] }))]);
});

test('with a name, both centuries are meant for each way to write it', () => {
  expect(
    nameQueries('Mac Donald 3/4/19').map((same) => same.map(({ words, dates }) => [...words, ...dates].join(' '))),
  ).toEqual([
    ['mac donald 2019-03-04', 'mac donald 1919-03-04'],
    ['macdonald 2019-03-04', 'macdonald 1919-03-04'],
    ['mcdonald 2019-03-04', 'mcdonald 1919-03-04'],
  ]);
});

test('a name with a birth date asks for both', () => {
  expect(nameQuery('Brook 3-4-1985')).toEqual({ words: ['brook'], dates: ['1985-03-04'], digits: [] });
});

test('eight digits in a row are a birth date first, then a number', () => {
  expect(nameQueries('Brook 03041985').flat()).toEqual([
    { words: ['brook'], dates: ['1985-03-04'], digits: [] },
    { words: ['brook'], dates: [], digits: ['03041985'] },
  ]);
  expect(
    nameQueries('03041985')
      .flat()
      .map(({ dates, digits }) => [dates, digits]),
  ).toEqual([
    [['1985-03-04'], []],
    [[], ['03041985']],
  ]);
  // A day of no year.
  expect(nameQueries('13451985')).toEqual([[{ words: [], dates: [], digits: ['13451985'] }]]);
});

test.each(written)('every usual way to write $FirstName $LastName leads to them alone', (name) => {
  const ways = waysToWrite(name);
  expect(ways.length).toBeGreaterThan(20);
  expect(
    ways.filter((typed) => foundByName(typed).some((one) => one !== name) || foundByName(typed).length === 0),
  ).toEqual([]);
});

test('what is typed is looked for as it is first', () => {
  expect(
    nameQueries('Mac Donald')
      .flat()
      .map(({ words }) => words.join(' ')),
  ).toEqual(['mac donald', 'macdonald', 'mcdonald']);
  expect(
    nameQueries('Brook, Mary Ann')
      .flat()
      .map(({ words }) => words.join(' ')),
  ).toEqual(['brook mary ann', 'brookmary ann', 'brook maryann', 'brookmaryann', 'brook mary', 'brookmary']);
});
