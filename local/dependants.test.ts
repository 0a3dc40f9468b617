import { expect, test } from 'vitest';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { dependsOn, parkedGroups } from './dependants.ts';

const call = (mid: number, name: QueueableName, input: Record<string, unknown>) => ({ mid, name, input });
const save = call(1, 'documentation.save', { id: 'case', VisitId: 'visit', changes: {} });
const sign = call(3, 'documentation.sign', { id: 'visit' });
const claim = call(5, 'billing.submitClaim', { visitId: 'visit' });
const create = call(2, 'patients.create', { patient: { PatientId: 'patient' }, insurances: [] });
const update = call(4, 'patients.update', { id: 'patient', changes: {} });

test.each([
  ['a signature on the text it signs', sign, save, true],
  ['a claim on the signature', claim, sign, true],
  ['a change on the patient being made', update, create, true],
  ['not on what comes later', { ...save, mid: 9 }, sign, false],
  ['not on another visit', call(6, 'documentation.sign', { id: 'other' }), save, false],
  ['a move on nothing', call(6, 'visits.move', { id: 'visit' }), save, false],
])('depends: %s', (_name, later, earlier, expected) => {
  expect(dependsOn(later, earlier)).toBe(expected);
});

test('parked calls stand under the one that has to be decided first', () => {
  expect(parkedGroups([save, create, sign, update, claim])).toEqual([
    { first: save, held: [sign, claim] },
    { first: create, held: [update] },
  ]);
  expect(parkedGroups([sign, claim])).toEqual([{ first: sign, held: [claim] }]);
});
