import { afterEach, beforeEach, expect, test } from 'vitest';
import { examples } from '#contract/testing/records.ts';
import { showName } from '#contract/base/text.ts';
import { episode, patient, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { conflictDiff } from '#sync/changes/conflict-diff.ts';
import { conflictViews } from './conflict-views.ts';

beforeEach(async () => void (await openClinic()));
afterEach(() => lockDevice());

const { CaseId } = episode;
const days = { Start: '2026-01-05', End: '2026-12-31' };
const authorization = { ...examples.authorizations.row, ...days };
const script = { ...examples.scripts.row, ...days };
const request = {
  CaseId,
  ProviderId: null,
  VisitTypeName: 'Follow-up',
  Minutes: 45,
  Priority: 2,
  Expires: '2027-02-01',
};

const diff = (name: ParkedCall['name'], base: object, current: object, kind = 'changed-elsewhere') => {
  const call = { name, input: { id: testId(70) }, base, current, kind } as unknown as ParkedCall;
  return conflictDiff(conflictViews[name], { call, visit: undefined });
};

test('a refused removal stands against how the record reads now', async () => {
  const theirs = { ...authorization, Allowed: 24, End: '2027-03-31', Note: 'By phone' };
  expect(await diff('cases.removeAuthorization', authorization, theirs)).toEqual([
    { name: 'Allowed', before: '12', mine: 'Removed', now: '24' },
    { name: 'Until', before: '12/31/2026', mine: 'Removed', now: '03/31/2027' },
    { name: 'Note', before: '-', mine: 'Removed', now: 'By phone' },
  ]);
  expect(await diff('cases.removeScript', script, { ...script, Visits: null, Start: null })).toEqual([
    { name: 'From', before: '01/05/2026', mine: 'Removed', now: '-' },
    { name: 'Visits ordered', before: '12', mine: 'Removed', now: '-' },
  ]);
  expect(await diff('scheduling.withdrawVisitRequest', request, { ...request, Priority: 1 })).toEqual([
    { name: 'Priority', mine: 'Removed, was 2', now: '1' },
  ]);
});

test('that of a case names all that would go with it, and one for another reason what the server holds', async () => {
  const current = { ...episode, scripts: [script, { ...script, Visits: 6 }], authorizations: [authorization] };
  expect(await diff('cases.remove', { scripts: [], authorizations: [] }, current)).toEqual([
    {
      name: 'Scripts',
      mine: 'Removed',
      now: '12 visits, 01/05/2026 to 12/31/2026; 6 visits, 01/05/2026 to 12/31/2026',
    },
    {
      name: 'Authorizations',
      mine: 'Removed',
      now: '12 visits, 01/05/2026 to 12/31/2026, Approved, A-17',
    },
  ]);
  expect(await diff('cases.remove', {}, { Title: 'Knee' }, 'conflict')).toEqual([
    { name: 'Title', mine: '', now: 'Knee' },
  ]);
});

test('a refused note names the case or the patient it is about', async () => {
  const { row } = examples.subjectNotes;
  const theirs = { ...row, SubjectType: 'patient', SubjectId: row['PatientId'] };
  expect(await diff('subjectNotes.removeSubjectNote', row, theirs)).toEqual([
    { name: 'Subject', before: 'Case', mine: 'Removed', now: 'Patient' },
    { name: 'About', before: episode.Title, mine: 'Removed', now: showName(patient) },
  ]);
});
