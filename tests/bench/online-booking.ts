import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { leastFillMs } from '#contract/online-scheduling/hold-limits.ts';
import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { patientDevice } from '#server/testing/patient-device.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { assertAll, figure, tailFigure, type Figure } from './measure.ts';

const providers = 20;
const days = 31;
const readings = 30;
const people = 50;
const rounds = 20;

type Reply = { status: number; took: number; body: Record<string, unknown> & { current?: { times: string[] } } };

/** Booking online in a clinic of twenty providers who are busy for a month: what is free, what fifty want at once, and a booking. */
export async function benchOnlineBooking(): Promise<Figure[]> {
  const clinic = await makeClinic({ REQUESTS_PER_MINUTE: '1000000', SIGN_INS_PER_QUARTER_HOUR: '1000000' });
  try {
    await clinic.start();
    const wish = await fill(clinic);
    const tokens: string[] = [];
    for (let n = 0; n < people; n += 1) tokens.push(await logIn(clinic, `bench${n}@patients.example`));
    assertAll('people who are logged in', tokens.length, people);
    return [
      await slots(clinic, tokens[0] ?? '', wish),
      await race(clinic, tokens, wish),
      ...(await bookings(clinic, tokens, wish)),
    ];
  } finally {
    await clinic.stop();
  }
}

type Wish = { BookingRuleId: string; CaseId: null; ProviderId: string | null; today: string; one: string };

/** Twenty who work all day, with visits of 30 minutes at every full hour but the last three, for two months. */
async function fill(clinic: Clinic): Promise<Wish> {
  const copied = async (table: string, where: string, changes: string, source: string) => {
    const [found] = await clinic.sql<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    await clinic.sql(
      `insert into ${table} (${found?.names}) select ${found?.names} from (
         select (jsonb_populate_record(null::${table}, to_jsonb(p) || jsonb_build_object(${changes}))).*
         from (select * from ${table} where site = 'demo' and ${where} limit 1) p, ${source}) made`,
    );
  };
  const block = `jsonb_build_object('start', '08:00', 'end', '18:00', 'FacilityId', p."FacilityIds"[1])`;
  await copied(
    'providers',
    `"Type" = 'PT' and not "Inactive"`,
    `'ProviderId', gen_random_uuid(), 'UserId', null, 'LastName', 'Online ' || n, 'time_off', '[]'::jsonb,
     'Schedule', jsonb_build_array(${Array.from({ length: 7 }, () => `jsonb_build_array(${block})`).join(', ')})`,
    `generate_series(1, ${providers}) n`,
  );
  const who = await clinic.sql<{ ProviderId: string; facility: string; zone: string; type: string }>(
    `select p."ProviderId", f."FacilityId" as facility, f."TimeZone" as zone, t ->> 'Name' as type
     from providers p join facilities f on f.site = p.site and f."FacilityId" = p."FacilityIds"[1]
       cross join lateral (select t from jsonb_array_elements(to_jsonb(f.visit_types)) t
         where not (t ->> 'IsNonPatientVisit')::boolean and t ->> 'deleted_at' is null limit 1) types
     where p.site = 'demo' and p."LastName" like 'Online %' order by p."ProviderId"`,
  );
  const [first] = who;
  if (!first) throw new Error('The clinic of the bench has no provider.');
  assertAll('providers', who.length, providers);
  const today = wallTimeIn(first.zone, new Date()).slice(0, 10);
  const ids = who.map(({ ProviderId }) => ProviderId);
  await clinic.sql(`delete from holidays where site = 'demo'`);
  await copied(
    'visits',
    `stage = 'scheduled'`,
    `'VisitId', gen_random_uuid(), 'ProviderId', w.id, 'FacilityId', '${first.facility}', 'VisitTypeName', '${first.type}', 'RoomId', null,
     'Start', to_char(date '${today}' + d, 'YYYY-MM-DD') || 'T' || to_char(h, 'FM00') || ':00',
     'End', to_char(date '${today}' + d, 'YYYY-MM-DD') || 'T' || to_char(h, 'FM00') || ':30'`,
    `unnest(array[${ids.map((id) => `'${id}'`).join(', ')}]::uuid[]) w(id), generate_series(0, ${2 * days}) d, generate_series(8, 14) h`,
  );
  const BookingRuleId = randomUUID();
  await clinic.sql(`delete from booking_rules where site = 'demo'`);
  const rule = {
    ...usualRule,
    BookingRuleId,
    FacilityId: first.facility,
    VisitTypeName: first.type,
    PublicName: 'First visit',
    IsOn: true,
    For: 'new',
    ProviderIds: ids,
    AnyProvider: true,
  };
  const columns = Object.keys(rule)
    .map((name) => `"${name}"`)
    .join(', ');
  await clinic.sql(
    `insert into booking_rules (site, ${columns}) select 'demo', ${columns} from jsonb_populate_record(null::booking_rules, $1)`,
    [JSON.stringify(rule)],
  );
  return { BookingRuleId, CaseId: null, ProviderId: null, today, one: first.ProviderId };
}

async function send(clinic: Clinic, path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const begun = performance.now();
  const reply = await fetch(`${clinic.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as Reply['body'];
  return { status: reply.status, took: performance.now() - begun, body: answer };
}

/** As a phone does: a code by mail, and a key of its own. */
async function logIn(clinic: Clinic, contact: string): Promise<string> {
  const started = await fetch(`${clinic.url}/api/patientLogin/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ w: 'demo', contact, DateOfBirth: '1988-04-05', aupl: true, agl: false, language: 'en' }),
  });
  const { attemptId } = (await started.json()) as { attemptId: string };
  const cookie = started.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const code = await codeOf(clinic, contact);
  const { deviceKey } = patientDevice();
  const entered = { attemptId, code, isOwnDevice: false, deviceKey };
  const { body } = await send(clinic, '/patientLogin/verify', entered, { cookie });
  return (body['session'] as { token: string }).token;
}

async function codeOf(clinic: Clinic, contact: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [row] = await clinic.sql<{ code: string | null }>(
      `select substring(coalesce(m.body, o.body) from '[0-9]{6}') as code from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
       where o.kind = 'code' and o.recipient = $1 order by o."createdAt" desc limit 1`,
      [contact],
    );
    if (row?.code) return row.code;
    await wait(50);
  }
  throw new Error('No code came.');
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });
const expectStatus = ({ status, body }: Reply, wanted: number) => {
  if (status !== wanted) throw new Error(`A booking was answered with ${status}: ${String(body['message'])}`);
};

async function slots(clinic: Clinic, token: string, { today, one: _, ...wish }: Wish): Promise<Figure> {
  const took: number[] = [];
  let shown = 0;
  for (let n = 0; n < readings; n += 1) {
    const reply = await send(clinic, '/onlineScheduling/slots', { ...wish, from: addDays(today, 1), days }, as(token));
    expectStatus(reply, 200);
    shown = (reply.body['days'] as { times: string[] }[]).reduce((sum, { times }) => sum + times.length, 0);
    took.push(reply.took);
  }
  assertAll('free times', shown, days);
  return figure(`free times of ${days} days of ${providers} providers`, 'ms', took, 150, `${shown} times`);
}

/** Fifty hold one time of one provider at once: one has it, and each of the others is told three times near it. */
async function race(clinic: Clinic, tokens: string[], { today, one, ...wish }: Wish): Promise<Figure> {
  const outcomes: number[] = [];
  const day = addDays(today, 10);
  for (let round = 0; round < rounds; round += 1) {
    await clinic.sql(`delete from booking_holds where site = 'demo'`);
    const asked = () => ({ ...wish, ProviderId: one, HoldId: randomUUID(), Start: `${day}T15:00` });
    const replies = await Promise.all(
      tokens.map((token) => send(clinic, '/onlineScheduling/holds', asked(), as(token))),
    );
    const won = replies.filter(({ status }) => status === 200).length;
    const lost = replies.filter(({ status, body }) => status === 409 && body.current?.times.length === 3).length;
    outcomes.push(won === 1 && lost === people - 1 ? 0 : 1);
  }
  await clinic.sql(`delete from booking_holds where site = 'demo'`);
  const wrong = outcomes.filter((one) => one > 0).length;
  return figure(`${rounds} races of ${people} for one time that had another end than one winner`, 'races', [wrong], 0);
}

/** Somebody new holds a time and books it, one after the other. */
async function bookings(clinic: Clinic, tokens: string[], { today, one: _, ...wish }: Wish): Promise<Figure[]> {
  const took = { hold: [] as number[], book: [] as number[] };
  for (const [at, token] of tokens.entries()) {
    const HoldId = randomUUID();
    const Start = `${addDays(today, 5 + (at % 20))}T15:00`;
    const held = await send(clinic, '/onlineScheduling/holds', { ...wish, HoldId, Start }, as(token));
    expectStatus(held, 200);
    took.hold.push(held.took);
    // In place of the seconds in which a person types.
    await clinic.sql(
      `update booking_holds set "createdAt" = "createdAt" - make_interval(secs => $2) where "HoldId" = $1`,
      [HoldId, leastFillMs / 1000],
    );
    const person = { FirstName: 'Bench', LastName: `Of ${at}`, wantsMessages: false, language: 'en', leftEmpty: '' };
    const asked = { HoldId, VisitId: randomUUID(), person, answers: [] };
    const booked = await send(clinic, '/onlineScheduling/book', asked, as(token));
    expectStatus(booked, 200);
    took.book.push(booked.took);
  }
  return [
    tailFigure(`a time of ${providers} providers is held`, 'ms', took.hold, 100),
    tailFigure('somebody new books it', 'ms', took.book, 100),
  ];
}
