import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { cast } from '#server/demo/cast.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { messagesRound } from '#server/kit/messages/worker.ts';
import { embeddedTexts } from '#server/kit/outside/texts.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';

let api: TestApi;
const inbound = 'the token of the gateway';
beforeAll(async () => {
  const db = await testDatabase();
  // Nobody else is reminded of anything.
  await db.owner(`update patients set "MessageConsent" = '{"email": false, "text": false}'`);
  // The server's own rounds would take a message between a step of a test and its look, and by the real hour.
  api = await testApi(db, { SMS_INBOUND_TOKEN: inbound }, { hasRounds: false });
});
afterAll(async () => {
  await api.close();
  await api.db.close();
});

const id = cast.visits.today.scheduled as never;
/** Two weeks on, by day: nothing of the demo clinic is booked there, and no clock of a test matters. */
const day = addDays(new Date().toISOString().slice(0, 10), 14);
const Start = `${day}T10:15`;
const minuteMs = 60_000;
let PatientId = '';

beforeEach(async () => {
  await api.db.owner(
    'delete from outbound_messages; delete from visit_news; delete from visit_reminders; delete from outgoing_mail',
  );
  await api.db.owner(
    `update visits set "Start" = $2, "End" = $3, stage = 'scheduled', "PatientAsk" = null, "CancelReason" = null where "VisitId" = $1`,
    [id, Start, `${day}T11:00`],
  );
  const [row] = await api.db.owner<{ PatientId: string }>('select "PatientId" from visits where "VisitId" = $1', [id]);
  PatientId = row?.PatientId ?? '';
  await api.db.owner(
    `update patients set "MessageConsent" = '{"email": true, "text": false}', "Email" = 'rosa@example.com', "Phone" = '5035550142'
     where "PatientId" = $1`,
    [PatientId],
  );
});

const round = (now: Date) => messagesRound(api.db, { texts: embeddedTexts, now });
const inMinutes = (count: number) => new Date(Date.now() + count * minuteMs);
type Row = { kind: string; state: string; body: string; subject: string };
const rows = () =>
  api.db.owner<Row>(
    `select kind, state, body, subject from outbound_messages where site = 'demo' order by "createdAt"`,
  );
const visit = async () =>
  (
    await api.db.owner<{ stage: string; PatientAsk: { What: string; Note: string | null } | null; at: string }>(
      `select stage, "PatientAsk", to_jsonb(updated_at) #>> '{}' as at from visits where "VisitId" = $1`,
      [id],
    )
  )[0];
const move = async (to: string) =>
  api.call(
    'visits.reschedule',
    {
      id,
      changes: { Start: to as never, End: to.replace(/:\d\d$/, ':55') as never },
      lastUpdated: (await visit())?.at ?? '',
      accepted: ['closed-day', 'holiday', 'same-day', 'provider-busy-ask', 'time-off'] as never,
    },
    { as: 'front' },
  );
const toStage = async (destination: 'cancelled' | 'scheduled') =>
  api.call('visits.move', { id, destination, lastUpdated: (await visit())?.at ?? '' }, { as: 'front' });

async function linkToVisit(expires = inMinutes(60)): Promise<string> {
  const path = await api.db.tx(messagesOf('demo'), (tx) =>
    makeLink(tx, 'demo', { PatientId, purpose: 'visit', VisitId: id, expiresAt: expires }),
  );
  return path.slice('/s/'.length);
}

test('a move is told once, three minutes after the last change; what came back is not told', async () => {
  await move(`${day}T13:00`);
  await move(`${day}T14:00`);
  await round(inMinutes(2));
  expect(await rows()).toEqual([]);
  await Promise.all([round(inMinutes(4)), round(inMinutes(4))]);
  const written = await rows();
  expect(written.map(({ kind }) => kind)).toEqual(['moved']);
  expect(written[0]?.body).toContain('10:15 AM is moved to');
  expect(written[0]?.body).toContain('2:00 PM');
  expect(written[0]?.body).not.toContain('1:00 PM');

  await api.db.owner('delete from outbound_messages');
  await toStage('cancelled');
  await toStage('scheduled');
  await round(inMinutes(4));
  expect(await rows()).toEqual([]);
});

test('a cancellation is told, and nothing where the site has switched it off', async () => {
  await toStage('cancelled');
  await round(inMinutes(4));
  expect((await rows()).map(({ kind }) => kind)).toEqual(['cancelled']);
  await toStage('scheduled');
  await api.db.owner(`update sites set settings = settings || '{"tell_of_visits": false}' where site = 'demo'`);
  await round(inMinutes(4));
  expect(await rows()).toHaveLength(1);
  await api.db.owner(`update sites set settings = settings || '{"tell_of_visits": true}' where site = 'demo'`);
});

test('reminders go out once each by the rules, and none for a visit that is gone, moved or has begun', async () => {
  const only = () =>
    api.db.owner<{ kind: string }>(`select kind from outbound_messages where "VisitId" = $1 and state <> 'dropped'`, [
      id,
    ]);
  // 10:15 in New York is 15:15 in winter and 14:15 in summer: both within the hours a reminder may be late.
  const before = (hours: number) => new Date(Date.parse(`${Start}Z`) + (5.5 - hours) * 60 * minuteMs);
  await round(before(50));
  expect(await only()).toEqual([]);
  await Promise.all([round(before(47)), round(before(47))]);
  await round(before(46));
  expect(await only()).toEqual([{ kind: 'reminder' }]);
  // The second rule.
  await round(before(2));
  expect(await only()).toHaveLength(2);
  await api.db.owner('delete from outbound_messages; delete from visit_reminders');
  for (const change of [
    `stage = 'cancelled'`,
    `stage = 'inProgress'`,
    `"Start" = '2020-01-06T10:15', "End" = '2020-01-06T11:00'`,
  ]) {
    await api.db.owner(`update visits set ${change} where "VisitId" = $1`, [id]);
    await round(before(47));
    expect([change, await only()]).toEqual([change, []]);
  }
});

test('a patient confirms through a link; looking at it changes nothing', async () => {
  const token = await linkToVisit();
  const seen = await api.call('messages.readLink', { token });
  expect(seen).toMatchObject({
    purpose: 'visit',
    visit: { Start, state: 'booked', cancelsAtOnce: true },
    email: { visits: true, surveys: false },
  });
  expect(Object.keys(seen).toSorted()).toEqual([
    'about',
    'clinic',
    'email',
    'hasCheckinCode',
    'hasEmail',
    'language',
    'mobile',
    'name',
    'phone',
    'purpose',
    'text',
    'visit',
  ]);
  expect((await visit())?.stage).toBe('scheduled');
  expect((await api.call('messages.confirm', { token, Start: Start as never })).visit?.state).toBe('confirmed');
  expect((await api.call('messages.confirm', { token, Start: Start as never })).visit?.state).toBe('confirmed');
  expect((await visit())?.stage).toBe('confirmed');
  const [told] = await api.db.owner<{ UserId: string | null; note: string }>(
    `select "UserId", note from visit_history where "VisitId" = $1 order by at desc limit 1`,
    [id],
  );
  expect(told).toEqual({ UserId: null, note: 'By the patient, through a link' });
});

test('who cannot come frees the time a day or more before; later the clinic is told', async () => {
  const token = await linkToVisit();
  expect((await api.call('messages.cannotCome', { token, Start: Start as never })).visit?.state).toBe('cancelled');
  expect(await visit()).toMatchObject({ stage: 'cancelled' });
  await expect(api.call('messages.confirm', { token, Start: Start as never })).rejects.toMatchObject({
    kind: 'user-visible',
  });
  const soon = new Date(Date.now() + 90 * minuteMs);
  const wall = (at: Date) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' })
      .format(at)
      .replace(' ', 'T');
  await api.db.owner(`update visits set stage = 'confirmed', "Start" = $2, "End" = $3 where "VisitId" = $1`, [
    id,
    wall(soon),
    wall(new Date(soon.getTime() + 45 * minuteMs)),
  ]);
  const after = await api.call('messages.cannotCome', { token, Start: wall(soon) as never });
  expect(after.visit).toMatchObject({ state: 'booked', asked: 'cannotCome', cancelsAtOnce: false });
  expect(await visit()).toMatchObject({ stage: 'scheduled', PatientAsk: { What: 'cannotCome' } });
});

test('a question for another time stands on the visit until the clinic sees to it', async () => {
  const token = await linkToVisit();
  await api.call('messages.anotherTime', { token, Start: Start as never, note: 'Any afternoon' });
  expect(await visit()).toMatchObject({
    stage: 'scheduled',
    PatientAsk: { What: 'anotherTime', Note: 'Any afternoon' },
  });
  await move(`${day}T15:00`);
  expect((await visit())?.PatientAsk).toBeNull();
});

test('no one answers for a visit that was moved since its page was read', async () => {
  const token = await linkToVisit();
  await move(`${day}T15:00`);
  for (const name of ['messages.confirm', 'messages.cannotCome', 'messages.anotherTime'] as const)
    await expect(api.call(name, { token, Start: Start as never })).rejects.toMatchObject({
      kind: 'user-visible',
      message: 'This visit was moved. Nothing was changed. The new time is shown here.',
    });
  expect(await visit()).toMatchObject({ stage: 'scheduled', PatientAsk: null });
  const { visit: seen } = await api.call('messages.readLink', { token });
  expect(seen?.Start).toBe(`${day}T15:00`);
  await api.call('messages.confirm', { token, Start: `${day}T15:00` as never });
  expect((await visit())?.stage).toBe('confirmed');
});

test('a late, unknown or foreign link says so in one sentence', async () => {
  const late = await linkToVisit(inMinutes(-1));
  const known = await linkToVisit();
  for (const token of [late, '', 'demo', 'demo.AAAAAAAAAAAAAAAAAAAAAA', known.replace('demo.', 'demo2.')])
    for (const ask of [
      () => api.call('messages.readLink', { token }),
      () => api.call('messages.confirm', { token, Start: Start as never }),
      () => api.call('messages.cannotCome', { token, Start: Start as never }),
      () => api.call('messages.anotherTime', { token, Start: Start as never }),
    ])
      await expect(ask()).rejects.toMatchObject({
        kind: 'not-found',
        message: 'This link no longer works. Call the clinic about your visit.',
      });
  await api.db.owner(
    `update visits set "Start" = '2020-01-06T10:15', "End" = '2020-01-06T11:00' where "VisitId" = $1`,
    [id],
  );
  expect((await api.call('messages.readLink', { token: known })).visit?.state).toBe('passed');
  await expect(
    api.call('messages.confirm', { token: known, Start: '2020-01-06T10:15' as never }),
  ).rejects.toMatchObject({ kind: 'user-visible' });
});

test('trouble with the news of a site keeps its messages from no one', async () => {
  await toStage('cancelled');
  await round(inMinutes(4));
  await api.db.owner(
    `update outbound_messages set state = 'waiting', "dueAt" = now() where kind = 'cancelled';
     insert into visit_news (site, "VisitId", "PatientId", "FacilityId")
     values ('demo', gen_random_uuid(), '${PatientId}', gen_random_uuid())`,
  );
  let troubles = 0;
  // By day: at night nothing is sent to a patient.
  const byDay = new Date(`${addDays(day, -2)}T20:00:00Z`);
  await messagesRound(api.db, {
    texts: embeddedTexts,
    now: byDay,
    attempt: (part) => part().catch(() => void (troubles += 1)),
  });
  expect(troubles).toBeGreaterThan(0);
  expect((await rows()).find(({ kind }) => kind === 'cancelled')?.state).not.toBe('waiting');
});

test('STOP takes the texts away and says so once, START gives them back', async () => {
  await api.db.owner(`update patients set "MessageConsent" = '{"email": true, "text": true}' where "PatientId" = $1`, [
    PatientId,
  ]);
  const headers = { authorization: `Bearer ${inbound}` };
  const say = (text: string) =>
    api.call('messages.inbound', { site: 'demo' as never, from: '+1 503 555 0142', text }, { headers });
  const consent = async () =>
    (
      await api.db.owner<{ text: boolean }>(
        `select "MessageConsent" -> 'text' as text from patients where "PatientId" = $1`,
        [PatientId],
      )
    )[0]?.text;
  expect(await say('Stop.')).toEqual({ heard: 'stop' });
  expect(await say('stop')).toEqual({ heard: 'stop' });
  expect(await consent()).toBe(false);
  expect((await rows()).map(({ kind }) => kind)).toEqual(['reply', 'answer', 'reply']);
  await round(inMinutes(1));
  expect((await rows()).find(({ kind }) => kind === 'answer')).toMatchObject({
    state: 'kept',
    body: expect.stringContaining('START'),
  });
  expect(await say('START')).toEqual({ heard: 'start' });
  expect(await consent()).toBe(true);
  expect(await say('Thank you, I stop by at ten')).toEqual({ heard: 'noted' });
  expect(await consent()).toBe(true);
  await expect(
    api.call(
      'messages.inbound',
      { site: 'demo' as never, from: '5035550142', text: 'STOP' },
      { headers: { authorization: 'Bearer no' } },
    ),
  ).rejects.toMatchObject({ kind: 'no-permission' });
  expect(await consent()).toBe(true);
});

test('START gives texts back to who had them, not to another chart with the same number', async () => {
  const [other] = await api.db.owner<{ PatientId: string; Phone: string | null }>(
    `select "PatientId", "Phone" from patients where site = 'demo' and "PatientId" <> $1 limit 1`,
    [PatientId],
  );
  await api.db.owner(
    `update patients set "Phone" = '5035550142', "MessageConsent" = jsonb_build_object('email', false, 'text', "PatientId" = $1)
     where "PatientId" in ($1, $2)`,
    [PatientId, other?.PatientId],
  );
  const say = (text: string) =>
    api.call(
      'messages.inbound',
      { site: 'demo' as never, from: '5035550142', text },
      { headers: { authorization: `Bearer ${inbound}` } },
    );
  const agreeing = () =>
    api.db.owner<{ PatientId: string }>(
      `select "PatientId" from patients where "PatientId" in ($1, $2) and "MessageConsent" -> 'text' = 'true'`,
      [PatientId, other?.PatientId],
    );
  await say('STOP');
  expect(await agreeing()).toEqual([]);
  await say('START');
  expect(await agreeing()).toEqual([{ PatientId }]);
  // A START nobody's STOP came before is no consent.
  await api.db.owner(
    `update patients set "MessageConsent" = '{"email": false, "text": false}' where "PatientId" = $1`,
    [PatientId],
  );
  await say('START');
  expect(await agreeing()).toEqual([]);
  await api.db.owner(`update patients set "Phone" = $2 where "PatientId" = $1`, [other?.PatientId, other?.Phone]);
});

test('the list tells what went to whom, masked, and takes an answer where nothing is sent', async () => {
  await api.db.owner(`update patients set "MessageConsent" = '{"email": true, "text": true}' where "PatientId" = $1`, [
    PatientId,
  ]);
  await api.db.owner(`update sites set settings = settings || '{"messages_by_text": true}' where site = 'demo'`);
  await toStage('cancelled');
  await round(inMinutes(4));
  const { messages, areMailsSent, areTextsSent } = await api.call('messages.list', {}, { as: 'super' });
  expect([areMailsSent, areTextsSent]).toEqual([false, false]);
  expect(messages.map(({ channel, to }) => `${channel} ${to}`).toSorted()).toEqual([
    'email r•••@example.com',
    'text (•••) •••-0142',
  ]);
  const text = messages.find(({ channel }) => channel === 'text');
  expect(await api.call('messages.reply', { id: text?.MessageId ?? '', text: 'STOP' }, { as: 'super' })).toEqual({
    heard: 'stop',
  });
  const { messages: after } = await api.call('messages.list', {}, { as: 'super' });
  expect(after.map(({ kind }) => kind).toSorted()).toEqual(['answer', 'cancelled', 'cancelled', 'reply']);
  await api.db.owner(`update sites set settings = settings - 'messages_by_text' where site = 'demo'`);
});

// Nobody else here is the admin: who signed in is remembered with their facilities.
test('who works at another facility sees no message of this one', async () => {
  await api.db.owner(
    `update users set "facilityIds" = array['${cast.facilities.riverside}']::uuid[] where site = 'demo' and "UserId" = $1`,
    [cast.users.admin],
  );
  await toStage('cancelled');
  await round(inMinutes(4));
  const seenBy = async (as: 'admin' | 'super') =>
    (await api.call('messages.list', {}, { as })).messages.map(({ kind }) => kind);
  expect(await seenBy('super')).toContain('cancelled');
  expect(await seenBy('admin')).toEqual([]);
});
