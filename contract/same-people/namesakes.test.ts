import { expect, test } from 'vitest';
import { patient, testId } from '../testing/rows.ts';
import { PatientId } from '../base/ids.ts';
import { namesakesAmong } from './namesakes.ts';

const other = { ...patient, PatientId: PatientId.parse(testId(90)) };

test('two of the same name and birth date are namesakes, however their name is written', () => {
  const upper = { ...other, LastName: patient.LastName.toUpperCase() };
  expect(namesakesAmong([patient, upper])).toEqual([patient, upper]);
});

test('another birth date or first name tells people apart', () => {
  expect(namesakesAmong([patient, { ...other, DateOfBirth: '1970-01-01' }])).toEqual([]);
  expect(namesakesAmong([patient, { ...other, FirstName: 'Other' }])).toEqual([]);
});
