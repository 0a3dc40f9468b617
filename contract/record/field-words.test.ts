import { expect, test } from 'vitest';
import { authorization } from '../cases/authorization.ts';
import { holiday } from '../scheduling/holiday.ts';
import { fieldWords } from './field-words.ts';

const { FacilityIds } = holiday.fields;
const { InsuranceId, Status, Start, Allowed, Note } = authorization.fields;

test.each([
  ['a choice by its name', Status, 'approved', 'Approved'],
  ['a choice of a newer app as it is', Status, 'sent', 'sent'],
  ['a row by what it is called', InsuranceId, 'i', 'insurances i'],
  ['rows by what they are called', FacilityIds, ['f', 'g'], 'facilities f, facilities g'],
  ['no row as what that means', FacilityIds, null, 'Every facility'],
  ['a date as it is written', Start, '2026-01-05', '01/05/2026'],
  ['a number', Allowed, 12, '12'],
  ['what is empty as a dash', Note, null, '-'],
  ['empty text as a dash', Note, '', '-'],
])('%s', async (_what, field, value, words) => {
  expect(await fieldWords(field, value, async (entity, id) => `${entity} ${id}`)).toBe(words);
});
