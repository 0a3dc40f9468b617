import { afterEach, expect, test } from 'vitest';
import { CustomDayId, ProviderId } from '#contract/base/ids.ts';
import { testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { device } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { dayOf } from '#local/store/kept-days.ts';
import { addDays } from '#contract/base/dates.ts';
import { openClinic, queued } from '#shared/testing/clinic.tsx';
import type { QueuedDay } from './day-form.ts';
import { saveDays, withSeen } from './day-writes.ts';

afterEach(() => lockDevice());

const today = dayOf(new Date());
const provider = ProviderId.parse(visit.ProviderId);
const hours = (end: string) => [{ start: '08:00', end, FacilityId: visit.FacilityId }];

function planned(day: string, end: string): QueuedDay {
  return {
    CustomDayId: CustomDayId.parse(testId(70)),
    ProviderId: provider,
    day: day as QueuedDay['day'],
    blocks: hours(end),
    Note: null,
    isRemoved: false,
    rebook: [],
  };
}

async function openFetched(): Promise<void> {
  await openClinic();
  await device().mirror.kv.put({ key: 'hydration', value: { P1At: Date.now() } });
}

test('what a form was opened on is what was seen, whatever came since', async () => {
  await openFetched();
  const soon = addDays(today, 7);
  const opened = { blocks: hours('17:00') as QueuedDay['blocks'], Note: null };
  expect(await withSeen([{ ...planned(soon, '12:00'), seen: opened }], [])).toMatchObject([{ seen: opened }]);
});

test('a device that has not fetched its clinic yet tells nothing', async () => {
  await openClinic();
  await device().mirror.kv.delete('hydration');
  expect(await withSeen([planned(addDays(today, 7), '12:00')], [])).toEqual([planned(addDays(today, 7), '12:00')]);
});

test('days are sent with how they were when they were planned, not when they were saved', async () => {
  await openFetched();
  const soon = addDays(today, 7);
  const { rebook: _rebook, ...theirs } = planned(soon, '15:00');
  const [first] = await withSeen([planned(soon, '12:00')], []);
  expect(first).toMatchObject({ seen: null });
  // Somebody else's hours come to this device while the day is held.
  await queueWrite('scheduling.createCustomDays', { customDayProviderSchedules: [theirs] });
  const [again] = await withSeen([planned(soon, '13:00')], first ? [first] : []);
  expect(again).toMatchObject({ seen: null });
  expect(await withSeen([planned(soon, '13:00')], [])).toMatchObject([
    { seen: { blocks: hours('15:00'), Note: null } },
  ]);
  await saveDays(again ? [again] : [], `${today}T08:00`);
  const [, call] = await queued();
  expect(call?.base).toEqual({ seen: [{ ProviderId: provider, day: soon, was: null }] });
});

test('of days beyond those this device holds nothing is told', async () => {
  await openFetched();
  const far = planned(addDays(today, 200), '12:00');
  const [day] = await withSeen([far], []);
  expect(day).toEqual(far);
  await saveDays(day ? [day] : [], `${today}T08:00`);
  expect((await queued())[0]?.base).toEqual({ seen: [] });
});

test('what was decided of a booking is done while it is where it was, and left once it is with someone else', async () => {
  const booked = Visit.parse({ ...visit, stage: 'scheduled' });
  const handedOn = Visit.parse({ ...booked, VisitId: testId(71), ProviderId: testId(72) });
  await openClinic({ visits: [booked, handedOn] });
  const decided = ({ VisitId, Start }: Visit): QueuedDay['rebook'][number] => {
    return { VisitId, Start, ProviderId: provider, choice: { kind: 'cancel' }, reason: 'Sick' };
  };
  const day = { ...planned('2026-11-18', '12:00'), rebook: [decided(booked), decided(handedOn)] };
  const saved = { days: 1, moved: 0, cancelled: 1, asked: 0, elsewhere: 1 };
  expect(await saveDays([day], '2026-11-18T08:00')).toEqual(saved);
  expect((await queued()).map(({ name, input }) => [name, input['id']])).toEqual([
    ['scheduling.createCustomDays', undefined],
    ['visits.move', booked.VisitId],
  ]);
});
