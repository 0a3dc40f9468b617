import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import type { Hold, OnlineBooking, OnlineOptions, OnlineSlots } from '#contract/online-scheduling/endpoints.ts';
import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { fittingNow } from '#server/features/patient-login/store.ts';
import { holdInTurn } from '#server/features/scheduling/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { receiveText } from '#server/kit/messages/answers.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';
import { countFrom } from '#server/testing/seed.ts';

let api: TestApi;
const here = demoId('demo', 'facility', 'harborview');
const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
const rules = { evaluation: randomUUID(), followUp: randomUUID() };

beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  const hours = [{ start: '08:00', end: '12:00', FacilityId: here }];
  for (const [at, id] of [first, second, third].entries())
    await copyOf('providers', `"Type" = 'PT' and not "Inactive"`, {
      ProviderId: id,
      UserId: null,
      FirstName: ['Ada', 'Bo', 'Cleo'][at],
      LastName: 'Online',
      FacilityIds: [here],
      Schedule: Array.from({ length: 7 }, () => hours),
      time_off: [],
      MaxAtOnce: 3,
    });
  await api.db.owner(`delete from holidays; delete from booking_rules`);
});
afterAll(() => api.close());

/** A row like one of the demo clinic's, with other values. */
async function copyOf(table: string, where: string, changes: object): Promise<void> {
  const columns = await api.db.owner<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await api.db.owner(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table},
       (select to_jsonb(t) from ${table} t where site = 'demo' and ${where} limit 1) || $1::jsonb)`,
    [JSON.stringify(changes)],
  );
}

const ours = [first, second, third];
beforeEach(async () => {
  for (const table of ['booking_holds', 'booking_rules', 'patient_sessions', 'patient_guarantors'])
    await api.db.owner(`delete from ${table}`);
  await api.db.owner(
    `delete from visit_history where "VisitId" in (select "VisitId" from visits where "ProviderId" = any ($1::uuid[]))`,
    [ours],
  );
  await api.db.owner(`delete from visits where "ProviderId" = any ($1::uuid[])`, [ours]);
  await addRule(rules.evaluation, 'PT Evaluation', { For: 'new' });
  await addRule(rules.followUp, 'PT Follow-up', { For: 'followUp' });
});

async function addRule(id: string, type: string, more: object = {}): Promise<void> {
  await api.db.owner(
    `insert into booking_rules (site, "BookingRuleId", "FacilityId", "VisitTypeName", "IsOn", "PublicName", "For", "ProviderIds", "AnyProvider",
       "StartEvery", "NoticeHours", "HorizonDays", "BufferBefore", "BufferAfter", "MaxPerProvider", "MaxPerFacility", "MaxUpcoming", "NeedsRoom", "NeedsApproval", "Questions")
     select 'demo', "BookingRuleId", "FacilityId", "VisitTypeName", "IsOn", "PublicName", "For", "ProviderIds", "AnyProvider",
       "StartEvery", "NoticeHours", "HorizonDays", "BufferBefore", "BufferAfter", "MaxPerProvider", "MaxPerFacility", "MaxUpcoming", "NeedsRoom", "NeedsApproval", "Questions"
     from jsonb_populate_record(null::booking_rules, $1)`,
    [
      JSON.stringify({
        ...usualRule,
        BookingRuleId: id,
        FacilityId: here,
        VisitTypeName: type,
        PublicName: `${type} online`,
        IsOn: true,
        ProviderIds: [first],
        StartEvery: 60,
        ...more,
      }),
    ],
  );
}

/** Far enough on that no hour or zone of the machine matters. */
const day = addDays(wallTimeIn('America/New_York', new Date()).slice(0, 10), 10);
const at = (time: string) => `${day}T${time}`;

async function ask<T>(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const reply = await api.app.inject({
    method,
    url: `/api/onlineScheduling${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json<T & { message: string; current?: { times: string[] } }>() };
}
const unknown = (contact = `${randomUUID().slice(0, 8)}@example.org`) =>
  patientToken(api, { kind: 'unrecognized', contact, DateOfBirth: '1988-04-05' });
const optionsOf = async (token: string) => (await ask<OnlineOptions>(token, 'GET', '/options')).body;
const wish = (more: object = {}) => ({ BookingRuleId: rules.evaluation, CaseId: null, ProviderId: null, ...more });
const slotsOf = (token: string, more: object = {}) =>
  ask<OnlineSlots>(token, 'POST', '/slots', { ...wish(more), from: day, days: 1 });
const timesOf = async (token: string, more: object = {}) =>
  (await slotsOf(token, more)).body.days[0]?.times.map((time) => time.slice(11));
const holdAt = (token: string, Start: string, more: object = {}) =>
  ask<{ hold: Hold; now: string }>(token, 'POST', '/holds', { ...wish(more), HoldId: randomUUID(), Start });
const person = { FirstName: 'Noor', LastName: 'Haddad', wantsMessages: false, language: 'en', leftEmpty: '' };
const bookAtOnce = (token: string, HoldId: string, more: object = {}) =>
  ask<OnlineBooking>(token, 'POST', '/book', { HoldId, VisitId: randomUUID(), person, answers: [], ...more });

/** As people do, who take their time to type. */
async function book(token: string, HoldId: string, more: object = {}) {
  await takeTime(HoldId);
  return bookAtOnce(token, HoldId, more);
}
const takeTime = (HoldId: string) =>
  api.db.owner(`update booking_holds set "createdAt" = "createdAt" - interval '5 seconds' where "HoldId" = $1`, [
    HoldId,
  ]);

/** Calls that all wait for what a transaction of the test holds, and go on when it ends. */
async function together<T>(hold: (tx: Tx) => Promise<unknown>, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  let under: Promise<T[]> = Promise.resolve([]);
  await api.db.tx(messagesOf('demo'), async (tx) => {
    await hold(tx);
    under = Promise.all(calls.map((call) => call()));
    await vi.waitFor(async () => expect(await waiting()).toBe(calls.length), { timeout: 15_000, interval: 50 });
  });
  return under;
}

/** How many transactions wait for another one. */
async function waiting(): Promise<number> {
  const found = await api.db.owner(
    `select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  );
  return found.length;
}

async function busyAt(time: string, until: string, ProviderId = first): Promise<void> {
  await copyOf('visits', `stage = 'scheduled'`, {
    VisitId: randomUUID(),
    ProviderId,
    FacilityId: here,
    Start: at(time),
    End: at(until),
    RoomId: null,
  });
}

/** A patient of the demo clinic with an open case of physical therapy whose plan of care covers the day. */
async function underCare(): Promise<{ PatientId: string; CaseId: string }> {
  const PatientId = randomUUID();
  const CaseId = randomUUID();
  await copyOf('patients', `"DeathDate" is null`, {
    PatientId,
    PersonId: randomUUID(),
    FirstName: 'Ines',
    LastName: 'Moreau',
    MessageConsent: { email: false, text: false },
  });
  await api.db.owner(
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate", "PlanOfCareStart", "PlanOfCareEnd")
     values ('demo', $1, $2, $3, $4, 'Knee', 'PT', $5, $5, $6)`,
    [CaseId, PatientId, here, first, addDays(day, -20), addDays(day, 20)],
  );
  return { PatientId, CaseId };
}
const asPatient = (PatientId: string, more: object = {}) => patientToken(api, { kind: 'patient', PatientId, ...more });

test('a new person books a first visit: patient, case and visit come at once, and the session is theirs', async () => {
  const token = await unknown('noor@example.org');
  const options = await optionsOf(token);
  expect(options).toMatchObject({ kind: 'unrecognized', hold: null });
  expect(options.options.map(({ name }) => name)).toEqual(['PT Evaluation online']);
  expect(await timesOf(token)).toEqual(['08:00', '09:00', '10:00', '11:00']);
  const held = await holdAt(token, at('09:00'));
  expect(held.body.hold).toMatchObject({ provider: 'Ada Online', Start: at('09:00'), isExtended: false });
  expect((await optionsOf(token)).hold?.HoldId).toBe(held.body.hold.HoldId);
  const VisitId = randomUUID();
  const { status, body } = await book(token, held.body.hold.HoldId, { VisitId });
  expect(status).toBe(200);
  expect(body).toMatchObject({ VisitId, Start: at('09:00'), provider: 'Ada Online', needsApproval: false });
  expect(body.calendar).toContain('BEGIN:VEVENT');
  const [row] = await api.db.owner<Record<string, unknown>>(
    `select p."FirstName", p."Email", p."Phone", p."DateOfBirth"::text as "DateOfBirth", p.alerts, p."MessageConsent", c."Discipline", v.stage, v."PatientAsk",
       (select count(*)::int from visit_history h where h."VisitId" = v."VisitId") as history,
       (select kind from patient_sessions s where s."PatientId" = p."PatientId") as kind
     from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId" join cases c on c.site = v.site and c."CaseId" = v."CaseId"
     where v."VisitId" = $1`,
    [VisitId],
  );
  expect(row).toEqual({
    FirstName: 'Noor',
    Email: 'noor@example.org',
    Phone: null,
    DateOfBirth: '1988-04-05',
    alerts: [],
    MessageConsent: { email: false, text: false },
    Discipline: 'PT',
    stage: 'scheduled',
    PatientAsk: null,
    history: 1,
    kind: 'patient',
  });
  // Sent again after a lost reply.
  expect((await book(token, held.body.hold.HoldId, { VisitId })).body).toMatchObject({ VisitId, Start: at('09:00') });
  // Others are told nothing of it.
  expect((await book(await unknown(), held.body.hold.HoldId, { VisitId })).status).toBe(404);
  expect(await api.db.owner(`select 1 from booking_holds`)).toEqual([]);
  // Staff ask once who pays, and give an estimate where the patient does.
  const tasks = await api.db.owner<object>(
    `select t."Kind", t."FacilityId", t.scope from tasks t join visits v on v.site = t.site and v."PatientId" = t."PatientId" where v."VisitId" = $1`,
    [VisitId],
  );
  expect(tasks).toEqual([{ Kind: 'estimate', FacilityId: here, scope: `facility:${here}` }]);
  // From here on a patient, whose next visits the clinic plans.
  expect((await optionsOf(token)).options).toEqual([]);
});

test('a booking whose reply was lost is told after its visit type has another name, and when its rule is gone', async () => {
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  const VisitId = randomUUID();
  await book(token, hold.HoldId, { VisitId });
  const [before] = await api.db.owner<{ visit_types: object[] }>(
    `select visit_types from facilities where site = 'demo' and "FacilityId" = $1`,
    [here],
  );
  const setTypes = (types: object[]) =>
    api.db.owner(`update facilities set visit_types = $2 where site = 'demo' and "FacilityId" = $1`, [
      here,
      JSON.stringify(types),
    ]);
  const named = { Name: 'First visit', FormerNames: ['PT Evaluation'] };
  const types = before?.visit_types ?? [];
  await setTypes(types.map((type) => ('Name' in type && type.Name === 'PT Evaluation' ? { ...type, ...named } : type)));
  try {
    const again = () => book(token, hold.HoldId, { VisitId });
    expect(await again()).toMatchObject({ status: 200, body: { VisitId, name: 'PT Evaluation online' } });
    await api.db.owner(`delete from booking_rules where "BookingRuleId" = $1`, [rules.evaluation]);
    expect(await again()).toMatchObject({ status: 200, body: { VisitId, name: 'First visit', needsApproval: false } });
  } finally {
    await setTypes(types);
  }
});

test('somebody who may be here already is flagged to staff, and told nothing', async () => {
  const [known] = await api.db.owner<{ FirstName: string; LastName: string; DateOfBirth: string }>(
    `select "FirstName", "LastName", "DateOfBirth"::text as "DateOfBirth" from patients where site = 'demo' and "DeathDate" is null limit 1`,
  );
  if (!known) throw new Error('The demo clinic has patients');
  const { DateOfBirth, ...names } = known;
  const like = await patientToken(api, { kind: 'unrecognized', contact: 'other@example.org', DateOfBirth });
  const replies = [];
  for (const [token, who, time] of [
    [like, names, '08:00'],
    [await unknown('6145550199'), { FirstName: 'Zuri', LastName: 'Okonkwo' }, '10:00'],
  ] as const) {
    const held = await holdAt(token, at(time));
    const reply = await book(token, held.body.hold.HoldId, {
      person: { ...who, wantsMessages: true, language: 'es', leftEmpty: '' },
    });
    replies.push(Object.keys(reply.body).toSorted().join());
    expect(reply.status).toBe(200);
  }
  expect(new Set(replies).size).toBe(1);
  const made = await api.db.owner<{ alerts: string[]; MessageConsent: object; Phone: string | null }>(
    `select alerts, "MessageConsent", "Phone" from patients where site = 'demo' and ("Email" = 'other@example.org' or "Phone" = '6145550199') order by "Email" nulls last`,
  );
  expect(made).toEqual([
    { alerts: ['Booked online: may be registered twice'], MessageConsent: { email: true, text: false }, Phone: null },
    { alerts: [], MessageConsent: { email: false, text: true }, Phone: '6145550199' },
  ]);
});

test('a program that fills in what nobody sees, or sends at once, books nothing and registers nobody', async () => {
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  const tries = [
    () => bookAtOnce(token, hold.HoldId),
    () => book(token, hold.HoldId, { person: { ...person, leftEmpty: 'https://buy.example' } }),
  ];
  const sentences = [];
  for (const attempt of tries) {
    const { status, body } = await attempt();
    expect(status).toBe(490);
    sentences.push(body.message);
  }
  expect(sentences).toEqual([
    'This was sent very quickly. Check your answers, then book again.',
    'Please call us to book.',
  ]);
  expect(await api.db.owner(`select 1 from visits where "ProviderId" = $1`, [first])).toEqual([]);
  // The time is still theirs.
  expect((await book(token, hold.HoldId)).status).toBe(200);
});

test('who said STOP gets no text because they book, whatever they agree to there', async () => {
  const Phone = '6145550177';
  const sentTo = async (contact: string, time: string) => {
    const token = await unknown(contact);
    const { hold } = (await holdAt(token, at(time))).body;
    const { body } = await book(token, hold.HoldId, { person: { ...person, wantsMessages: true } });
    const [made] = await api.db.owner<{ PatientId: string }>(`select "PatientId" from visits where "VisitId" = $1`, [
      body.VisitId,
    ]);
    return api.call('onlineScheduling.sendLink', { id: made?.PatientId ?? '' } as never, { as: 'admin' });
  };
  await api.db.tx(messagesOf('demo'), (tx) =>
    receiveText(tx, 'demo', { from: `+1${Phone}`, text: 'Stop', now: new Date() }),
  );
  expect(await sentTo(Phone, '09:00')).toEqual({ sent: [] });
  expect(await sentTo('6145550178', '10:00')).toEqual({ sent: ['text'] });
});

test('the key that seals what was typed is the same after the next login, and of one person alone', async () => {
  const { PatientId } = await underCare();
  const keyOf = async (token: string) => (await optionsOf(token)).inputKey;
  const keys = [
    await keyOf(await unknown('kim@example.org')),
    await keyOf(await unknown('kit@example.org')),
    await keyOf(await asPatient(PatientId)),
    await keyOf(await asPatient((await underCare()).PatientId)),
  ];
  expect(new Set(keys).size).toBe(4);
  expect([await keyOf(await unknown('kim@example.org')), await keyOf(await asPatient(PatientId))]).toEqual([
    keys[0],
    keys[2],
  ]);
});

test('a booking link goes out by what the patient agreed to, and works for 14 days', async () => {
  const { PatientId } = await underCare();
  const send = () => api.call('onlineScheduling.sendLink', { id: PatientId }, { as: 'admin' });
  expect(await send()).toEqual({ sent: [] });
  await api.db.owner(
    `update patients set "MessageConsent" = '{"email": true, "text": false}', "Email" = 'ines@example.org' where "PatientId" = $1`,
    [PatientId],
  );
  expect(await send()).toEqual({ sent: ['email'] });
  const links = await api.db.owner<{ purpose: string; days: number }>(
    `select purpose, round(extract(epoch from "expiresAt" - now()) / 86400)::int as days from patient_links where "PatientId" = $1 and purpose = 'book'`,
    [PatientId],
  );
  expect(links.at(-1)).toEqual({ purpose: 'book', days: 14 });
  const [mail] = await api.db.owner<{ subject: string; body: string }>(
    `select subject, body from outbound_messages where "PatientId" = $1 and channel = 'email'`,
    [PatientId],
  );
  expect(mail?.subject).toContain('Book your next visit');
  expect(mail?.body).toMatch(/\/s\/demo\.\S{22}/);
  await expect(api.call('onlineScheduling.sendLink', { id: randomUUID() }, { as: 'admin' })).rejects.toThrow();
});

/** The token of a check-in at a kiosk, for a visit of a case on another day than can be booked. */
async function atKiosk(PatientId: string, CaseId: string): Promise<{ token: string; SessionId: string }> {
  const VisitId = randomUUID();
  const KioskId = randomUUID();
  await copyOf('visits', `stage = 'scheduled'`, {
    VisitId,
    PatientId,
    CaseId,
    ProviderId: first,
    FacilityId: here,
    Start: '2025-03-11T10:15',
    End: '2025-03-11T11:00',
    RoomId: null,
  });
  await api.db.owner(
    `insert into kiosks (site, "KioskId", "FacilityId", "Name", "createdByUserId") values ('demo', $1, $2, 'Front door', $3)`,
    [KioskId, here, cast.users.admin],
  );
  const token = await asPatient(PatientId, { level: 'L1', scope: 'kiosk', ofKiosk: { KioskId, VisitId } });
  const [row] = await api.db.owner<{ SessionId: string }>(
    `select "SessionId" from patient_sessions where "VisitId" = $1`,
    [VisitId],
  );
  return { token, SessionId: row?.SessionId ?? '' };
}

test('a check-in at a kiosk books a follow-up of its case, and nothing else', async () => {
  const { PatientId, CaseId } = await underCare();
  const more = randomUUID();
  await api.db.owner(
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate", "PlanOfCareStart", "PlanOfCareEnd")
     values ('demo', $1, $2, $3, $4, 'Hip', 'PT', $5, $5, $6)`,
    [more, PatientId, here, first, addDays(day, -20), addDays(day, 20)],
  );
  const { token, SessionId } = await atKiosk(PatientId, CaseId);
  const options = await optionsOf(token);
  expect(options.options.map((one) => [one.name, one.CaseId, one.discipline])).toEqual([
    ['PT Follow-up online', CaseId, null],
  ]);
  // Everywhere else the patient books for both, and has a key of their own for what they type.
  const phone = await optionsOf(await asPatient(PatientId));
  expect(phone.options).toHaveLength(2);
  expect(phone.inputKey).not.toBe(options.inputKey);
  for (const wanted of [
    { BookingRuleId: rules.evaluation, CaseId: null },
    { BookingRuleId: rules.followUp, CaseId: more },
  ])
    expect(await holdAt(token, at('09:00'), wanted)).toMatchObject({
      status: 490,
      body: { message: 'Please call us to book.' },
    });
  const { body } = await holdAt(token, at('09:00'), { BookingRuleId: rules.followUp, CaseId });
  const booked = await bookAtOnce(token, body.hold.HoldId, { person: null });
  expect(booked.body).toMatchObject({ Start: at('09:00'), provider: 'Ada Online' });
  const told = await api.db.owner(
    `select 1 from audit_entry where entity = 'bookingHolds' and pk = $1 and detail ->> 'principal' = 'kiosk'`,
    [SessionId],
  );
  expect(told.length).toBeGreaterThan(0);
});

test('guarantors, links alone and nobody book nothing', async () => {
  const { PatientId } = await underCare();
  const GuarantorId = randomUUID();
  await api.db.owner(
    `insert into patient_guarantors (site, "PatientGuarantorId", "PatientId", "GuarantorId", "FirstName", "LastName", "DateOfBirth", "Email", "Relationship", "IsProxy", "IsForAdult", "From")
     values ('demo', gen_random_uuid(), $1, $2, 'Ana', 'Moreau', '1960-01-01', 'ana@example.org', 'parent', true, true, '2020-01-01')`,
    [PatientId, GuarantorId],
  );
  const [row] = await api.db.owner<{ GuarantorId: string }>(
    `select "GuarantorId" from patient_guarantors where "PatientId" = $1`,
    [PatientId],
  );
  const guarantor = await patientToken(api, { kind: 'guarantor', GuarantorId: row?.GuarantorId ?? '' });
  const byLink = await asPatient(PatientId, { level: 'L1', scope: 'visits' });
  for (const token of [guarantor, byLink])
    expect(await ask(token, 'GET', '/options')).toMatchObject({
      status: 403,
      body: { message: 'There was a problem with your login details. Go back to login.' },
    });
  expect((await ask('none', 'GET', '/options')).status).toBe(401);
});

test('a follow-up needs care that reaches the day; else the person is asked to call, without a reason', async () => {
  const { PatientId, CaseId } = await underCare();
  const token = await asPatient(PatientId);
  const wanted = { BookingRuleId: rules.followUp, CaseId };
  expect((await optionsOf(token)).options).toMatchObject([{ name: 'PT Follow-up online', CaseId, discipline: null }]);
  expect(await timesOf(token, wanted)).toEqual(['08:00', '09:00', '10:00', '11:00']);
  // Neither an evaluation nor a case of somebody else's.
  for (const more of [{}, { ...wanted, CaseId: null }, { ...wanted, CaseId: randomUUID() }])
    expect(await holdAt(token, at('09:00'), more)).toMatchObject({
      status: 490,
      body: { message: 'Please call us to book.' },
    });
  const held = await holdAt(token, at('09:00'), wanted);
  expect((await book(token, held.body.hold.HoldId, { person: null })).status).toBe(200);
  // Another visit of the discipline that day.
  expect(await timesOf(token, wanted)).toEqual([]);
  const changes = [
    [`"PlanOfCareEnd" = $2`, addDays(day, -15)],
    [`"DischargedAt" = $2`, addDays(day, -12)],
    [`"PlanOfCareStart" = null, "PlanOfCareEnd" = $2`, addDays(day, 30)],
  ] as const;
  for (const [set, value] of changes) {
    await api.db.owner(
      `update cases set "PlanOfCareStart" = "StartDate", "PlanOfCareEnd" = $2::text::date, "DischargedAt" = null where "CaseId" = $1`,
      [CaseId, addDays(day, 20)],
    );
    expect((await optionsOf(token)).options.length).toBe(1);
    await api.db.owner(`update cases set ${set.replace('$2', '$2::text::date')} where "CaseId" = $1`, [CaseId, value]);
    expect((await optionsOf(token)).options).toEqual([]);
    expect((await slotsOf(token, wanted)).body.message).toBe('Please call us to book.');
  }
});

test('an authorization whose units are used up is left to a call', async () => {
  const { PatientId, CaseId } = await underCare();
  const token = await asPatient(PatientId);
  const VisitId = randomUUID();
  const of = { PatientId, CaseId };
  const Start = `${addDays(day, -15)}T09:00`;
  await copyOf('visits', `stage = 'closed'`, { ...of, VisitId, Start, End: `${addDays(day, -15)}T10:00` });
  await copyOf('services', 'true', { ...of, VisitId, ServiceId: randomUUID(), Units: 4 });
  await copyOf('authorizations', 'true', {
    ...of,
    AuthorizationId: randomUUID(),
    Kind: 'units',
    Allowed: 5,
    Status: 'approved',
    Start: null,
    End: null,
  });
  expect((await optionsOf(token)).options.length).toBe(1);
  await api.db.owner(`update authorizations set "Allowed" = 4 where "CaseId" = $1`, [CaseId]);
  expect((await optionsOf(token)).options).toEqual([]);
});

test('a script that is used up, and as many visits ahead as the rule allows, are left to a call', async () => {
  const { PatientId, CaseId } = await underCare();
  const token = await asPatient(PatientId);
  const wanted = { BookingRuleId: rules.followUp, CaseId };
  await api.db.owner(
    `insert into scripts (site, "ScriptId", "PatientId", "CaseId", "Start", "End", "Visits") values ('demo', gen_random_uuid(), $1, $2, $3, $4, 1)`,
    [PatientId, CaseId, addDays(day, -20), addDays(day, 20)],
  );
  const held = await holdAt(token, at('09:00'), wanted);
  expect((await book(token, held.body.hold.HoldId, { person: null })).status).toBe(200);
  expect((await optionsOf(token)).options).toEqual([]);
  await api.db.owner(`delete from scripts where "CaseId" = $1`, [CaseId]);
  expect((await optionsOf(token)).options.length).toBe(1);
  await api.db.owner(`update booking_rules set "MaxUpcoming" = 1`);
  expect((await optionsOf(token)).options).toEqual([]);
});

test('a hold keeps others out, stays mine, is kept longer once and ends by the clock alone', async () => {
  const [mine, other] = [await unknown(), await unknown()];
  const { hold } = (await holdAt(mine, at('09:00'))).body;
  expect(await timesOf(mine)).toEqual(['08:00', '09:00', '10:00', '11:00']);
  expect(await timesOf(other)).toEqual(['08:00', '10:00', '11:00']);
  const lost = await holdAt(other, at('09:00'));
  expect(lost).toMatchObject({ status: 409, body: { current: { times: [at('08:00'), at('10:00'), at('11:00')] } } });
  expect((await ask(other, 'PUT', `/holds/${hold.HoldId}`)).status).toBe(404);
  const longer = (await ask<{ hold: Hold }>(mine, 'PUT', `/holds/${hold.HoldId}`)).body.hold;
  expect(Date.parse(longer.expiresAt) - Date.parse(hold.expiresAt)).toBe(5 * 60_000);
  const again = (await ask<{ hold: Hold }>(mine, 'PUT', `/holds/${hold.HoldId}`)).body.hold;
  expect(Date.parse(again.expiresAt)).toBe(Date.parse(longer.expiresAt));
  const until = addDays(day, 1);
  const { held } = await api.call('onlineScheduling.heldTimes', { from: day, until }, { as: 'admin' });
  expect(held.map(({ HoldId }) => HoldId)).toEqual([hold.HoldId]);
  // Another choice takes the place of the first.
  const { hold: next } = (await holdAt(mine, at('10:00'))).body;
  expect(await timesOf(other)).toEqual(['08:00', '09:00', '11:00']);
  await api.db.owner(`update booking_holds set "expiresAt" = now() - interval '1 second'`);
  expect(await timesOf(other)).toEqual(['08:00', '09:00', '10:00', '11:00']);
  expect((await book(mine, next.HoldId)).body.message).toBe(
    'This time is no longer held for you. Choose a time again.',
  );
  const { hold: last } = (await holdAt(mine, at('11:00'))).body;
  expect((await ask(mine, 'DELETE', `/holds/${last.HoldId}`)).body).toEqual({ ended: true });
  expect(await timesOf(other)).toEqual(['08:00', '09:00', '10:00', '11:00']);
});

test('what staff book over a held time stays, and whoever held it gets other times', async () => {
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  await busyAt('09:00', '09:45');
  const { status, body } = await book(token, hold.HoldId, { person: { ...person, FirstName: 'Unbooked' } });
  expect({ status, times: body.current?.times }).toEqual({
    status: 409,
    times: [at('09:45'), at('08:00'), at('10:00')],
  });
  expect(await api.db.owner(`select 1 from patients where "FirstName" = 'Unbooked'`)).toEqual([]);
});

test('a time that is offered to the waitlist is not free', async () => {
  await api.db.owner(
    `insert into fill_batches (site, "FillBatchId", "FacilityId", "ProviderId", "Start", "End", "createdAt", "nextAt") values ('demo', gen_random_uuid(), $1, $2, $3, $4, now(), now())`,
    [here, first, at('10:00'), at('10:45')],
  );
  expect(await timesOf(await unknown())).toEqual(['08:00', '09:00', '11:00']);
  await api.db.owner(`update fill_batches set state = 'ended' where "ProviderId" = $1`, [first]);
});

test('a rule that is off, or whose visit type is gone, offers nothing', async () => {
  const token = await unknown();
  await api.db.owner(`update booking_rules set "IsOn" = false`);
  expect((await optionsOf(token)).options).toEqual([]);
  expect(await holdAt(token, at('09:00'))).toMatchObject({ status: 490, body: { message: 'Please call us to book.' } });
  await api.db.owner(`update booking_rules set "IsOn" = true, "VisitTypeName" = 'Gone ' || "BookingRuleId"`);
  expect((await optionsOf(token)).options).toEqual([]);
});

test('a limit counts the visits that were booked when their type had another name', async () => {
  await api.db.owner(`update booking_rules set "MaxPerProvider" = 1`);
  await copyOf('visits', `stage = 'scheduled'`, {
    VisitId: randomUUID(),
    ProviderId: first,
    FacilityId: here,
    VisitTypeName: 'PT Evaluation',
    Start: at('10:00'),
    End: at('10:45'),
    RoomId: null,
  });
  const { visit_types } = await api.call('facilities.get', { id: here as never }, { as: 'admin' });
  const type = visit_types.find(({ Name }) => Name === 'PT Evaluation');
  if (!type) throw new Error('The demo clinic has no evaluations.');
  const rename = (Name: string) => {
    const { deleted_at: _at, FormerNames: _names, ...same } = type;
    const next = { ...same, Name, isDeleted: false };
    return api.call('facilities.update', { id: here as never, visit_types: [next] }, { as: 'admin' });
  };
  await rename('First visit');
  try {
    expect(await timesOf(await unknown())).toEqual([]);
  } finally {
    await rename('PT Evaluation');
  }
});

test('where the week has no time, the next free one is told', async () => {
  await addRule(randomUUID(), 'OT Evaluation', { For: 'new', ProviderIds: [second], HorizonDays: 40 });
  const token = await unknown();
  await api.db.owner(`update providers set time_off = $2 where "ProviderId" = $1`, [
    first,
    JSON.stringify([{ Start: at('00:00'), End: `${addDays(day, 33)}T10:30`, Reason: '' }]),
  ]);
  const { days, next } = (await slotsOf(token)).body;
  expect({ days, next }).toEqual({ days: [{ day: day, times: [] }], next: `${addDays(day, 33)}T11:00` });
  await api.db.owner(`update providers set time_off = '[]' where "ProviderId" = $1`, [first]);
});

test('a booking that the clinic confirms is marked for staff, with the answers to its questions', async () => {
  await api.db.owner(`update booking_rules set "NeedsApproval" = true, "Questions" = '[{"Question": "What hurts?"}]'`);
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  const { body } = await book(token, hold.HoldId, { answers: ['My knee'] });
  expect(body.needsApproval).toBe(true);
  const [row] = await api.db.owner<{ note: string; what: string }>(
    `select "SchedulingNote" as note, "PatientAsk" ->> 'What' as what from visits where "VisitId" = $1`,
    [body.VisitId],
  );
  expect(row).toEqual({ note: 'What hurts? My knee', what: 'bookedOnline' });
});

test('a time that is asked for again ends when it would have ended', async () => {
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  const longer = (await ask<{ hold: Hold }>(token, 'PUT', `/holds/${hold.HoldId}`)).body.hold;
  const again = (await holdAt(token, at('09:00'))).body.hold;
  expect(again.HoldId).not.toBe(hold.HoldId);
  expect(again).toMatchObject({ isExtended: true, Start: at('09:00') });
  expect(Date.parse(again.expiresAt)).toBe(Date.parse(longer.expiresAt));
  const minutesOf = ({ hold: { expiresAt }, now }: { hold: Hold; now: string }) =>
    (Date.parse(expiresAt) - Date.parse(now)) / 60_000;
  const other = (await holdAt(token, at('10:00'))).body;
  expect({ minutes: minutesOf(other), isExtended: other.hold.isExtended }).toEqual({ minutes: 10, isExtended: false });
  await api.db.owner(`update booking_holds set "isExtended" = true, "expiresAt" = now() - interval '1 second'`);
  const anew = (await holdAt(token, at('10:00'))).body;
  expect({ minutes: minutesOf(anew), isExtended: anew.hold.isExtended }).toEqual({ minutes: 10, isExtended: false });
});

test('a booking that is sent again while the first call is under way is booked once, and told to both', async () => {
  const token = await unknown();
  const { hold } = (await holdAt(token, at('09:00'))).body;
  await takeTime(hold.HoldId);
  const VisitId = randomUUID();
  const send = () => bookAtOnce(token, hold.HoldId, { VisitId });
  const replies = await together((tx) => holdInTurn(tx, [`online ${here} ${day}`]), [send, send]);
  expect(replies.map(({ status, body }) => [status, body.VisitId])).toEqual([
    [200, VisitId],
    [200, VisitId],
  ]);
  expect(await api.db.owner(`select 1 from visits where "ProviderId" = $1`, [first])).toHaveLength(1);
});

const nextDay = (time: string) => `${addDays(day, 1)}T${time}`;
test.each([
  ['as many visits ahead as the rule allows', `update booking_rules set "MaxUpcoming" = 1`, nextDay('09:00'), 490],
  [
    'the visits of a script',
    `insert into scripts (site, "ScriptId", "PatientId", "CaseId", "Start", "End", "Visits")
     select 'demo', gen_random_uuid(), "PatientId", "CaseId", "PlanOfCareStart", "PlanOfCareEnd", 1 from cases where "CaseId" = $1`,
    nextDay('09:00'),
    490,
  ],
  ['one visit of a day', null, at('11:00'), 409],
])('two sessions of one patient at once book no more than %s', async (_what, arrange, second, refused) => {
  const { PatientId, CaseId } = await underCare();
  if (arrange) await api.db.owner(arrange, arrange.includes('$1') ? [CaseId] : []);
  const calls = [];
  for (const Start of [at('09:00'), second]) {
    const token = await asPatient(PatientId);
    const { hold } = (await holdAt(token, Start, { BookingRuleId: rules.followUp, CaseId })).body;
    calls.push(() => bookAtOnce(token, hold.HoldId, { person: null }));
  }
  const replies = await together((tx) => holdInTurn(tx, [`patient ${PatientId}`]), calls);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, refused]);
  expect(await api.db.owner(`select 1 from visits where "PatientId" = $1`, [PatientId])).toHaveLength(1);
});

test('two logins of one person make one patient: the other login is theirs too, and asked to call', async () => {
  const contact = `${randomUUID().slice(0, 8)}@example.org`;
  const calls = [];
  for (const Start of [at('09:00'), nextDay('09:00')]) {
    const token = await unknown(contact);
    const { hold } = (await holdAt(token, Start)).body;
    await takeTime(hold.HoldId);
    calls.push(async () => ({ token, ...(await bookAtOnce(token, hold.HoldId)) }));
  }
  const typed = { contact, DateOfBirth: '1988-04-05' };
  const replies = await together((tx) => fittingNow(tx, 'demo', typed, new Date()), calls);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 490]);
  const [made, ...more] = await api.db.owner<{ PatientId: string }>(
    `select "PatientId" from patients where "Email" = $1`,
    [contact],
  );
  expect(more).toEqual([]);
  const sessions = await api.db.owner(`select kind, "PatientId" from patient_sessions`);
  expect(sessions).toEqual([1, 2].map(() => ({ kind: 'patient', PatientId: made?.PatientId })));
  expect(await api.db.owner(`select 1 from visits where "ProviderId" = $1`, [first])).toHaveLength(1);
  expect(await api.db.owner(`select 1 from booking_holds`)).toEqual([]);
  const { token = '', body } = replies.find(({ status }) => status === 490) ?? {};
  expect(body?.message).toBe('Please call us to book.');
  expect(await optionsOf(token)).toMatchObject({ kind: 'patient', options: [] });
});

test('who fits several patients by now is asked to call, and which of them it is stays open', async () => {
  const Email = `${randomUUID().slice(0, 8)}@example.org`;
  const token = await unknown(Email);
  const { hold } = (await holdAt(token, at('09:00'))).body;
  for (const FirstName of ['Noor', 'Nadia'])
    await copyOf('patients', `"DeathDate" is null`, {
      PatientId: randomUUID(),
      PersonId: randomUUID(),
      FirstName,
      Email,
      DateOfBirth: '1988-04-05',
    });
  expect(await book(token, hold.HoldId)).toMatchObject({ status: 490, body: { message: 'Please call us to book.' } });
  expect(await api.db.owner(`select 1 from patients where "Email" = $1`, [Email])).toHaveLength(2);
  expect((await optionsOf(token)).kind).toBe('unrecognized');
});

test('the rules of a facility are made, changed and removed by who works there alone', async () => {
  const there = demoId('demo', 'facility', 'riverside');
  const own = `site = 'demo' and "UserId" = '${cast.users.pta}'`;
  await api.db.owner(
    `update users set "individualPermissions" = "individualPermissions" || '{access company,manage online scheduling}'::text[], "facilityIds" = $1 where ${own}`,
    [[there]],
  );
  const as = { as: 'pta' } as const;
  const ruleAt = (FacilityId: string, VisitTypeName: string) =>
    ({ ...usualRule, BookingRuleId: randomUUID(), FacilityId, VisitTypeName, PublicName: 'Visit' }) as never;
  const change = (id: string, changes: object) =>
    api.call('onlineScheduling.updateBookingRule', { id, changes } as never, as);
  const remove = (id: string) => api.call('onlineScheduling.removeBookingRule', { id } as never, as);
  const rows = () => api.db.owner(`select * from booking_rules where "FacilityId" = $1 order by 1, 2`, [here]);
  const before = await rows();
  const { bookingRule } = await api.call('onlineScheduling.createBookingRule', ruleAt(there, 'PT Evaluation'), as);
  const tries = [
    () => api.call('onlineScheduling.createBookingRule', ruleAt(here, 'OT Evaluation'), as),
    () => change(rules.evaluation, { IsOn: false }),
    () => change(rules.followUp, { FacilityId: there }),
    () => change(bookingRule.BookingRuleId, { FacilityId: here, VisitTypeName: 'OT Evaluation' }),
    () => remove(rules.evaluation),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toThrow('This facility was not found.');
  expect(await rows()).toEqual(before);
  await change(bookingRule.BookingRuleId, { IsOn: true });
  expect(await remove(bookingRule.BookingRuleId)).toEqual({ removed: true });
  await api.db.owner(`update users set "facilityIds" = null where ${own}`);
});

/** `npm run test:long -- booking-race` plays more. */
const rounds = countFrom('RACE_ROUNDS', 2);
/** Fifty where there is time for them: one after the other, the last of them waits for all. */
const people = rounds > 2 ? 50 : 16;

test('of many who want one time as many get it as providers are free, and the others three times near it', async () => {
  await api.db.owner(`update booking_rules set "ProviderIds" = $1`, [[first, second, third]]);
  const tokens = await Promise.all(Array.from({ length: people }, () => unknown()));
  for (let round = 0; round < rounds; round += 1) {
    await api.db.owner(`delete from booking_holds`);
    const more = round % 2 === 0 ? { ProviderId: first } : {};
    const free = round % 2 === 0 ? 1 : ours.length;
    const replies = await Promise.all(tokens.map((token) => holdAt(token, at('09:00'), more)));
    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 409);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect({ won: won.length, lost: lost.length }).toEqual({ won: free, lost: people - free });
    for (const { body } of lost) expect(body.current?.times).toEqual([at('08:00'), at('10:00'), at('11:00')]);
  }
});
