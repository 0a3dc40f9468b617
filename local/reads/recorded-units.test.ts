import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AuthorizationId, CaseId, NoteId, PatientId, VisitId } from '#contract/base/ids.ts';
import { Service } from '#contract/charges/service.ts';
import { episode, insurance, noteRow, patient, payer, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '../store/device.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { careOfPatient } from './care.ts';
import { recordedOn, recordedWhereCounted } from './recorded-units.ts';

const idOf = (n: number) => VisitId.parse(testId(n));
const visitOn = (n: number, day: string, more: Partial<Visit> = {}) =>
  Visit.parse({ ...visit, VisitId: idOf(n), Start: `${day}T10:00`, End: `${day}T10:45`, stage: 'review', ...more });
const service = (n: number, of: Visit, Units: number) =>
  Service.parse({
    ...of,
    ServiceId: testId(n),
    SortOrder: n,
    CPT_Code: '97110',
    Minutes: Units * 15,
    Count: null,
    Units,
    Modifiers: [],
    charge: null,
  });

/** Three units in two services and signed, two that are not signed yet, and none. */
const [signed, open, empty] = [visitOn(20, '2026-11-11'), visitOn(21, '2026-11-13'), visitOn(22, '2026-11-16')];

beforeEach(async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'payers', [payer]);
  await mirrorRows(device, 'insurances', [insurance]);
  await mirrorRows(device, 'cases', [episode]);
  await mirrorRows(device, 'visits', [signed, open, empty]);
  const notes = [noteRow({ Plan: 'Go on' }, { VisitId: signed.VisitId, signedAt: '2026-11-11T17:00:00.000Z' })];
  const unsigned = noteRow(
    { Plan: 'Go on' },
    { NoteId: NoteId.parse(testId(501)), VisitId: open.VisitId, signedAt: null },
  );
  await mirrorRows(device, 'visitNotes', [...notes, unsigned]);
  await mirrorRows(device, 'services', [service(90, signed, 2), service(91, signed, 1), service(92, open, 2)]);
});
afterEach(() => lockDevice());

test('the units of all services of a visit are added up, signed or not', async () => {
  const found = await recordedOn(patient.PatientId, [signed, open, empty]);
  expect(found.map(({ isSigned, Units }) => [isSigned, Units])).toEqual([
    [true, 3],
    [false, 2],
    [false, 0],
  ]);
});

test('only visits of cases whose authorization counts units are looked up, each with its own patient', async () => {
  const elsewhere = visitOn(23, '2026-11-12', { CaseId: CaseId.parse(testId(70)) });
  const ofOther = visitOn(24, '2026-11-12', { PatientId: PatientId.parse(testId(71)) });
  const visits = [elsewhere, signed, ofOther];
  const [first, second, third] = await recordedWhereCounted(visits, [
    { CaseId: episode.CaseId, Kind: 'units' },
    { CaseId: elsewhere.CaseId, Kind: 'visits' },
  ]);
  expect(first).toBe(elsewhere);
  expect(second).toMatchObject({ VisitId: signed.VisitId, isSigned: true, Units: 3 });
  expect(third).toMatchObject({ VisitId: ofOther.VisitId, isSigned: false, Units: 0 });
  expect(await recordedWhereCounted(visits, [{ CaseId: episode.CaseId, Kind: 'visits' }])).toEqual(visits);
});

test.each([
  ['signed', 3],
  ['checkedIn', 5],
] as const)('an authorization of units by visits %s has %d used up', async (CountRule, used) => {
  await queueWrite('cases.createAuthorization', {
    AuthorizationId: AuthorizationId.parse(testId(30)),
    CaseId: episode.CaseId,
    InsuranceId: insurance.InsuranceId,
    Number: 'A-30',
    Kind: 'units',
    Allowed: 10,
    Status: 'approved',
    Start: '2026-11-01',
    End: '2026-11-30',
    CountRule,
    Note: null,
  });
  const [line] = await careOfPatient(patient.PatientId, '2026-11-18');
  expect(line?.authorizations).toMatchObject([{ use: { used } }]);
});
