import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { AuthorizationId, ScriptId } from '#contract/base/ids.ts';
import { emptyCell } from '#contract/flowsheet/cell-text.ts';
import { stampOf } from '#contract/testing/plans.ts';
import { episode, insurance, patient, payer, stamp, testId, visit } from '#contract/testing/rows.ts';
import { careOfCase, careOfPatient } from './care.ts';
import { whyCaseStays } from './cases.ts';
import { lockDevice } from '../store/device.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';

afterEach(() => lockDevice());

const today = '2026-11-18';

test('an authorization and a script added without a network count the visits of their case', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'payers', [payer]);
  await mirrorRows(device, 'insurances', [insurance]);
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visits', [
    visit,
    { ...visit, VisitId: testId(20) as never, Start: '2026-11-11T10:00', End: '2026-11-11T10:45', stage: 'closed' },
    { ...visit, VisitId: testId(21) as never, Start: '2026-11-20T10:00', End: '2026-11-20T10:45', stage: 'scheduled' },
    { ...visit, VisitId: testId(22) as never, Start: '2026-11-21T10:00', End: '2026-11-21T10:45', stage: 'cancelled' },
  ]);
  await queueWrite('cases.createAuthorization', {
    AuthorizationId: AuthorizationId.parse(testId(30)),
    CaseId: episode.CaseId,
    InsuranceId: insurance.InsuranceId,
    Number: 'A-17',
    Kind: 'visits',
    Allowed: 4,
    Status: 'approved',
    Start: '2026-11-01',
    End: '2026-11-30',
    CountRule: 'signed',
    Note: null,
  });
  await queueWrite('cases.createScript', {
    ScriptId: ScriptId.parse(testId(31)),
    CaseId: episode.CaseId,
    ReferringProviderId: null,
    Start: '2026-11-12',
    End: null,
    Visits: 8,
    Note: null,
  });
  const [line] = await careOfPatient(patient.PatientId, today);
  expect(line?.authorizations).toMatchObject([
    {
      payer: { Name: payer.Name },
      use: { used: 1, booked: { visits: 2 }, left: 3, leftAfterBooked: 1, warnings: ['fewLeft'] },
    },
  ]);
  expect(line?.scripts).toMatchObject([
    { script: { Visits: 8, updated_at: expect.not.stringMatching(stamp) }, visits: 2 },
  ]);
  expect((await careOfCase(episode.CaseId, today))?.visits).toHaveLength(4);
});

test.each([
  ['closed', 'has past visits'],
  ['scheduled', 'booked visits'],
] as const)('a case with a visit that is %s says why it stays', async (stage, words) => {
  const device = await testDevice();
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visits', [{ ...visit, stage }]);
  expect(await whyCaseStays(episode.CaseId)).toContain(words);
});

test('a case with a cancelled visit alone may go', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visits', [{ ...visit, stage: 'cancelled' }]);
  const { VisitId, CaseId, PatientId, FacilityId } = visit;
  const column = { VisitId, CaseId, PatientId, FacilityId, Cells: {}, updated_at: stamp };
  await mirrorRows(device, 'visitExercises', [column]);
  expect(await whyCaseStays(episode.CaseId)).toBeNull();
});

test('a case with a flowsheet of a cancelled visit, or with a plan of care that went out, stays', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visits', [{ ...visit, stage: 'cancelled' }]);
  const { VisitId, CaseId, PatientId, FacilityId } = visit;
  const column = { VisitId, CaseId, PatientId, FacilityId, updated_at: stamp };
  await mirrorRows(device, 'visitExercises', [{ ...column, Cells: { [testId(40)]: emptyCell } }]);
  expect(await whyCaseStays(CaseId)).toContain('has notes or charges');
  await mirrorRows(device, 'visitExercises', [{ ...column, Cells: {} }]);
  expect(await whyCaseStays(CaseId)).toBeNull();
  await mirrorRows(device, 'planStamps', [{ ...stampOf(), CaseId, PatientId }]);
  expect(await whyCaseStays(CaseId)).toContain('has notes or charges');
});
