import { expect, test } from 'vitest';
import { likenessOf, type PersonFacts } from './likeness.ts';

const jane: PersonFacts = {
  FirstName: 'Jane',
  LastName: "O'Brien",
  PreferredName: null,
  DateOfBirth: '1985-03-04',
  Phone: '(602) 555-0101',
  Email: 'jane@example.test',
  MemberIds: ['W-12345'],
};
const bare = { Phone: null, Email: null, MemberIds: [] };

test.each<[string, Partial<PersonFacts>, ReturnType<typeof likenessOf>]>([
  ['the same name and birth date', bare, { sure: true, shared: ['name', 'birthDate'] }],
  [
    'the name as others type it',
    { ...bare, FirstName: 'JANÉ', LastName: 'O’Brien' },
    { sure: true, shared: ['name', 'birthDate'] },
  ],
  [
    'names in each other’s field',
    { ...bare, FirstName: 'OBrien', LastName: 'Jane' },
    { sure: true, shared: ['name', 'birthDate'] },
  ],
  [
    'the first name is the preferred one',
    { ...bare, FirstName: 'Margaret', PreferredName: 'Jane' },
    { sure: true, shared: ['name', 'birthDate'] },
  ],
  ['an initial', { ...bare, FirstName: 'J' }, { sure: false, shared: ['likeName', 'birthDate'] }],
  ['a letter too many', { ...bare, LastName: 'O’Briien' }, { sure: false, shared: ['likeName', 'birthDate'] }],
  ['two letters turned', { ...bare, LastName: 'O’Brein' }, { sure: false, shared: ['likeName', 'birthDate'] }],
  [
    'another birth date, the same phone',
    { ...bare, DateOfBirth: '1985-04-03', Phone: '1-602-555-0101' },
    { sure: false, shared: ['name', 'phone'] },
  ],
  [
    'a last name that changed, the same policy',
    { ...bare, LastName: 'Quist', MemberIds: ['w12345'] },
    { sure: false, shared: ['birthDate', 'policy'] },
  ],
  [
    'a last name that changed, the same email',
    { ...bare, LastName: 'Quist', Email: 'JANE@example.test ' },
    { sure: false, shared: ['birthDate', 'email'] },
  ],
  ['a last name that changed and nothing else in common', { ...bare, LastName: 'Quist' }, null],
  ['another birth date and nothing else in common', { ...bare, DateOfBirth: '1985-04-03' }, null],
  ['a twin with the same phone and policy', { FirstName: 'Anna' }, null],
  ['a parent with the same phone', { FirstName: 'Maria', DateOfBirth: '1955-01-01' }, null],
  ['a name that is nearly the same, another birth date', { FirstName: 'J', DateOfBirth: '1955-01-01' }, null],
])('%s', (_what, of, expected) => {
  expect(likenessOf(jane, { ...jane, ...of })).toEqual(expected);
  expect(likenessOf({ ...jane, ...of }, jane)).toEqual(expected);
});

test('a short name with another letter is another name', () => {
  const ann = { ...jane, ...bare, FirstName: 'Ann', LastName: 'Lee' };
  expect(likenessOf(ann, { ...ann, FirstName: 'Ana' })).toBeNull();
});

test('phones and policies that are absent are nothing in common', () => {
  const one = { ...jane, ...bare, Email: '' };
  expect(likenessOf(one, { ...one, LastName: 'Quist', MemberIds: [' '] })).toBeNull();
});
