import { expect, test } from 'vitest';
import { CaseId, FacilityId, VisitId } from '#contract/base/ids.ts';
import { testId } from '#contract/testing/rows.ts';
import { newRequest, requestOf, type TypedRequest } from './request-form.ts';

const today = '2026-11-18';
const morning = Array.from({ length: 7 }, () => [{ start: '08:00', end: '12:00' }]);
const chosen = {
  CaseId: CaseId.parse(testId(1)),
  facility: { FacilityId: FacilityId.parse(testId(2)) },
  type: { Name: 'Follow-up', Minutes: 45 },
  ProviderId: null,
  VisitId: VisitId.parse(testId(3)),
  minutes: undefined,
  grid: morning,
};
const typed: TypedRequest = { ...newRequest(null, today), Note: '  Mornings only ' };

test('a whole request takes the length of its visit type, and its note without the blanks around it', () => {
  expect(requestOf(typed, chosen, today)).toEqual({
    fields: {
      CaseId: chosen.CaseId,
      FacilityId: chosen.facility.FacilityId,
      ProviderId: null,
      VisitTypeName: 'Follow-up',
      Minutes: 45,
      grid: morning,
      Priority: 2,
      Expires: '2026-12-18',
      Note: 'Mornings only',
      VisitId: chosen.VisitId,
    },
    errors: null,
  });
  expect(requestOf({ ...typed, Note: ' ' }, { ...chosen, minutes: 30 }, today).fields).toMatchObject({
    Minutes: 30,
    Note: null,
  });
});

test.each([
  ['no case', typed, { ...chosen, CaseId: undefined }, ['CaseId']],
  ['no facility', typed, { ...chosen, facility: undefined }, ['FacilityId']],
  ['no visit type', typed, { ...chosen, type: undefined }, ['VisitTypeName']],
  ['no day', { ...typed, Expires: null }, chosen, ['Expires']],
  ['a day that is past', { ...typed, Expires: '2026-11-17' }, chosen, ['Expires']],
  ['no time', typed, { ...chosen, grid: morning.map(() => []) }, ['grid']],
  ['neither case nor time', typed, { ...chosen, CaseId: undefined, grid: [] }, ['CaseId', 'grid']],
])('with %s it is not saved, and says what is missing', (_name, as, choices, missing) => {
  const { fields, errors } = requestOf(as, choices, today);
  expect([fields, Object.keys(errors ?? {})]).toEqual([null, missing]);
});

test('a request for today is one for a day to come', () => {
  expect(requestOf({ ...typed, Expires: today }, chosen, today).errors).toBeNull();
});
