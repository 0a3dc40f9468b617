import { expect, test } from 'vitest';
import type { FixAction } from './clock.ts';
import { fixPlace, type FixPlace } from './fix-places.ts';
import { factsOf, first, noteOn, planFrom, visitOn } from './testing/case-facts.ts';

const here = visitOn(first, { isSigned: false });
const draft = noteOn(first, { NoteId: here.VisitId, VisitId: here.VisitId, NoteType: 'progress', signedOn: null });
const facts = factsOf({
  visits: [here],
  notes: [draft],
  plans: [planFrom(first, { PlanOfCareId: 'plan', NoteId: here.VisitId })],
});

test.each<[FixAction, FixPlace]>([
  ['addScript', { tab: 'authorizations' }],
  ['addAuthorization', { tab: 'authorizations' }],
  ['checkInsurance', { tab: 'insurance' }],
  ['recertify', { tab: 'overview' }],
  ['sendPlan', { tab: 'overview' }],
  ['signPlan', { visit: here.VisitId }],
  ['signReport', { visit: here.VisitId }],
  ['writeReport', { visit: here.VisitId }],
  ['bookTherapist', { tab: 'overview' }],
])('%s is done there', (action, place) => {
  expect(fixPlace({ fix: { action, label: '' }, aboutId: 'plan' }, facts)).toEqual(place);
});

test('what is not at hand is looked for where its kind is', () => {
  const empty = factsOf({ visits: [], notes: [], plans: [] });
  const at = (action: FixAction) => fixPlace({ fix: { action, label: '' }, aboutId: 'plan' }, empty);
  expect(at('signPlan')).toEqual({ tab: 'overview' });
  expect(at('signReport')).toEqual({ tab: 'documentation' });
  expect(at('writeReport')).toEqual({ tab: 'visits' });
  expect(fixPlace({ fix: null, aboutId: null }, empty)).toEqual({ tab: 'overview' });
});
