import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { demoDay } from '#server/testing/database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  // A calendar reaches a month back and half a year ahead of the real day: the clinic's days come along, as if they had
  // always been these, without a trigger that takes it for a change.
  const moved = ['visits', 'non_patient_visits'].map(
    (table) => `update ${table} set "Start" = ${onToday('"Start"')}, "End" = ${onToday('"End"')} where site = 'demo';`,
  );
  await api.db.owner(`set session_replication_role = replica; ${moved.join(' ')} reset session_replication_role`);
});
const onToday = (wall: string) =>
  `to_char(${wall}::timestamp + (now()::date - '${demoDay}'::date) * interval '1 day', 'YYYY-MM-DD"T"HH24:MI')`;
afterAll(() => api.close());

let path: string;
const make = async (as: string) => {
  const { url } = await api.call('feeds.make', {}, { as: as as 'pt' });
  return new URL(url).pathname;
};
const read = (at: string, headers: Record<string, string> = {}) => api.app.inject({ url: at, headers });
beforeEach(async () => {
  path = await make('pt');
});

/** Each event's lines by name, unfolded. */
function eventsOf(text: string): Record<string, string>[] {
  return [...text.replaceAll('\r\n ', '').matchAll(/BEGIN:VEVENT\r\n([\s\S]*?)END:VEVENT/g)].map(([, lines = '']) =>
    Object.fromEntries(
      lines.split('\r\n').flatMap((line) => {
        const [, name, value] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, value ?? '']];
      }),
    ),
  );
}
type Event = ReturnType<typeof eventsOf>[number];
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
const compact = (wall: string) => `${wall.replaceAll(/[-:]/g, '')}00`;
const inReach = (table: string) =>
  `${table}."Start" >= ((now() at time zone 'utc')::date - 30)::text and ${table}."Start" < ((now() at time zone 'utc')::date + 180)::text`;
type Row = { VisitId: string; Start: string; stage: string; First: string; Last: string; CaseId: string };
const ownVisits = () =>
  api.db.owner<Row>(
    `select v."VisitId", v."Start", v.stage, p."FirstName" as "First", p."LastName" as "Last", v."CaseId" from visits v
     join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     where v.site = 'demo' and v."ProviderId" = $1 and ${inReach('v')}`,
    [cast.providers.maya],
  );

test('every visit of their own stands in it, no one is named, and it is theirs alone', async () => {
  const reply = await read(path);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const events = eventsOf(reply.body);
  const visits = await ownVisits();
  expect(visits.length).toBeGreaterThan(5);
  const starts = new Set(events.map((event) => event['DTSTART']));
  expect(visits.filter(({ Start }) => !starts.has(compact(Start)))).toEqual([]);
  const times = await api.db.owner(
    `select from non_patient_visits n where n.site = 'demo' and n."ProviderId" = $1 and ${inReach('n')}`,
    [cast.providers.maya],
  );
  expect(events).toHaveLength(visits.length + times.length);
  expect(reply.body).toContain('BEGIN:VTIMEZONE');
  const names = visits.flatMap(({ First, Last, VisitId, CaseId }) => [First, Last, VisitId, CaseId]);
  const folded = reply.body.replaceAll('\r\n ', '');
  expect(names.filter((name) => new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`).test(folded))).toEqual([]);
  const uids = events.map((event) => event['UID']);
  expect(new Set(uids).size).toBe(uids.length);
});

test('a change keeps the event and raises its sequence; a cancelled visit says so', async () => {
  const [visit] = (await ownVisits()).filter(({ stage }) => stage === 'scheduled');
  const change = (set: string) =>
    api.db.owner(
      `update visits set ${set}, updated_at = now() + interval '2 seconds' where site = 'demo' and "VisitId" = $1`,
      [visit?.VisitId],
    );
  const before = eventsOf((await read(path)).body);
  await change(`stage = 'cancelled', "CancelReason" = 'Sick child of the patient'`);
  const { body } = await read(path);
  const after = eventsOf(body);
  expect(body).not.toContain('Sick child');
  const changed = after.filter(
    (event) => event['STATUS'] !== before.find(({ UID }) => UID === event['UID'])?.['STATUS'],
  );
  expect(changed).toHaveLength(1);
  const old = before.find(({ UID }) => UID === changed[0]?.['UID']);
  expect([old?.['STATUS'], changed[0]?.['STATUS']]).toEqual(['CONFIRMED', 'CANCELLED']);
  expect(Number(changed[0]?.['SEQUENCE'])).toBeGreaterThan(Number(old?.['SEQUENCE']));
  await change(`stage = 'scheduled', "CancelReason" = null`);
});

test('a visit that is removed is told as cancelled for thirty days, a meeting that is brought back stands', async () => {
  const changedIn = (before: Event[], after: Event[]) =>
    after.flatMap((event) => {
      const old = before.find(({ UID }) => UID === event['UID']);
      return old?.['STATUS'] === event['STATUS'] ? [] : [{ old, event }];
    });
  const inOrder = async () => eventsOf((await read(path)).body);
  const [visit] = (await ownVisits()).filter(({ stage, Start }) => stage === 'scheduled' && Start > tomorrow);
  const before = await inOrder();
  await api.call('visits.remove', { id: visit?.VisitId as never, deletionReason: 'Moved away' }, { as: 'front' });
  const { body } = await read(path);
  const changed = changedIn(before, eventsOf(body));
  expect(changed).toMatchObject([{ old: { STATUS: 'CONFIRMED' }, event: { STATUS: 'CANCELLED' } }]);
  expect(changed[0]?.event['DTSTART']).toBe(compact(visit?.Start ?? ''));
  expect(Number(changed[0]?.event['SEQUENCE'])).toBeGreaterThan(Number(changed[0]?.old?.['SEQUENCE']));
  expect(eventsOf(body)).toHaveLength(before.length);
  expect(body).not.toContain('Moved away');

  const [meeting] = await api.db.owner<{ id: string }>(
    `select n."NonPatientVisitId" as id from non_patient_visits n where n.site = 'demo' and n."ProviderId" = $1 and ${inReach('n')} limit 1`,
    [cast.providers.maya],
  );
  const there = await inOrder();
  await api.db.owner(
    `with gone as (delete from non_patient_visits where site = 'demo' and "NonPatientVisitId" = $1 returning *) select from gone`,
    [meeting?.id],
  );
  expect(changedIn(there, await inOrder())).toMatchObject([{ event: { STATUS: 'CANCELLED' } }]);
  await api.db.owner(
    `insert into non_patient_visits (site, "NonPatientVisitId", "FacilityId", "ProviderId", "VisitTypeName", "Title", "Start", "End")
     select site, pk::uuid, (detail ->> 'FacilityId')::uuid, (detail ->> 'ProviderId')::uuid, detail ->> 'VisitTypeName', detail ->> 'Title',
       detail ->> 'Start', detail ->> 'End' from audit_entry where site = 'demo' and action = 'delete' and pk = $1`,
    [meeting?.id],
  );
  expect(changedIn(there, await inOrder())).toEqual([]);
  // Another provider's calendar tells nothing of it.
  expect(eventsOf((await read(await make('pta'))).body).map(({ UID }) => UID)).not.toContain(changed[0]?.event['UID']);
});

test('a visit that went to another provider, or beyond the days that are told, is cancelled there', async () => {
  const events = async () => new Map(eventsOf((await read(path)).body).map((event) => [event['UID'], event]));
  const move = (id: string, set: string) =>
    api.db.owner(`update visits set ${set} where site = 'demo' and "VisitId" = $1`, [id]);
  const [away, beyond] = (await ownVisits()).filter(({ stage, Start }) => stage === 'scheduled' && Start > tomorrow);
  // The demo clinic's days were moved to this week without an entry in its log. Long ago, by its clock.
  await api.db.owner('alter table visits disable trigger touch');
  for (const one of [away, beyond]) await move(one?.VisitId ?? '', `updated_at = updated_at - interval '1 minute'`);
  await api.db.owner('alter table visits enable trigger touch');
  const before = await events();
  await move(away?.VisitId ?? '', `"ProviderId" = '${cast.providers.ben}'`);
  await move(beyond?.VisitId ?? '', `"Start" = '2099' || substr("Start", 5), "End" = '2099' || substr("End", 5)`);
  const after = await events();
  const changed = [...after].filter(([uid, event]) => event['STATUS'] !== before.get(uid)?.['STATUS']);
  expect(new Set(changed.map(([, event]) => event['DTSTART']))).toEqual(
    new Set([away, beyond].map((one) => compact(one?.Start ?? ''))),
  );
  for (const [uid, event] of changed) {
    expect(event['STATUS']).toBe('CANCELLED');
    expect(Number(event['SEQUENCE'])).toBeGreaterThan(Number(before.get(uid)?.['SEQUENCE']));
  }
  expect(after.size).toBe(before.size);
  // Who has it now is told of it, and of nothing that was cancelled elsewhere.
  const theirs = eventsOf((await read(await make('pta'))).body).filter(({ UID }) =>
    changed.some(([uid]) => uid === UID),
  );
  expect(theirs.map((event) => event['STATUS'])).toEqual(theirs.map(() => 'CONFIRMED'));
  await move(away?.VisitId ?? '', `"ProviderId" = '${cast.providers.maya}'`);
  const back = await events();
  expect(new Set(changed.map(([uid]) => back.get(uid)?.['STATUS']))).toEqual(new Set(['CANCELLED', 'CONFIRMED']));
});

test('what has not changed is not sent again', async () => {
  const first = await read(path);
  const etag = String(first.headers['etag']);
  const again = await read(path, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await read(path, { 'if-none-match': `W/${etag}, "other"` })).statusCode).toBe(304);
  expect((await read(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('initials stand in it once an administrator has said so', async () => {
  const set = (calendar_feed_initials: boolean, before: boolean) =>
    api.call(
      'settings.save',
      { settings: { calendar_feed_initials }, base: { calendar_feed_initials: before } },
      { as: 'admin' },
    );
  await set(true, false);
  const [visit] = await ownVisits();
  const initials = `${visit?.First.slice(0, 1)}${visit?.Last.slice(0, 1)}`;
  const events = eventsOf((await read(path)).body);
  const at = events.filter((event) => event['DTSTART'] === compact(visit?.Start ?? ''));
  expect(at.some((event) => event['SUMMARY']?.endsWith(` · ${initials}`))).toBe(true);
  await set(false, true);
  expect((await read(path)).body).not.toContain(' · ');
});

test('a new address ends the one before; an ended one and one that never was get the same answer', async () => {
  const next = await make('pt');
  expect(next).not.toBe(path);
  expect((await read(next)).statusCode).toBe(200);
  const gone = await read(path);
  await api.call('feeds.end', {}, { as: 'pt' });
  const ended = await read(next);
  const never = await read(`/api/feeds/demo/${'x'.repeat(43)}.ics`);
  const elsewhere = await read(next.replace('/demo/', '/demo2/'));
  const said = [gone, ended, never, elsewhere].map((reply) => [
    reply.statusCode,
    reply.json<{ message?: string; error?: unknown }>(),
  ]);
  const plain = JSON.stringify(said).replaceAll(/"requestId":"[^"]*"/g, '');
  expect(new Set(said.map(([status]) => status))).toEqual(new Set([404]));
  expect(plain).toContain('This calendar link was not found, or it has ended.');
  expect((await api.call('feeds.get', {}, { as: 'pt' })).feed).toBeNull();
});

test('the secret itself is kept nowhere, and the audit log tells who made, renewed and ended one', async () => {
  const secret = path.split('/').at(-1)?.replace('.ics', '') ?? '';
  const [kept] = await api.db.owner<{ text: string }>(`select string_agg(f::text, '') as text from calendar_feeds f`);
  expect(kept?.text).not.toContain(secret);
  await make('pt');
  await api.call('feeds.end', {}, { as: 'pt' });
  const entries = await api.db.owner<{ action: string; text: string }>(
    `select action, a::text as text from audit_entry a where site = 'demo' and entity = 'calendarFeeds' order by at desc limit 2`,
  );
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update']);
  expect(entries.map(({ text }) => text).join('')).not.toContain(secret);
});

test('a disabled account has no calendar any more, also when it is enabled again', async () => {
  const disable = (to: boolean) =>
    api.db.owner(`update users set "Disabled" = $2 where site = 'demo' and "UserId" = $1`, [cast.users.pt, to]);
  await disable(true);
  expect((await read(path)).statusCode).toBe(404);
  await disable(false);
  expect((await read(path)).statusCode).toBe(404);
});

test('who is no provider has no visits of their own', async () => {
  await expect(make('front')).rejects.toThrow('Your account has no provider record');
  expect(await api.call('feeds.get', {}, { as: 'front' })).toEqual({ feed: null, isProvider: false });
});

test('it answers only where people may come from', async () => {
  const set = (addresses: string) =>
    api.db.owner(`update sites set settings = settings || $1::jsonb where site = 'demo'`, [
      `{"allowed_addresses": ${addresses}}`,
    ]);
  await set('[{"network": "203.0.113.0/24", "note": ""}]');
  const reply = await read(path);
  expect([reply.statusCode, reply.body.includes('IP blocked')]).toEqual([403, true]);
  await set('[]');
  expect((await read(path)).statusCode).toBe(200);
});

test('one address is read so often and no more', async () => {
  const codes: number[] = [];
  for (let at = 0; at < 62; at += 1) codes.push((await read(path)).statusCode);
  expect([codes[0], codes.at(-1)]).toEqual([200, 429]);
  // Another one goes on.
  expect((await read(await make('pta'))).statusCode).toBe(200);
});

test('it has ended for whoever sees the dashboard only, also while they have emergency access', async () => {
  const own = `site = 'demo' and "UserId" = '${cast.users.pt}'`;
  expect((await read(path)).statusCode).toBe(200);
  await api.db.owner(
    `update users set "individualPermissions" = array_append("individualPermissions", 'request emergency access') where ${own};
     update sites set settings = settings || '{"enable_emergency_access": true}' where site = 'demo'`,
  );
  expect((await read(path)).statusCode).toBe(404);
  await api.db.owner(
    `insert into emergency_grants (site, "EmergencyAccessId", "UserId", reason, "endsAt")
     values ('demo', gen_random_uuid(), $1, 'Collapsed in the gym', now() + interval '1 hour')`,
    [cast.users.pt],
  );
  expect((await read(path)).statusCode).toBe(404);
  await api.db.owner(`update sites set settings = settings - 'enable_emergency_access' where site = 'demo'`);
  expect((await read(path)).statusCode).toBe(200);
});

test('whose visits it told of stands in the audit log, once for each reply that has them', async () => {
  const entries = () =>
    api.db.owner<{ entity: string; detail: { count: string; patients: string[] } }>(
      `select entity, detail from audit_entry where site = 'demo' and action = 'calendar read' and "UserId" = $1 order by id`,
      [cast.users.pt],
    );
  const before = (await entries()).length;
  const first = await read(path);
  expect((await read(path, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304);
  const told = (await entries()).slice(before);
  expect(told).toHaveLength(1);
  const patients = await api.db.owner<{ PatientId: string }>(
    `select distinct "PatientId" from visits v where site = 'demo' and "ProviderId" = $1 and ${inReach('v')}`,
    [cast.providers.maya],
  );
  expect(told[0]?.entity).toBe('charts');
  expect(told[0]?.detail.patients).toEqual(expect.arrayContaining(patients.map(({ PatientId }) => PatientId)));
  expect(told[0]?.detail.count).toBe(String(told[0]?.detail.patients.length));
});
