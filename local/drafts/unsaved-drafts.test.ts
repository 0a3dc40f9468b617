import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveQuery } from 'dexie';
import { newPatientRecord } from '#contract/patients/new-patient.ts';
import { patientRecord } from '#contract/patients/patient.ts';
import { allForms } from '#contract/records.ts';
import { episode, patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '../store/device.ts';
import { holdAlone, typingEnds } from './draft-locks.ts';
import { dropDraft, saveDraft } from './drafts.ts';
import { startEmergency } from '../reads/emergency.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirrorRows, newDataKey, testDevice, type TestDevice } from '../testing/device.ts';
import { allTyped, isTyped, recordKey, unsavedDrafts, unsavedKey } from './unsaved-drafts.ts';

let device: TestDevice;
beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'visits', [visit]);
  await mirrorRows(device, 'cases', [episode]);
});
afterEach(() => lockDevice());

const { VisitId } = visit;
const ofPatient = recordKey(patientRecord, patient.PatientId);
const ofNew = recordKey(newPatientRecord, '');
const plan = { Plan: { value: 'Stairs', base: '' } };

test('text of a tab that died counts, with what it is about; drafts of the app itself do not', async () => {
  await saveDraft(unsavedKey.note(VisitId), plan);
  await saveDraft(unsavedKey.charges(VisitId), { services: { value: ['97110'], base: [] } });
  await saveDraft(ofPatient, { Phone: '5035550100' });
  await saveDraft(ofNew, { patient: {} });
  await saveDraft('outage-sent', { calls: [] });
  await saveDraft(`compare:${VisitId}`, {});
  await saveDraft('form:resend:4', {});
  await startEmergency('She fell in the waiting room.');
  expect(await unsavedDrafts()).toEqual([
    { key: unsavedKey.charges(VisitId), kind: 'charges', id: VisitId, fields: ['services'] },
    { key: ofNew, kind: 'record', id: null, fields: ['patient'], record: 'new-patient' },
    { key: ofPatient, kind: 'record', id: patient.PatientId, fields: ['Phone'], record: 'patient' },
    { key: unsavedKey.note(VisitId), kind: 'note', id: VisitId, fields: ['Plan'] },
  ]);
});

test('the key of every kind of form is known as that of typed text', () => {
  const key: Record<keyof typeof unsavedKey, string> = {
    note: unsavedKey.note(VisitId),
    charges: unsavedKey.charges(VisitId),
    flowsheet: unsavedKey.flowsheet(VisitId),
    reasons: unsavedKey.reasons(VisitId as never),
    stamp: unsavedKey.stamp(patient.PatientId),
    days: unsavedKey.days(),
    calendar: unsavedKey.calendar(),
    waitlist: unsavedKey.waitlist(),
    region: unsavedKey.region(),
    series: unsavedKey.series(patient.PatientId),
    at: unsavedKey.at('site', '/sites'),
  };
  expect(Object.values(key).filter((one) => !isTyped(one))).toEqual([]);
});

test('what was typed is told, and not what it was typed over', async () => {
  const over = { Phone: null };
  await saveDraft(ofPatient, { typed: { Phone: '5035550100' }, over });
  expect(await unsavedDrafts()).toMatchObject([{ kind: 'record', fields: ['Phone'] }]);
});

test('what someone has before them does not count until the screen is gone', async () => {
  await saveDraft(unsavedKey.note(VisitId), plan);
  const release = await holdAlone(unsavedKey.note(VisitId));
  const endsBefore = typingEnds();
  expect([await unsavedDrafts(), (await allTyped()).length]).toEqual([[], 1]);
  await release?.();
  await expect.poll(async () => (await unsavedDrafts()).length).toBe(1);
  expect(typingEnds()).toBe(endsBefore + 1);
});

test('a draft whose text was queued before the tab died is no loss and does not count', async () => {
  await saveDraft(unsavedKey.note(VisitId), plan);
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes: { Plan: 'Stairs' } }, { Plan: '' });
  expect(await unsavedDrafts()).toEqual([]);
  await saveDraft(unsavedKey.note(VisitId), { ...plan, Objective: { value: 'Flexion 95', base: '' } });
  expect(await unsavedDrafts()).toMatchObject([{ fields: ['Objective'] }]);
});

test('a draft that was written with its call, and nothing typed since, does not count', async () => {
  const fields = { services: { value: ['97110'], base: ['97110'], since: 7 } };
  await saveDraft(unsavedKey.charges(VisitId), fields);
  expect(await unsavedDrafts()).toEqual([]);
});

test('what another key sealed is left to the list of former passwords', async () => {
  await saveDraft(unsavedKey.note(VisitId), plan);
  lockDevice();
  await testDevice({ UserId: device.UserId, files: device.files, dataKey: await newDataKey() });
  expect(await unsavedDrafts()).toEqual([]);
});

test('a live read hears of a draft that comes and goes', async () => {
  const counts: number[] = [];
  const watching = liveQuery(unsavedDrafts).subscribe((found) => counts.push(found.length));
  await expect.poll(() => counts.at(-1)).toBe(0);
  await saveDraft(unsavedKey.note(testId(41) as never), plan);
  await expect.poll(() => counts.at(-1)).toBe(1);
  await dropDraft(unsavedKey.note(testId(41) as never));
  await expect.poll(() => counts.at(-1)).toBe(0);
  watching.unsubscribe();
});

test('a draft of the form of any record is text that a person typed', () => {
  for (const of of allForms) expect(isTyped(recordKey(of, 'x')), of.name).toBe(true);
  expect(isTyped('form:another:x')).toBe(false);
});
