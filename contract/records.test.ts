import { expect, test } from 'vitest';
import { entities } from './entities.ts';
import { allRecords, recordCall, records } from './records.ts';
import { callNameOf, recordCallNames } from './kept-rows.ts';
import { payer, testId } from './testing/rows.ts';

const someone = { PayerContactId: testId(77), Name: 'Ruth', Department: null, Phone: null, Fax: null, Email: null };

const entityOf = (name: string) =>
  Object.hasOwn(entities, name) ? entities[name as keyof typeof entities] : undefined;

test.each(allRecords.map((of) => [of.name, of] as const))('%s is a row of the mirror', (_name, of) => {
  const entity = entityOf(of.entity);
  expect(entity?.schema).toBe(of.Row);
  expect(entity?.key).toBe(of.key);
  const refs = Object.values(of.fields).flatMap(({ kind }) => (kind.is === 'ref' ? [kind.to] : []));
  expect(refs.filter((to) => !entityOf(to))).toEqual([]);
  expect(of.together.flat().filter((field) => !Object.hasOwn(of.fields, field))).toEqual([]);
});

test('a row is read that an older app or an import has written, and no call takes it', () => {
  const contacts = [{ ...someone, Phone: '555-01' }];
  const row = { ...payer, PostalCode: '01970-1212', Phone: '12', City: 'x'.repeat(80), contacts };
  expect(records.payers.Row.parse(row)).toEqual(row);
  const { PostalCode, Phone, City } = row;
  for (const changes of [{ PostalCode }, { Phone }, { City }, { contacts }])
    expect(records.payers.Change.safeParse({ id: payer.PayerId, changes }).success).toBe(false);
});

test('parts of one id are refused', () => {
  const changes = (...contacts: object[]) => ({ id: payer.PayerId, changes: { contacts } });
  expect(records.payers.Change.safeParse(changes(someone)).success).toBe(true);
  expect(records.payers.Change.safeParse(changes(someone, someone)).success).toBe(false);
});

test('every call of a record leads back to it, and no other call does', () => {
  expect(recordCallNames).toHaveLength(3 * allRecords.length);
  for (const of of allRecords)
    for (const verb of ['create', 'update', 'remove'] as const)
      expect(recordCall(callNameOf(of, verb))).toEqual({ of, verb });
  expect(recordCall('cases.create')).toBeUndefined();
});

test('the calls of a record take what its fields say, and nothing else', () => {
  const [script] = allRecords;
  const fields = { ReferringProviderId: null, Start: '2026-11-18', End: null, Visits: 12, Note: null };
  const ids = { ScriptId: '00000000-0000-4000-8000-000000000001', CaseId: '00000000-0000-4000-8000-000000000002' };
  expect(script?.New.safeParse({ ...fields, ...ids }).success).toBe(true);
  expect(script?.New.safeParse({ ...fields, ...ids, PatientId: ids.CaseId }).success).toBe(false);
  expect(script?.New.safeParse({ ...fields, ...ids, Visits: 0 }).success).toBe(false);
  expect(script?.Change.safeParse({ id: ids.ScriptId, changes: { Visits: null } }).success).toBe(true);
  expect(script?.Change.safeParse({ id: ids.ScriptId, changes: { CaseId: ids.CaseId } }).success).toBe(false);
});
