import { expect, test } from 'vitest';
import { patient, testId } from '../testing/rows.ts';
import { PatientId } from '../base/ids.ts';
import { namesakesAmong, sameNames, tellingOf } from './namesakes.ts';

const other = { ...patient, PatientId: PatientId.parse(testId(90)) };

test('two of the same name and birth date are namesakes, however their name is written', () => {
  const upper = { ...other, LastName: patient.LastName.toUpperCase() };
  expect(namesakesAmong([patient, upper])).toEqual([patient, upper]);
});

test('another birth date or first name tells people apart', () => {
  expect(namesakesAmong([patient, { ...other, DateOfBirth: '1970-01-01' }])).toEqual([]);
  expect(namesakesAmong([patient, { ...other, FirstName: 'Other' }])).toEqual([]);
});

test('a person with two lines is no namesake; the same name with another birth date is one by name alone', () => {
  expect(namesakesAmong([patient, { ...patient }])).toEqual([]);
  const younger = { ...patient, PatientId: testId(98) as never, DateOfBirth: '1999-01-01' as never };
  expect(namesakesAmong([patient, younger])).toEqual([]);
  expect(sameNames([patient, younger, { ...patient }])).toEqual([patient, younger]);
});

test('the first thing that tells a person from all others of the name', () => {
  const named = (n: number, more: object) => ({ ...patient, PatientId: PatientId.parse(testId(n)), ...more });
  const people = [
    named(91, { Phone: '(602) 555-0101' }),
    named(92, { Phone: '602-555-0102' }),
    named(93, { Phone: null }),
    named(94, { DateOfBirth: '1999-01-01' }),
  ];
  expect([...tellingOf(people).values()]).toEqual(['phone', 'phone', 'lastVisit', 'birthDate']);
  // A family's phone tells no one apart.
  const family = people.slice(0, 2).map((one) => ({ ...one, Phone: '6025550101' }));
  expect([...tellingOf(family).values()]).toEqual(['lastVisit', 'lastVisit']);
});
