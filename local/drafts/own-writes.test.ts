import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { NonPatientVisitId } from '#contract/base/ids.ts';
import type { RowOf } from '#contract/entities.ts';
import { Script } from '#contract/cases/script.ts';
import { examples } from '#contract/testing/records.ts';
import { lockDevice } from '../store/device.ts';
import { draftKeys, dropDraft, saveDraft } from './drafts.ts';
import { queueWrite, waitingCalls } from '../outbox/outbox.ts';
import { forgetOldWrites } from './forget-own-writes.ts';
import { gaveHere, readOwnWrites } from './own-writes.ts';
import { discardCall, replaceCalls } from '../outbox/refused-calls.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { park } from '../testing/park.ts';
import { facilityId, patientId, patientRow, providerId, visitId } from '../testing/rows.ts';

const id = patientId(1) as never;
afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

async function deviceWith(City: string): Promise<TestDevice> {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1, { City })]);
  return device;
}

const move = (from: string, City: string) =>
  queueWrite('patients.update', { id, changes: { City } }, { City: from }, 'form:patient');
const lastBase = async () => (await waitingCalls()).at(-1)?.base;

test('what was typed before the same person saved in another tab is an edit of what they saved', async () => {
  await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  await move('Gloucester', 'Rockport');
  await move('Salem', 'Lynn');
  expect(await lastBase()).toEqual({ City: 'Rockport' });
});

test('that holds once the call is with the server and its row is here', async () => {
  const device = await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  await device.outbox.calls.clear();
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Gloucester' })]);
  await move('Salem', 'Lynn');
  expect(await lastBase()).toEqual({ City: 'Gloucester' });
});

test('what someone else has made of it since is no edit of one’s own', async () => {
  const device = await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  await device.outbox.calls.clear();
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Beverly' })]);
  await move('Salem', 'Lynn');
  expect(await lastBase()).toEqual({ City: 'Salem' });
});

test('where someone else wrote between two own writes, what stood before is not one’s own', async () => {
  const device = await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  await device.outbox.calls.clear();
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Gloucester and Beverly' })]);
  await move('Gloucester and Beverly', 'Rockport');
  await move('Salem', 'Lynn');
  expect(await lastBase()).toEqual({ City: 'Salem' });
});

test.each([
  ['alerts', ['Fall risk'], ['Fall risk', 'Latex'], ['Fall risk', 'Diabetic']],
  ['MessageConsent', { email: false, text: true }, { email: false, text: false }, { email: true, text: true }],
])('%s is merged in parts, on the base that was seen', async (field, was, first, second) => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1, { [field]: was })]);
  await queueWrite('patients.update', { id, changes: { [field]: first } }, { [field]: was });
  await queueWrite('patients.update', { id, changes: { [field]: second } }, { [field]: was });
  expect(await lastBase()).toEqual({ [field]: was });
});

test('what is saved without a button keeps its base: it may be older than what was saved elsewhere', async () => {
  await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  const draft = { key: 'form:patient', turn: 1, value: {} };
  await queueWrite('patients.update', { id, changes: { City: 'Lynn' } }, { City: 'Salem' }, draft);
  expect(await lastBase()).toEqual({ City: 'Salem' });
});

test('a change is saved where the mirror cannot be read', async () => {
  const device = await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  const read = vi.spyOn(device.mirror.patientBundles, 'bulkGet').mockRejectedValue(new Error('The mirror is gone.'));
  await move('Salem', 'Lynn');
  expect(read).toHaveBeenCalled();
  expect(await device.outbox.calls.count()).toBe(2);
});

test('a field that shows again what it was typed over keeps that: the own change was refused', async () => {
  const device = await deviceWith('Salem');
  const { mid } = await move('Salem', 'Gloucester');
  await park(device, mid);
  await move('Salem', 'Lynn');
  expect(await lastBase()).toEqual({ City: 'Salem' });
});

test('a refused call that is sent again starts from what its person saw', async () => {
  const device = await deviceWith('Salem');
  const { mid } = await move('Salem', 'Gloucester');
  await park(device, mid);
  await mirrorRows(device, 'patients', [patientRow(1, { City: 'Beverly' })]);
  await move('Beverly', 'Rockport');
  await replaceCalls([mid], 'patients.update', { id, changes: { City: 'Lynn' } }, { City: 'Salem' });
  expect(await lastBase()).toEqual({ City: 'Salem' });
});

test('a block that is removed right after a move is the block as it was moved', async () => {
  const device = await testDevice();
  const block: Omit<RowOf<'nonPatientVisits'>, 'NonPatientVisitId' | 'updated_at'> = {
    FacilityId: facilityId as never,
    ProviderId: providerId as never,
    VisitTypeName: 'Team meeting',
    Title: null,
    Start: '2026-11-18T08:00',
    End: '2026-11-18T09:00',
    SeriesId: null,
  };
  const NonPatientVisitId = visitId(7) as NonPatientVisitId;
  const moved = { ...block, Start: '2026-11-18T10:00', End: '2026-11-18T11:00' };
  await mirrorRows(device, 'nonPatientVisits', [{ ...block, NonPatientVisitId, updated_at: '2026-11-17T08:00:00Z' }]);
  await queueWrite('scheduling.saveNonPatientVisit', { ...moved, id: NonPatientVisitId, accepted: [] }, block);
  await queueWrite('scheduling.removeNonPatientVisit', { id: NonPatientVisitId }, block);
  expect(await lastBase()).toEqual(moved);
});

test('a record is removed as the person has changed it in another tab', async () => {
  const device = await testDevice();
  const { row } = examples.scripts;
  const script = Script.parse(row);
  await mirrorRows(device, 'scripts', [script]);
  await queueWrite('cases.updateScript', { id: script.ScriptId, changes: { Visits: 8 } }, { Visits: script.Visits });
  await queueWrite('cases.removeScript', { id: script.ScriptId }, script);
  expect(await lastBase()).toEqual({ ...script, Visits: 8 });
});

test('a field that was left alone in a form stays as the person made it elsewhere', async () => {
  const device = await testDevice();
  const block = { FacilityId: facilityId, ProviderId: providerId, VisitTypeName: 'Break', SeriesId: null, Title: null };
  const at = { Start: '2026-11-18T08:00', End: '2026-11-18T09:00' };
  const NonPatientVisitId = visitId(7);
  const save = (changes: object) =>
    queueWrite(
      'scheduling.saveNonPatientVisit',
      { ...block, ...at, ...changes, id: NonPatientVisitId, accepted: [] } as never,
      { ...block, ...at },
    );
  const row = { ...block, ...at, NonPatientVisitId, updated_at: '2026-11-17T08:00:00Z' };
  await mirrorRows(device, 'nonPatientVisits', [row as never]);
  await save({ Start: '2026-11-18T08:30' });
  await save({ Title: 'Lunch' });
  expect(await lastBase()).toEqual({ ...block, ...at });
});

test('a day that was planned twice from two tabs is an edit of the first plan', async () => {
  const device = await testDevice();
  const day = { CustomDayId: visitId(8), ProviderId: providerId, day: '2026-11-18', Note: null, isRemoved: false };
  const hours = (start: string) => [{ FacilityId: facilityId, start, end: '17:00' }];
  const plan = (start: string) =>
    queueWrite(
      'scheduling.createCustomDays',
      { customDayProviderSchedules: [{ ...day, blocks: hours(start) }] },
      { seen: [{ ProviderId: providerId, day: day.day, was: null }] },
    );
  await plan('09:00');
  await mirrorRows(device, 'customDays', [
    { ...day, blocks: hours('09:00'), updated_at: '2026-11-17T08:00:00Z' } as never,
  ]);
  await plan('10:00');
  const was = { blocks: hours('09:00'), Note: null };
  expect(await lastBase()).toEqual({ seen: [{ ProviderId: providerId, day: day.day, was }] });
});

test('own writes are sealed, no drafts, and kept for a week, or as long as there is a draft of the record', async () => {
  const device = await deviceWith('Salem');
  await move('Salem', 'Gloucester');
  expect(await draftKeys()).toEqual([]);
  const [row] = await device.outbox.drafts.toArray();
  expect(row?.key).toBe(`own:${patientId(1)}`);
  expect(new TextDecoder('latin1').decode(row?.c)).not.toContain('Gloucester');
  const days = (count: number) => (row?.turn ?? 0) + count * 86_400_000;
  await forgetOldWrites(device, days(6));
  expect(Object.keys(await readOwnWrites(device, patientId(1)))).toEqual(['City']);
  await saveDraft(`form:patient:${patientId(1)}`, {});
  await forgetOldWrites(device, days(8));
  expect(Object.keys(await readOwnWrites(device, patientId(1)))).toEqual(['City']);
  await dropDraft(`form:patient:${patientId(1)}`);
  await forgetOldWrites(device, days(8));
  expect(await readOwnWrites(device, patientId(1))).toEqual({});
});

test('what two windows gave a field at once is known as one’s own, whichever was refused; of others it is not', async () => {
  const device = await deviceWith('Salem');
  const from = (City: string, base: string) => queueWrite('patients.update', { id, changes: { City } }, { City: base });
  await from('Gloucester', 'Salem');
  const { mid } = await from('Lynn', 'Salem');
  await from('Lynnfield', 'Lynn');
  await park(device, mid);
  const own = (City: string) => gaveHere(device, id, 'City', City);
  expect([await own('Gloucester'), await own('Lynnfield')]).toEqual([true, true]);
  expect([await own('Salem'), await own('Beverly')]).toEqual([false, false]);
  expect(await gaveHere(device, id, 'Phone', 'Gloucester')).toBe(false);
  expect(await gaveHere(device, patientId(2), 'City', 'Gloucester')).toBe(false);
});

test('only the last value that was taken is one’s own: an earlier one that stands there again is someone else’s', async () => {
  const device = await deviceWith('Salem');
  const own = (City: string) => gaveHere(device, id, 'City', City);
  await move('Salem', 'Gloucester');
  await move('Gloucester', 'Lynn');
  expect([await own('Gloucester'), await own('Lynn')]).toEqual([true, true]);
  await device.outbox.calls.clear();
  expect([await own('Gloucester'), await own('Lynn')]).toEqual([false, true]);
  const { mid } = await move('Lynn', 'Rockport');
  await park(device, mid);
  expect([await own('Lynn'), await own('Rockport'), await own('Gloucester')]).toEqual([true, false, false]);
  // What takes the place of the refused one leaves nothing of it.
  await replaceCalls([mid], 'patients.update', { id, changes: { City: 'Beverly' } }, { City: 'Lynn' });
  expect([await own('Beverly'), await own('Lynn'), await own('Rockport')]).toEqual([true, true, false]);
});

test('a write that was refused or given up counts no more', async () => {
  const device = await deviceWith('Salem');
  const { mid } = await move('Salem', 'Gloucester');
  await park(device, mid);
  expect(await readOwnWrites(device, patientId(1))).toEqual({});
  await discardCall(mid, 'The patient has moved back.');
  expect(await readOwnWrites(device, patientId(1))).toEqual({});
});

test('two tabs that save the same record at once both stand in it', async () => {
  const device = await deviceWith('Salem');
  await Promise.all([
    move('Salem', 'Gloucester'),
    queueWrite('patients.update', { id, changes: { Phone: '9785550142' } }, { Phone: '6025550101' }),
  ]);
  expect(Object.keys(await readOwnWrites(device, patientId(1))).toSorted()).toEqual(['City', 'Phone']);
});

test('days are saved also where what was seen of them cannot be read', async () => {
  const device = await testDevice();
  const day = { CustomDayId: visitId(8), ProviderId: providerId, day: '2026-11-18', Note: null, isRemoved: false };
  const customDayProviderSchedules = [{ ...day, blocks: [{ FacilityId: facilityId, start: '09:00', end: '17:00' }] }];
  await queueWrite('scheduling.createCustomDays', { customDayProviderSchedules }, { seen: 'unreadable' });
  expect(await device.outbox.calls.count()).toBe(1);
});

test('a call that changes nothing leaves what is known of its record as it is', async () => {
  const device = await deviceWith('Salem');
  const known = async () => (await device.outbox.drafts.toArray()).map(({ key, turn }) => ({ key, turn }));
  await queueWrite('patients.update', { id, changes: { City: 'Salem' } }, { City: 'Salem' });
  expect(await known()).toEqual([]);
  await move('Salem', 'Gloucester');
  const before = await known();
  expect(before).toHaveLength(1);
  await move('Gloucester', 'Gloucester');
  expect(await known()).toEqual(before);
  await move('Gloucester', 'Lynn');
  expect(await known()).not.toEqual(before);
});
