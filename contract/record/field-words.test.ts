import { expect, test } from 'vitest';
import { payer } from '../address-book/payer.ts';
import { authorization } from '../cases/authorization.ts';
import { holiday } from '../scheduling/holiday.ts';
import { fieldWords } from './field-words.ts';

const { FacilityIds } = holiday.fields;
const { contacts, PayerReportingTypeId } = payer.fields;
const ruth = {
  PayerContactId: 'r',
  Name: 'Ruth Abel',
  Department: 'Claims',
  Phone: '8005550177',
  Fax: null,
  Email: null,
};
const { InsuranceId, Status, Start, Allowed, Note } = authorization.fields;

test.each([
  ['a choice by its name', Status, 'approved', 'Approved'],
  ['a choice of a newer app as it is', Status, 'sent', 'sent'],
  ['a row by what it is called', InsuranceId, 'i', 'insurances i'],
  ['rows by what they are called', FacilityIds, ['f', 'g'], 'facilities f, facilities g'],
  ['no row as what that means', FacilityIds, null, 'Every facility'],
  ['a date as it is written', Start, '2026-01-05', '01/05/2026'],
  ['a number', Allowed, 12, '12'],
  ['an entry of a list by its name', PayerReportingTypeId, 't', 'payerReportingTypes t'],
  [
    'parts by all that is known',
    contacts,
    [ruth, { ...ruth, Name: 'Sam', Phone: null }],
    'Ruth Abel, Claims, (800) 555-0177; Sam, Claims',
  ],
  ['no part as a dash', contacts, [], '-'],
  ['what is empty as a dash', Note, null, '-'],
  ['empty text as a dash', Note, '', '-'],
])('%s', async (_what, field, value, words) => {
  expect(await fieldWords(field, value, async (entity, id) => `${entity} ${id}`)).toBe(words);
});
