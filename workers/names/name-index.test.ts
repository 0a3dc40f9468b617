import { beforeAll, describe, expect, test } from 'vitest';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { waysToWrite, written } from '#contract/testing/written-names.ts';
import { nameIndex, namesPerPage } from './name-index.ts';

const person = (number: number, LastName: string, FirstName: string, more: Partial<PatientName> = {}): PatientName => ({
  PatientId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as PatientName['PatientId'],
  LastName,
  FirstName,
  PreferredName: null,
  DateOfBirth: '1980-01-02',
  Phone: null,
  ...more,
});

const cast = [
  person(1, 'Núñez', 'José', { Phone: '(602) 555-0101' }),
  person(2, 'Alvarez', 'Rosa', { DateOfBirth: '1961-03-09' }),
  person(3, 'O’Brien-Smith', 'Ann', { PreferredName: 'Nunny' }),
  person(4, 'Smith', 'Rosalind', { Phone: '+1 602 555 7788' }),
  person(5, 'de la Cruz', 'Łukasz'),
  person(6, 'Rosa', 'Bert'),
];

function found(typed: string, limit = 10): string[] {
  const names = nameIndex();
  names.put(cast);
  return names.search(typed, limit).map((name) => name.LastName);
}

test('a year of two digits finds who was born in either century, the likelier first, also where one waits to be sent', () => {
  const names = nameIndex();
  names.put([
    person(1, 'Young', 'Ada', { DateOfBirth: '2019-03-04' }),
    person(2, 'Old', 'Walter', { DateOfBirth: '1919-03-04' }),
  ]);
  const last = (limit: number, pending?: Map<PatientName['PatientId'], PatientName>) =>
    names.search('3/4/19', limit, pending).map(({ LastName }) => LastName);
  expect(last(10)).toEqual(['Young', 'Old']);
  expect(last(1)).toEqual(['Young']);
  const waiting = person(3, 'Newer', 'Eva', { DateOfBirth: '1919-03-04' });
  expect(last(10, new Map([[waiting.PatientId, waiting]]))).toEqual(['Young', 'Newer', 'Old']);
});

test('the list has all names in their order, from any place on, with those that are not sent yet', () => {
  const names = nameIndex();
  names.put(cast);
  const last = (of: PatientName[]) => of.map(({ LastName }) => LastName);
  const all = names.list(0, 10);
  expect(all.total).toBe(6);
  expect(last(all.names)).toEqual(['Alvarez', 'de la Cruz', 'Núñez', 'O’Brien-Smith', 'Rosa', 'Smith']);
  expect(last(names.list(4, 10).names)).toEqual(['Rosa', 'Smith']);
  const pending = new Map([person(2, 'Zimmer', 'Rosa'), person(7, 'Bauer', 'Eva')].map((one) => [one.PatientId, one]));
  const mixed = names.list(0, 10, pending);
  expect(mixed.total).toBe(7);
  expect(last(mixed.names)).toEqual(['Bauer', 'de la Cruz', 'Núñez', 'O’Brien-Smith', 'Rosa', 'Smith', 'Zimmer']);
  expect(nameIndex().list(0, 10)).toEqual({ total: 0, names: [] });
});

describe('search', () => {
  test.each([
    ['nunez', ['Núñez']],
    ['NÚÑE', ['Núñez']],
    ['jose nu', ['Núñez']],
    ['Núñez, José', ['Núñez']],
    ['nun', ['Núñez', 'O’Brien-Smith']],
    ['rosa', ['Rosa', 'Alvarez', 'Smith']],
    ['smith', ['Smith', 'O’Brien-Smith']],
    ['obrien', ['O’Brien-Smith']],
    ["o'brien-smith", ['O’Brien-Smith']],
    ['brien', ['O’Brien-Smith']],
    ['de la cruz', ['de la Cruz']],
    ['lukasz', ['de la Cruz']],
    ['03/09/1961', ['Alvarez']],
    ['3/9/1961', ['Alvarez']],
    ['3-9-61', ['Alvarez']],
    ['3.9.1961', ['Alvarez']],
    ['03091961', ['Alvarez']],
    ['alv 03091961', ['Alvarez']],
    ['1961-03-09', ['Alvarez']],
    ['ro 03/09/1961', ['Alvarez']],
    ['smith 01/02/1980', ['Smith', 'O’Brien-Smith']],
    ['(602) 555-0101', ['Núñez']],
    ['16025557788', ['Smith']],
    ['7788', ['Smith']],
    ['555', ['Núñez', 'Smith']],
    ['12', []],
    ['mith', []],
    ['  ', []],
  ])('%s', (typed, expected) => {
    expect(found(typed)).toEqual(expected);
  });

  test('every usual way to write a name finds whom it means', () => {
    const names = nameIndex();
    names.put(written.map(({ LastName, FirstName }, at) => person(at, LastName, FirstName)));
    const lost = written.flatMap((name) =>
      waysToWrite(name).filter((typed) => {
        const [one, ...more] = names.search(typed, 10);
        return one?.LastName !== name.LastName || more.length > 0;
      }),
    );
    expect(lost).toEqual([]);
  });

  test('keeps to the limit, last names first', () => {
    expect(found('rosa', 2)).toEqual(['Rosa', 'Alvarez']);
  });

  test('waiting changes stand in for the stored name', () => {
    const names = nameIndex();
    names.put(cast);
    const renamed = person(4, 'Zimmer', 'Rosalind');
    const pending = new Map([[renamed.PatientId as string, renamed]]);
    expect(names.search('smith', 10, pending).map((name) => name.LastName)).toEqual(['O’Brien-Smith']);
    expect(names.search('zim', 10, pending)).toEqual([renamed]);
  });

  test('a patient keeps the page, whatever happens to the name', () => {
    const names = nameIndex();
    names.put(Array.from({ length: namesPerPage + 1 }, (_, at) => person(at, `Name${at}`, 'A')));
    expect([...names.put([person(3, 'Changed', 'A')])]).toEqual([0]);
    expect([...names.remove([person(namesPerPage, '', '').PatientId])]).toEqual([1]);
    expect(names.page(0)[3]?.LastName).toBe('Changed');
    expect(names.page(1)).toEqual([null]);
    expect([names.size(), names.search('name3', 10).length, names.search('changed', 10).length]).toEqual([
      namesPerPage,
      10,
      1,
    ]);
  });
});

describe('over 50,000 names', () => {
  const names = nameIndex();
  beforeAll(() => {
    const lasts = [
      'Anderson',
      'Brooks',
      'Carter',
      'Díaz',
      'Edwards',
      'Flores',
      'García',
      'Hughes',
      'Ibáñez',
      'Jackson',
    ];
    const firsts = ['Mary', 'John', 'José', 'Linda', 'Ann-Marie', 'Omar', 'Priya', 'Zoë'];
    names.put(
      Array.from({ length: 50_000 }, (_, at) =>
        person(at, `${lasts[at % 10]}${at % 977}`, `${firsts[at % 8]} ${at % 31}`, {
          Phone: `602${String(at).padStart(7, '0')}`,
        }),
      ),
    );
    names.settle();
  });

  // How fast each one is: tests/bench/name-search.ts.
  test.each([
    ['gar', 20, /^García/],
    ['mary and', 20, /^Anderson\d+, Mary /],
    ['zoe', 20, /, Zoë /],
    ['nobody', 0, /^$/],
    ['6020049999', 1, /^Jackson172, Zoë 27$/],
    ['01/02/1980', 20, /./],
    ['garcia12 jose', 13, /^García12\d*, José /],
  ])('%s finds %i of those meant', (typed, count, shape) => {
    const shown = names.search(typed, 20).map(({ LastName, FirstName }) => `${LastName}, ${FirstName}`);
    expect(shown).toHaveLength(count);
    expect(shown.filter((name) => !shape.test(name))).toEqual([]);
  });
});
