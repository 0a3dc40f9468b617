import { afterEach, beforeEach, expect, test } from 'vitest';
import { patient, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { discardCall, replaceCalls, resendCall, resendCalls } from '#local/outbox/refused-calls.ts';
import { removeDamaged } from '#local/keys/reseal.ts';
import { park } from '#local/testing/park.ts';
import { testDevice } from '#local/testing/device.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { openClinic, type Clinic } from '#shared/testing/clinic.tsx';
import {
  closeSentList,
  dropSentList,
  noteFollowing,
  noteWaiting,
  readSentList,
  sentSummary,
} from '#session/outage/sent-list.ts';

equipChangeViews(() => import('./conflict-views.ts'));

const everything = 'The server has everything you saved during the outage.';
const beingSent = 'Your saved changes are being sent now.';
const oneToDecide = 'One change needs your decision. Everything is kept until then.';
const exceptDiscarded = 'The server has everything you saved during the outage, except discarded changes.';
const move = { id: visit.VisitId, destination: 'confirmed' as const, lastUpdated: visit.updated_at };
const since = Date.now() - 1_000;
let clinic: Clinic;

beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => lockDevice());

/** A call that waited in an outage that is over. */
async function waited(): Promise<number> {
  const { mid } = await queueWrite('visits.move', move);
  await noteWaiting(since);
  await closeSentList(Date.now());
  return mid;
}

async function refused(): Promise<number> {
  const mid = await waited();
  await park(clinic.device, mid);
  return mid;
}

/** Takes a call out of the outbox as a pull does that has its result. */
const accept = (mid: number) => clinic.device.outbox.calls.delete(mid);
const sendNoShow = (mid: number) => resendCall(mid, { ...move, destination: 'noShow' });

async function shown(): Promise<{ lines: string[][]; summary: string }> {
  const list = await readSentList();
  if (!list) throw new Error('There is no list.');
  return { lines: list.calls.map(({ what, state }) => [what, state]), summary: sentSummary(list) };
}

test('what the server has taken is sent, also while the pull of it is still to come', async () => {
  const mid = await waited();
  await clinic.device.outbox.calls.update(mid, { state: 'acked' });
  expect(await shown()).toEqual({ lines: [['Move a visit to Confirmed', 'sent']], summary: everything });
  await accept(mid);
  expect(await shown()).toEqual({ lines: [['Move a visit to Confirmed', 'sent']], summary: everything });
});

test('what is not with the server yet waits', async () => {
  await waited();
  expect(await shown()).toEqual({ lines: [['Move a visit to Confirmed', 'waiting']], summary: beingSent });
});

test('what was refused needs attention, and once given up it is not with the server', async () => {
  const mid = await refused();
  expect(await shown()).toEqual({ lines: [['Move a visit to Confirmed', 'parked']], summary: oneToDecide });
  await discardCall(mid, 'Entered twice');
  expect(await shown()).toEqual({ lines: [['Move a visit to Confirmed', 'discarded']], summary: exceptDiscarded });
});

test.each([
  ['waiting', { lines: [['Move a visit to Confirmed', 'discarded']], summary: exceptDiscarded }],
  ['acked', { lines: [['Move a visit to Confirmed', 'sent']], summary: everything }],
] as const)('what was damaged and given up is with the server only where that has said so: %s', async (state, told) => {
  const mid = await waited();
  await clinic.device.outbox.calls.update(mid, { state, c: new ArrayBuffer(64) });
  await removeDamaged();
  expect(await shown()).toEqual(told);
});

test('what was sent again is shown as the later call: waiting, refused again, taken', async () => {
  const { mid } = await sendNoShow(await refused());
  await noteFollowing();
  expect(await shown()).toEqual({ lines: [['Move a visit to No-show', 'waiting']], summary: beingSent });
  await park(clinic.device, mid);
  expect(await shown()).toEqual({ lines: [['Move a visit to No-show', 'parked']], summary: oneToDecide });
  await clinic.device.outbox.calls.update(mid, { state: 'waiting' });
  await accept(mid);
  expect(await shown()).toEqual({ lines: [['Move a visit to No-show', 'sent']], summary: everything });
});

test('what no one noted before it was taken keeps its earlier words and says that it went again', async () => {
  const { mid } = await sendNoShow(await refused());
  expect((await shown()).summary).toBe(beingSent);
  await accept(mid);
  expect(await readSentList()).toMatchObject({
    calls: [
      { mid, what: 'Move a visit to Confirmed', about: expect.stringMatching(/sent again since$/), state: 'sent' },
    ],
  });
});

test('sent again twice it is still one line, that of the last', async () => {
  const { mid: second } = await sendNoShow(await refused());
  await noteFollowing();
  await park(clinic.device, second);
  const { mid: third } = await resendCall(second, { ...move, destination: 'cancelled' });
  await noteFollowing();
  expect((await shown()).lines).toEqual([['Move a visit to Canceled', 'waiting']]);
  await park(clinic.device, third);
  await discardCall(third, 'Has come after all');
  expect(await shown()).toEqual({ lines: [['Move a visit to Canceled', 'discarded']], summary: exceptDiscarded });
});

test('several that were decided by one call are one line; several sent again stay apart', async () => {
  const mids: number[] = [];
  for (const destination of ['confirmed', 'checkedIn', 'inProgress'] as const)
    mids.push((await queueWrite('visits.move', { ...move, destination })).mid);
  await noteWaiting(since);
  await closeSentList(Date.now());
  const [first = 0, second = 0, third = 0] = mids;
  for (const mid of mids) await park(clinic.device, mid);
  const [again] = await resendCalls([{ mid: second }, { mid: third }]);
  await noteFollowing();
  expect((await shown()).lines.map(([, state]) => state)).toEqual(['parked', 'waiting', 'waiting']);
  await park(clinic.device, again?.mid ?? 0);
  await replaceCalls([first, again?.mid ?? 0], 'visits.move', { ...move, destination: 'noShow' }, {});
  await noteFollowing();
  expect((await shown()).lines).toEqual([
    ['Move a visit to No-show', 'waiting'],
    ['Move a visit to In progress', 'waiting'],
  ]);
});

test('decided while the outage is still on, it is followed as well, also over a reload', async () => {
  const { mid } = await queueWrite('visits.move', move);
  await noteWaiting(since);
  await park(clinic.device, mid);
  const { mid: later } = await sendNoShow(mid);
  await noteWaiting(since);
  await closeSentList(Date.now());
  lockDevice();
  const { UserId, dataKey, files } = clinic.device;
  clinic.device = await testDevice({ UserId, dataKey, files });
  expect(await shown()).toEqual({ lines: [['Move a visit to No-show', 'waiting']], summary: beingSent });
  await park(clinic.device, later);
  expect((await shown()).summary).toBe(oneToDecide);
});

test('after a reload what is sent again goes on being followed', async () => {
  const mid = await refused();
  lockDevice();
  const { UserId, dataKey, files } = clinic.device;
  clinic.device = await testDevice({ UserId, dataKey, files });
  await sendNoShow(mid);
  expect((await shown()).summary).toBe(beingSent);
});

test('what was made and refused during the outage stands on the list, what was refused before it does not', async () => {
  const { mid: before } = await queueWrite('visits.move', move);
  await park(clinic.device, before);
  const start = Date.now() + 5;
  await new Promise((resolve) => setTimeout(resolve, 10));
  const { mid } = await queueWrite('patients.update', { id: patient.PatientId, changes: { Email: 'ana@demo.test' } });
  await park(clinic.device, mid);
  await noteWaiting(start);
  expect((await shown()).lines).toEqual([['Changes to a patient', 'parked']]);
});

test('once it is dismissed nothing is followed, and no late note brings it back', async () => {
  const mid = await refused();
  await dropSentList();
  await noteFollowing();
  await sendNoShow(mid);
  expect(await readSentList()).toBeNull();
  expect(await clinic.device.outbox.device.get(1)).not.toHaveProperty('replaced');
});
