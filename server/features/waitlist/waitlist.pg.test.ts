import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { defaultFillRule, type FillRule } from '#contract/scheduling/fill-rule.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { embeddedTexts } from '#server/kit/outside/texts.ts';
import { messagesRound } from '#server/kit/messages/worker.ts';
import { commandsOn, demoNoon, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { everyRow } from '#server/testing/every-row.ts';
import { countFrom } from '#server/testing/seed.ts';
import { answerOffer, readOfferOf } from './answer.ts';
import { offerDue } from './offer.ts';
import { offersOf, storeRule } from './rows.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  await db.owner(`update patients set "MessageConsent" = '{"email": true, "text": false}', "Email" = 'p@example.com'`);
  // What the demo clinic's payers allow is told elsewhere (offers.test.ts).
  await db.owner(`delete from authorizations; delete from scripts`);
  await db.owner(`update cases set "PlanOfCareEnd" = null, "PlanWeeks" = null, "PlanOfCareStart" = null`);
});
afterEach(() => db.close());

/** A Monday beyond the demo's visits. */
const day = '2026-11-30';
const place = { FacilityId: cast.facilities.harborview, ProviderId: cast.providers.maya };
const time = { ...place, Start: `${day}T09:00`, End: `${day}T09:45` } as const;
const grid = Array.from({ length: 7 }, () => [{ start: '07:00', end: '20:00' }]);
const front = { as: 'front' } as const;

type Person = { PatientId: string; CaseId: string };

/** Patients in physical therapy at the facility who have nothing that day. */
function people(count: number): Promise<Person[]> {
  return db.owner<Person>(
    `select distinct on (c."PatientId") c."PatientId", c."CaseId" from cases c
     where c.site = 'demo' and c."DischargedAt" is null and c."Discipline" = 'PT' and c."FacilityId" = $1
       and not exists (select from visits v where v.site = 'demo' and v."PatientId" = c."PatientId" and v."Start" > '2026-11-29')
     order by c."PatientId" limit $2`,
    [place.FacilityId, count],
  );
}

async function wait({ CaseId }: Person, other: Partial<InputOf<'scheduling.saveVisitRequest'>> = {}) {
  const id = demoId('demo', 'waiting', CaseId);
  const input = {
    id,
    CaseId,
    FacilityId: place.FacilityId,
    ProviderId: null,
    VisitTypeName: 'PT Follow-up',
    Minutes: 45,
    grid,
    Priority: 2,
    Expires: '2026-12-31',
    Note: null,
    VisitId: null,
    ...other,
  };
  return (await call('scheduling.saveVisitRequest', input as never, front)).visitRequest;
}

async function offered(): Promise<string> {
  const FillBatchId = demoId('demo', 'fill', day);
  await call('waitlist.fill', { ...time, FillBatchId } as never, front);
  await offerDue(db, 'demo', demoNoon);
  return FillBatchId;
}

/** The links that were written, by patient. */
async function tokens(): Promise<Map<string, string>> {
  const rows = await db.owner<{ id: string; body: string }>(
    `select "PatientId" as id, body from outbound_messages where site = 'demo' and kind = 'offer' order by "createdAt"`,
  );
  return new Map(rows.map(({ id, body }) => [id, /\/s\/(demo\.[\w-]{22})/.exec(body)?.[1] ?? '']));
}

const setRule = (rule: Partial<FillRule>) =>
  db.tx(offersOf('demo'), (tx) => storeRule(tx, { ...defaultFillRule, ...rule }));
const batches = async () => (await call('waitlist.list', {}, front)).fillRequestBatches;
const visitsThen = () =>
  db.owner<{ VisitId: string; PatientId: string; stage: string }>(
    `select "VisitId", "PatientId", stage from visits where site = 'demo' and "ProviderId" = $1 and "Start" = $2
       and stage not in ('cancelled', 'noShow', 'lateCancel')`,
    [place.ProviderId, time.Start],
  );
const say = (token: string, answer: 'accept' | 'decline') => answerOffer(db, { token, answer }, demoNoon);

describe('who waits', () => {
  test('is put on the list, changed and taken off, and is in the week of the calendar', async () => {
    const [one] = await people(1);
    if (!one) throw new Error('No one has nothing that day');
    const request = await wait(one);
    expect(request).toMatchObject({ PatientId: one.PatientId, state: 'open', Priority: 2 });
    expect(await wait(one, { Priority: 1, Note: 'After work' })).toMatchObject({
      Priority: 1,
      AskedAt: request.AskedAt,
    });
    const asked = { date: day, employeeIds: [], facilityId: null, patientId: null };
    expect((await call('scheduling.weekData', asked, front)).visitRequests).toMatchObject([{ Note: 'After work' }]);
    const { patients } = await call('waitlist.list', {}, front);
    expect(patients).toEqual([expect.objectContaining({ PatientId: one.PatientId, DateOfBirth: expect.any(String) })]);
    const { visitRequest } = await call('scheduling.withdrawVisitRequest', { id: request.VisitRequestId }, front);
    expect(visitRequest.state).toBe('withdrawn');
    expect((await call('waitlist.list', {}, front)).visitRequests).toEqual([]);
    // A change made before they were taken off must not put them back on the list.
    await expect(wait(one, { Note: 'Mornings' })).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      current: { state: 'withdrawn' },
    });
    // Waiting again begins where it was.
    expect((await wait(one, { reopens: true })).state).toBe('open');
  });

  test('is refused what cannot be: no such type, another’s visit, another’s case', async () => {
    const [one, other] = await people(2);
    if (!one || !other) throw new Error('No one has nothing that day');
    await expect(wait(one, { VisitTypeName: 'Hydrotherapy' })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(wait(one, { VisitId: cast.visits.today.scheduled as never })).rejects.toMatchObject({
      fields: { VisitId: 'This patient doesn’t have this visit.' },
    });
    await wait(one);
    const id = demoId('demo', 'waiting', one.CaseId);
    await expect(wait(other, { id: id as never })).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('is changed though the visit to be given up was deleted since', async () => {
    const [one] = await people(1);
    if (!one) throw new Error('No one has nothing that day');
    await wait(one);
    const gone = demoId('demo', 'visit', 'deleted');
    await db.owner(`update visit_requests set "VisitId" = $1`, [gone]);
    expect(await wait(one, { VisitId: gone as never, Note: 'Mornings' })).toMatchObject({ Note: 'Mornings' });
  });

  test('waits no longer after the last day', async () => {
    const [one] = await people(1);
    if (!one) throw new Error('No one has nothing that day');
    await wait(one, { Expires: '2026-11-19' });
    await offerDue(db, 'demo', new Date('2026-11-22T12:00:00Z'));
    expect(await db.owner(`select state from visit_requests`)).toEqual([{ state: 'expired' }]);
  });
});

describe('a free time', () => {
  test('goes to the first of three who accepts; the others, and whoever asks again, are told in a sentence', async () => {
    for (const one of await people(4)) await wait(one);
    await offered();
    const sent = await tokens();
    expect(sent.size).toBe(3);
    const [first = '', second = '', third = ''] = sent.values();
    expect(await readOfferOf(db, first, demoNoon)).toMatchObject({
      clinic: 'Harborview, Harborview Therapy',
      state: 'open',
      Start: '2026-11-30T09:00',
      End: '2026-11-30T09:45',
      insteadOf: null,
    });
    const looked = await db.owner(
      `select action, detail from audit_entry where site = 'demo' and entity = 'patientLinks' order by id desc limit 1`,
    );
    expect(looked).toEqual([{ action: 'patient read', detail: { principal: 'link', level: 'L0', purpose: 'offer' } }]);
    expect(await visitsThen()).toEqual([]);
    expect(await say(second, 'accept')).toMatchObject({ state: 'done', isOnList: false });
    expect(await say(second, 'accept')).toMatchObject({ state: 'done' });
    expect(await say(second, 'decline')).toMatchObject({ state: 'done' });
    expect(await say(first, 'accept')).toMatchObject({ state: 'taken', isOnList: true });
    expect(await readOfferOf(db, third, demoNoon)).toMatchObject({ state: 'taken' });
    const [visit, ...more] = await visitsThen();
    expect([visit?.PatientId, more]).toEqual([[...sent.keys()][1], []]);
    expect(await batches()).toMatchObject([{ state: 'filled', VisitId: visit?.VisitId, isAutomatic: false }]);
    const answers = (await batches())[0]?.offers.map((offer) => [offer.PatientId, offer.answer]);
    const [a, b, c] = sent.keys();
    expect(new Map(answers as [string, string][])).toEqual(
      new Map([
        [a, 'late'],
        [b, 'accepted'],
        [c, null],
      ]),
    );
    const { history } = await call('visits.history', { id: visit?.VisitId ?? '' } as never, front);
    expect(history).toMatchObject([{ action: 'booked', UserId: null }]);
  });

  test('of someone who has a later visit moves that visit, and not before they accept', async () => {
    const [one] = await people(1);
    if (!one) throw new Error('No one has nothing that day');
    const VisitId = demoId('demo', 'test', 'later');
    const later = { ...place, Start: '2026-12-03T09:00', End: '2026-12-03T09:45', VisitTypeName: 'PT Follow-up' };
    await call('visits.create', { ...later, VisitId, CaseId: one.CaseId, PlaceOfService: '11' } as never, front);
    // Whoever takes the time has agreed to it.
    await db.owner(`update visits set stage = 'confirmed' where "VisitId" = $1`, [VisitId]);
    await wait(one, { VisitId: VisitId as never });
    await offered();
    const [token = ''] = (await tokens()).values();
    expect(await readOfferOf(db, token, demoNoon)).toMatchObject({
      insteadOf: '2026-12-03T09:00',
    });
    const where = () => db.owner(`select "Start", stage from visits where site = 'demo' and "VisitId" = $1`, [VisitId]);
    expect(await where()).toEqual([{ Start: later.Start, stage: 'confirmed' }]);
    expect(await say(token, 'decline')).toMatchObject({ state: 'declined' });
    expect(await where()).toEqual([{ Start: later.Start, stage: 'confirmed' }]);
    // Whoever thinks better of it while nobody else has it may still have it.
    await db.owner(`update fill_batches set "nextAt" = 'infinity'`);
    expect(await say(token, 'accept')).toMatchObject({ state: 'done' });
    expect(await where()).toEqual([{ Start: time.Start, stage: 'confirmed' }]);
    expect(await visitsThen()).toMatchObject([{ VisitId }]);
  });

  test('that someone books meanwhile is taken; one that is stopped or late has ended', async () => {
    const [one, two, three] = await people(3);
    if (!one || !two || !three) throw new Error('No one has nothing that day');
    await wait(one);
    await wait(two);
    const id = await offered();
    const [first = '', second = ''] = (await tokens()).values();
    const late = new Date('2026-11-30T13:00:00Z');
    expect(await answerOffer(db, { token: first, answer: 'accept' }, late)).toMatchObject({ state: 'ended' });
    const booking = {
      ...time,
      VisitId: demoId('demo', 'test', 'desk'),
      CaseId: three.CaseId,
      VisitTypeName: 'PT Follow-up',
    };
    await call('visits.create', { ...booking, PlaceOfService: '11' } as never, front);
    expect(await say(second, 'accept')).toMatchObject({ state: 'taken', isOnList: true });
    expect(await visitsThen()).toMatchObject([{ VisitId: booking.VisitId }]);
    await call('visits.remove', { id: booking.VisitId as never, deletionReason: 'test' }, front);
    await db.owner(`update fill_batches set state = 'open', why = null`);
    await call('waitlist.stop', { id: id as never }, front);
    expect(await say(second, 'accept')).toMatchObject({ state: 'ended', isOnList: true });
    expect(await visitsThen()).toEqual([]);
    await expect(readOfferOf(db, 'demo.AAAAAAAAAAAAAAAAAAAAAA', demoNoon)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(readOfferOf(db, second, new Date('2026-12-20T12:00:00Z'))).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('is as it was after every look at it: the first press has the time, not who opened the link', async () => {
    const [one] = await people(1);
    if (!one) throw new Error('No one has nothing that day');
    await wait(one);
    await offered();
    const [token = ''] = (await tokens()).values();
    const before = await everyRow(db);
    for (let time = 0; time < 3; time += 1)
      expect(await readOfferOf(db, token, demoNoon)).toMatchObject({ state: 'open' });
    expect(await everyRow(db)).toEqual(before);
    expect(await say(token, 'accept')).toMatchObject({ state: 'done' });
  });

  test('is not lost for others when whoever accepts has another visit that day; they alone read that it is over', async () => {
    const [one, two, three] = await people(3);
    if (!one || !two || !three) throw new Error('No one has nothing that day');
    await setRule({ groupSize: 2 });
    await wait(one);
    await wait(two);
    await wait(three);
    await offered();
    const sent = await tokens();
    const [busyPatient = '', busy = ''] = [...sent][0] ?? [];
    const own = [one, two, three].find(({ PatientId }) => PatientId === busyPatient);
    const another = { ...time, Start: `${day}T14:00`, End: `${day}T14:45`, VisitTypeName: 'PT Follow-up' };
    const VisitId = demoId('demo', 'test', 'own');
    await call('visits.create', { ...another, VisitId, CaseId: own?.CaseId, PlaceOfService: '11' } as never, front);
    expect(await say(busy, 'accept')).toMatchObject({ state: 'ended', isOnList: true });
    expect(await readOfferOf(db, busy, demoNoon)).toMatchObject({ state: 'ended' });
    expect(await batches()).toMatchObject([{ state: 'open', why: null }]);
    const [other = '', next = ''] = [...sent][1] ?? [];
    expect(await readOfferOf(db, next, demoNoon)).toMatchObject({ state: 'open' });
    expect(await say(next, 'accept')).toMatchObject({ state: 'done' });
    expect(await visitsThen()).toMatchObject([{ PatientId: other }]);
  });

  test('that was taken back is over where the provider treats two at once; who was there besides has not taken it', async () => {
    const [one, two, three] = await people(3);
    if (!one || !two || !three) throw new Error('No one has nothing that day');
    await db.owner(`update providers set "MaxAtOnce" = 2 where site = 'demo' and "ProviderId" = $1`, [
      place.ProviderId,
    ]);
    await setRule({ isOn: true });
    const far = { ...place, Start: '2029-11-19T09:00', End: '2029-11-19T09:45', VisitTypeName: 'PT Follow-up' };
    const book = (id: string, { CaseId }: Person) =>
      call(
        'visits.create',
        { ...far, VisitId: demoId('demo', 'test', id), CaseId, PlaceOfService: '11' } as never,
        front,
      );
    const { visit } = await book('given up', one);
    await book('besides', two);
    await wait(three, { Expires: '2029-12-31' });
    const move = (lastUpdated: string, destination: 'cancelled' | 'scheduled') =>
      call('visits.move', { id: visit.VisitId, destination, lastUpdated }, front);
    const gone = await move(visit.updated_at, 'cancelled');
    const midday = new Date('2029-11-12T17:00:00Z');
    await offerDue(db, 'demo', midday);
    expect(await batches()).toMatchObject([{ state: 'open', offers: [{ PatientId: three.PatientId }] }]);
    const [token = ''] = (await tokens()).values();
    await db.owner(`update providers set "MaxAtOnce" = 3 where site = 'demo' and "ProviderId" = $1`, [
      place.ProviderId,
    ]);
    await move(gone.visit.updated_at, 'scheduled');
    expect(await answerOffer(db, { token, answer: 'accept' }, midday)).toMatchObject({ state: 'taken' });
    await db.owner(`update fill_batches set state = 'open', why = null, "nextAt" = now()`);
    await offerDue(db, 'demo', midday);
    expect(await batches()).toMatchObject([{ state: 'ended', why: 'The time is booked.' }]);
  });

  test('is offered by the clock and in the name of its facility, and told to no one once it is over', async () => {
    await db.owner(
      `update facilities set "TimeZone" = 'America/Los_Angeles', settings = settings || '{"patient_mail_name": "Pier Road PT"}'
       where site = 'demo' and "FacilityId" = $1`,
      [place.FacilityId],
    );
    await setRule({ sendFrom: '00:00', sendUntil: '23:59' });
    for (const one of await people(3)) await wait(one);
    const FillBatchId = demoId('demo', 'fill', day);
    await call('waitlist.fill', { ...time, FillBatchId } as never, front);
    // Seven in the morning there, ten in New York.
    await offerDue(db, 'demo', new Date('2026-11-20T15:00:00Z'));
    expect(await tokens()).toEqual(new Map());
    const eight = new Date('2026-11-20T16:00:00Z');
    await offerDue(db, 'demo', eight);
    const sent = () =>
      db.owner<{ state: string; problem: string | null; body: string; at: Date }>(
        `select state, problem, body, "notBefore" as at from outbound_messages where site = 'demo' and kind = 'offer'`,
      );
    for (const { state, body, at } of await sent()) {
      expect([state, at]).toEqual(['waiting', eight]);
      expect(body).toContain('Pier Road PT');
    }
    const round = () => messagesRound(db, { texts: embeddedTexts, now: eight, isReminding: false });
    await call('waitlist.stop', { id: FillBatchId as never }, front);
    await round();
    const problem = 'This time is no longer on offer.';
    expect(await sent()).toMatchObject(Array.from({ length: 3 }, () => ({ state: 'dropped', problem })));
  });

  test('is offered in groups, and whoever has agreed to no message is passed over', async () => {
    await setRule({ groupSize: 1 });
    const all = await people(3);
    for (const one of all) await wait(one);
    await db.owner(`update patients set "MessageConsent" = '{"email": false, "text": false}' where "PatientId" = $1`, [
      all[0]?.PatientId,
    ]);
    await offered();
    const asked = async () => (await batches())[0]?.offers.map(({ PatientId, reached }) => [PatientId, reached.length]);
    expect(new Set(await asked())).toEqual(
      new Set([
        [all[0]?.PatientId, 0],
        [all[1]?.PatientId, 1],
      ]),
    );
    const after = (minutes: number) => new Date(demoNoon.getTime() + minutes * 60_000);
    await offerDue(db, 'demo', after(19));
    expect(await asked()).toHaveLength(2);
    await offerDue(db, 'demo', after(20));
    expect(await asked()).toHaveLength(3);
  });

  test('is offered by itself once a visit is let go, where the site wants that, and not when it is put back', async () => {
    const [one, two] = await people(2);
    if (!one || !two) throw new Error('No one has nothing that day');
    // The database's own clock tells what is over; no test of ours is run as late as this.
    const far = { ...place, Start: '2029-11-19T09:00', End: '2029-11-19T09:45' };
    await wait(two, { Expires: '2029-12-31' });
    const VisitId = demoId('demo', 'test', 'given up');
    const input = { ...far, VisitId, CaseId: one.CaseId, VisitTypeName: 'PT Follow-up', PlaceOfService: '11' };
    const { visit } = await call('visits.create', input as never, front);
    const letGo = (lastUpdated: string, destination: 'cancelled' | 'scheduled') =>
      call('visits.move', { id: VisitId as never, destination, lastUpdated }, front);
    const off = await letGo(visit.updated_at, 'cancelled');
    expect(await batches()).toEqual([]);
    const back = await letGo(off.visit.updated_at, 'scheduled');
    await setRule({ isOn: true });
    const gone = await letGo(back.visit.updated_at, 'cancelled');
    expect(await batches()).toMatchObject([{ ...far, isAutomatic: true, state: 'open', offers: [] }]);
    const soon = () => new Date(Date.now() + 4 * 60_000);
    const again = await letGo(gone.visit.updated_at, 'scheduled');
    await offerDue(db, 'demo', soon());
    expect(await batches()).toMatchObject([{ state: 'ended', why: 'The time is booked.', offers: [] }]);
    await letGo(again.visit.updated_at, 'cancelled');
    const midday = new Date('2029-11-12T17:00:00Z');
    await offerDue(db, 'demo', midday);
    expect((await batches()).map(({ state, offers }) => [state, offers.length])).toEqual([
      ['ended', 0],
      ['open', 1],
    ]);
  });

  test('is offered once at a time, only when it is free, and by who may book', async () => {
    await offered();
    await db.owner(`update fill_batches set state = 'open'`);
    const again = call('waitlist.fill', { ...time, FillBatchId: demoId('demo', 'test', 'again') } as never, front);
    await expect(again).rejects.toMatchObject({ kind: 'conflict' });
    const over = {
      ...time,
      Start: '2026-11-18T08:00',
      End: '2026-11-18T08:45',
      FillBatchId: demoId('demo', 'test', 'over'),
    };
    await expect(call('waitlist.fill', over as never, front)).rejects.toMatchObject({ kind: 'invalid' });
    const [busy] = await db.owner<{ Start: string; End: string }>(
      `select "Start", "End" from visits where site = 'demo' and "ProviderId" = $1 and stage = 'scheduled'
         and "Start" > '2026-11-19' order by "Start" limit 1`,
      [place.ProviderId],
    );
    const taken = { ...place, ...busy, FillBatchId: demoId('demo', 'test', 'taken') };
    await expect(call('waitlist.fill', taken as never, front)).rejects.toMatchObject({ kind: 'user-visible' });
  });
});

/** `npm run test:long -- booking-race` plays more. */
const rounds = countFrom('RACE_ROUNDS', 3);

test('in a race, of all who accept at once one has the time, and nothing is doubled', async () => {
  await setRule({ groupSize: 12, contactLimit: 50 });
  const all = await people(12);
  expect(all).toHaveLength(12);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of all) {
      await db.owner(`update visit_requests set state = 'open', "VisitId" = null`);
      await wait(one, {});
    }
    const Start = `${day}T${String(8 + (round % 4)).padStart(2, '0')}:00`;
    await db.owner(
      `delete from visit_history where "VisitId" in (select "VisitId" from visits where "Start" > '2026-11-29')`,
    );
    await db.owner(`delete from visits where site = 'demo' and "Start" > '2026-11-29'`);
    await db.owner(`delete from outbound_messages`);
    const FillBatchId = demoId('demo', 'race', String(round));
    const End = Start.replace(':00', ':45');
    await call('waitlist.fill', { ...place, Start, End, FillBatchId } as never, front);
    await offerDue(db, 'demo', demoNoon);
    const links = [...(await tokens()).values()];
    expect(links).toHaveLength(12);
    // Each presses twice.
    const told = await Promise.all([...links, ...links].map((token) => say(token, 'accept')));
    const states = told.map(({ state }) => state);
    expect(states.filter((state) => state === 'done')).toHaveLength(2);
    expect(states.filter((state) => state === 'taken')).toHaveLength(22);
    const booked = await db.owner(`select from visits where site = 'demo' and "ProviderId" = $1 and "Start" = $2`, [
      place.ProviderId,
      Start,
    ]);
    expect(booked).toHaveLength(1);
    const filled = await db.owner(`select from visit_requests where state = 'booked'`);
    expect(filled).toHaveLength(1);
  }
}, 240_000);
