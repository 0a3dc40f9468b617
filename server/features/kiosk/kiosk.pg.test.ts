import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallTimeIn } from '#contract/base/dates.ts';
import { mostMisses } from '#contract/kiosk/arrivals.ts';
import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { refusals } from '#contract/words/refusals.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { kioskDevice } from '#server/testing/kiosk-device.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  // Nothing is booked online but where a test says so.
  await api.db.owner(`delete from booking_rules`);
});
afterAll(() => api.close());

const VisitId = cast.visits.today.scheduled;
const known = { DateOfBirth: '1958-03-14', lastFour: '0101' };
type Place = { PatientId: string; FacilityId: string; TimeZone: string; FirstName: string };
let place: Place;

const minutesOn = (minutes: number) => wallTimeIn(place.TimeZone, new Date(Date.now() + minutes * 60_000)).slice(0, 16);

/** The visit is so many minutes ahead of now, by the clock of its facility. */
async function visitIn(minutes: number, stage = 'scheduled', id: string = VisitId): Promise<void> {
  await api.db.owner(`update visits set "Start" = $2, "End" = $3, stage = $4 where site = 'demo' and "VisitId" = $1`, [
    id,
    minutesOn(minutes),
    minutesOn(minutes + 45),
    stage,
  ]);
}

beforeEach(async () => {
  await api.db.owner(`delete from intakes where "VisitId" = $1`, [VisitId]);
  const [found] = await api.db.owner<Place>(
    `select v."PatientId", v."FacilityId", f."TimeZone", p."FirstName" from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     join patients p on p.site = v.site and p."PatientId" = v."PatientId" where v.site = 'demo' and v."VisitId" = $1`,
    [VisitId],
  );
  if (!found) throw new Error('The demo clinic has no such visit.');
  place = found;
  await api.db.owner(
    `update patients set "DateOfBirth" = $2, "Phone" = '(978) 555-0101' where site = 'demo' and "PatientId" = $1`,
    [place.PatientId, known.DateOfBirth],
  );
  // No other visit of this patient is near.
  await api.db.owner(
    `update visits set "Start" = '2020-01-06T09:00', "End" = '2020-01-06T09:45' where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2`,
    [place.PatientId, VisitId],
  );
  await visitIn(20);
});

const post = (path: string, payload: object, token = '') =>
  api.app.inject({ method: 'POST', url: `/api/kiosk${path}`, headers: { authorization: `Bearer ${token}` }, payload });

/** A tablet that is enrolled at a facility, with its token. */
async function newKiosk(FacilityId = place.FacilityId) {
  const { kiosk, code } = await api.call(
    'kiosk.create',
    { FacilityId: FacilityId as never, Name: 'Front door' },
    { as: 'admin' },
  );
  const device = kioskDevice();
  const enrolled = await post('/enroll', { code, deviceKey: device.deviceKey });
  expect(enrolled.statusCode, enrolled.body).toBe(200);
  const { site, KioskId } = enrolled.json<{ site: string; KioskId: string }>();
  expect([site, KioskId]).toEqual(['demo', kiosk.KioskId]);
  const askToken = (turn: number, signature = device.sign(KioskId, turn)) =>
    post('/token', { site, KioskId, turn, signature });
  const token = (await askToken(1)).json<{ token: string }>().token;
  return { KioskId, code, device, askToken, token };
}

const identify = async (token: string, given: object = known) =>
  (await post('/identify', given, token)).json<{ visits: { VisitId: string; FirstName: string; Start: string }[] }>()
    .visits;
async function start(token: string) {
  const reply = await post('/checkin/start', { ...known, VisitId }, token);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ SessionId: string; token: string; steps: string[] }>();
}
const stageNow = async () => (await api.call('visits.get', { id: VisitId as never }, { as: 'front' })).visit.stage;
const arrivals = async () =>
  (await api.call('visits.history', { id: VisitId as never }, { as: 'front' })).history.filter(
    ({ to }) => to === 'checkedIn',
  );

describe('enrollment', () => {
  test('a code enrolls one tablet, once, and says nothing of any other site', async () => {
    const { code, device } = await newKiosk();
    for (const tried of [code, 'AAAA-2222', 'short', '']) {
      const reply = await post('/enroll', { code: tried, deviceKey: device.deviceKey });
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([490, refusals.kioskCode.en]);
    }
  });

  test('a code that has run out enrolls nobody', async () => {
    const { kiosk, code } = await api.call(
      'kiosk.create',
      { FacilityId: place.FacilityId as never, Name: 'Late' },
      { as: 'admin' },
    );
    await api.db.owner(`update kiosks set "codeExpiresAt" = now() - interval '1 second' where "KioskId" = $1`, [
      kiosk.KioskId,
    ]);
    expect((await post('/enroll', { code, deviceKey: kioskDevice().deviceKey })).statusCode).toBe(490);
  });

  test('the code is kept nowhere, and the list says when the tablet last called', async () => {
    const { KioskId, code } = await newKiosk();
    const [row] = await api.db.owner<{ text: string }>(`select k::text as text from kiosks k where "KioskId" = $1`, [
      KioskId,
    ]);
    expect(row?.text).not.toContain(code);
    const { kiosks } = await api.call('kiosk.list', {}, { as: 'admin' });
    const kiosk = kiosks.find((one) => one.KioskId === KioskId);
    expect([kiosk?.Name, kiosk?.codeExpiresAt]).toEqual(['Front door', null]);
    expect(kiosk?.seenAt).not.toBeNull();
  });

  test('the list says by how much the clock of the tablet is ahead, once it told', async () => {
    const { KioskId, device } = await newKiosk();
    const ahead = async () =>
      (await api.call('kiosk.list', {}, { as: 'admin' })).kiosks.find((one) => one.KioskId === KioskId)?.clockAheadMs;
    expect(await ahead()).toBeNull();
    const before = Date.now();
    const clock = new Date(before - 7_200_000).toISOString();
    const signature = device.sign(KioskId, 2);
    const reply = await post('/token', { site: 'demo', KioskId, turn: 2, signature, clock });
    expect(Date.parse(reply.json<{ now: string }>().now)).toBeGreaterThanOrEqual(before);
    const told = (await ahead()) ?? 0;
    // Behind by two hours, and by what the call took besides.
    expect([told <= -7_200_000, told >= -7_200_000 - (Date.now() - before)]).toEqual([true, true]);
  });

  test('a turn is good once, and for the tablet alone that has the key', async () => {
    const { askToken, KioskId } = await newKiosk();
    expect((await askToken(1)).statusCode).toBe(401);
    expect((await askToken(2, kioskDevice().sign(KioskId, 2))).statusCode).toBe(401);
    expect((await askToken(2)).statusCode).toBe(200);
    expect((await askToken(1_800_000_000_000)).statusCode).toBe(200);
    expect((await askToken(3)).statusCode).toBe(401);
  });

  test('a removed kiosk is refused from the next call on, and so is the check-in on it', async () => {
    const { KioskId, token, askToken } = await newKiosk();
    const visit = await start(token);
    await api.call('kiosk.revoke', { id: KioskId }, { as: 'admin' });
    const replies = [
      await post('/identify', known, token),
      await post('/checkin/finish', { SessionId: visit.SessionId }, token),
      await askToken(2),
      await api.app.inject({
        method: 'POST',
        url: '/api/intake/read',
        headers: { authorization: `Bearer ${visit.token}` },
        payload: { language: 'en' },
      }),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
    expect(await stageNow()).toBe('scheduled');
    const { kiosks } = await api.call('kiosk.list', {}, { as: 'admin' });
    expect(kiosks.map((one) => one.KioskId)).not.toContain(KioskId);
  });

  test('another tablet with a new code takes over from the one before', async () => {
    const { KioskId, token, askToken } = await newKiosk();
    const { code } = await api.call('kiosk.newCode', { id: KioskId }, { as: 'admin' });
    expect((await post('/identify', known, token)).statusCode).toBe(200);
    expect((await post('/enroll', { code, deviceKey: kioskDevice().deviceKey })).statusCode).toBe(200);
    expect((await post('/identify', known, token)).statusCode).toBe(401);
    expect((await askToken(2)).statusCode).toBe(401);
  });

  test('a kiosk of a facility that somebody does not see looks like none', async () => {
    const { KioskId } = await newKiosk();
    const other = await api.db.owner<{ FacilityId: string }>(
      `select "FacilityId" from facilities where site = 'demo' and "FacilityId" <> $1 limit 1`,
      [place.FacilityId],
    );
    const own = `site = 'demo' and "UserId" = '${cast.users.pta}'`;
    await api.db.owner(
      `update users set "individualPermissions" = "individualPermissions" || '{access company,manage kiosks}'::text[], "facilityIds" = $1 where ${own}`,
      [[other[0]?.FacilityId]],
    );
    await expect(api.call('kiosk.revoke', { id: KioskId }, { as: 'pta' })).rejects.toThrow('was not found');
    await expect(
      api.call('kiosk.create', { FacilityId: place.FacilityId as never, Name: 'X' }, { as: 'pta' }),
    ).rejects.toThrow('This facility was not found.');
    expect((await api.call('kiosk.list', {}, { as: 'pta' })).kiosks.map((one) => one.KioskId)).not.toContain(KioskId);
    await api.db.owner(`update users set "facilityIds" = null where ${own}`);
  });
});

describe('finding oneself', () => {
  test('by birth date and phone, among the visits here of about now', async () => {
    const { token } = await newKiosk();
    expect(await identify(token)).toEqual([{ VisitId, FirstName: place.FirstName, Start: minutesOn(20) }]);
    for (const minutes of [-50, 0, 170]) {
      await visitIn(minutes);
      expect(await identify(token), String(minutes)).toHaveLength(1);
    }
    for (const minutes of [-70, 190]) {
      await visitIn(minutes);
      expect(await identify(token), String(minutes)).toEqual([]);
    }
  });

  test('each visit that is shown is in the audit log with its kiosk, and a try that fits nobody is not', async () => {
    const { token, KioskId } = await newKiosk();
    const told = () =>
      api.db.owner<{ pk: string; PatientId: string; detail: object }>(
        `select pk, "PatientId", detail from audit_entry where action = 'patient read' and detail ->> 'kiosk' = $1`,
        [KioskId],
      );
    await identify(token, { ...known, lastFour: '0102' });
    expect(await told()).toEqual([]);
    await identify(token);
    const detail = { principal: 'kiosk', kiosk: KioskId };
    expect(await told()).toEqual([{ pk: VisitId, PatientId: place.PatientId, detail }]);
  });

  test('not by one of the two alone, not elsewhere, and not for a visit that does not take place', async () => {
    const { token } = await newKiosk();
    expect(await identify(token, { ...known, lastFour: '0102' })).toEqual([]);
    expect(await identify(token, { ...known, DateOfBirth: '1958-03-15' })).toEqual([]);
    for (const stage of ['cancelled', 'noShow', 'lateCancel', 'inProgress', 'closed']) {
      await visitIn(20, stage);
      expect(await identify(token), stage).toEqual([]);
    }
    await visitIn(20);
    const other = await api.db.owner<{ FacilityId: string }>(
      `select "FacilityId" from facilities where site = 'demo' and "FacilityId" <> $1 limit 1`,
      [place.FacilityId],
    );
    expect(await identify((await newKiosk(other[0]?.FacilityId)).token)).toEqual([]);
  });

  test('a kiosk that was tried with wrong dates too often asks nobody any more', async () => {
    const { token, KioskId } = await newKiosk();
    for (let miss = 0; miss < mostMisses; miss += 1) await identify(token, { ...known, lastFour: '9999' });
    const refused = await post('/identify', known, token);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([490, refusals.frontDesk.en]);
    expect((await post('/checkin/start', { ...known, VisitId }, token)).statusCode).toBe(490);
    await api.db.owner(`update kiosks set "missesSince" = now() - interval '16 minutes' where "KioskId" = $1`, [
      KioskId,
    ]);
    expect(await identify(token)).toHaveLength(1);
  });

  test('a start with wrong dates is counted too, though it is refused', async () => {
    const { token } = await newKiosk();
    for (let miss = 0; miss < mostMisses; miss += 1)
      expect((await post('/checkin/start', { ...known, DateOfBirth: '1958-03-15', VisitId }, token)).statusCode).toBe(
        404,
      );
    expect((await post('/checkin/start', { ...known, VisitId }, token)).statusCode).toBe(490);
  });

  test('a visit cannot be started by whoever knows its id alone', async () => {
    const { token } = await newKiosk();
    const reply = await post('/checkin/start', { ...known, lastFour: '0102', VisitId }, token);
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([404, refusals.frontDesk.en]);
  });
});

describe('a check-in', () => {
  test('twice checked in is one arrival, also from two kiosks and after a lost reply', async () => {
    const [one, other] = [await newKiosk(), await newKiosk()];
    const first = await start(one.token);
    expect(first.steps).toEqual(['success']);
    for (let time = 0; time < 2; time += 1)
      expect((await post('/checkin/finish', { SessionId: first.SessionId }, one.token)).json()).toEqual({
        isCheckedIn: true,
      });
    expect(await identify(other.token)).toHaveLength(1);
    const second = await start(other.token);
    expect((await post('/checkin/finish', { SessionId: second.SessionId }, other.token)).statusCode).toBe(200);
    expect(await stageNow()).toBe('checkedIn');
    const history = await arrivals();
    expect(history.map(({ note, UserId }) => [note, UserId])).toEqual([['At the kiosk Front door', null]]);
  });

  test('its token is good for the forms of its visit alone, and ends with it', async () => {
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
    const { token } = await newKiosk();
    const visit = await start(token);
    expect(visit.steps).toEqual(['patientIntake', 'success']);
    const ask = (path: string, payload: object = {}) =>
      api.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { authorization: `Bearer ${visit.token}` },
        payload,
      });
    const read = await ask('/intake/read', { language: 'en' });
    const { intake } = read.json<{ intake: { IntakeId: string; FirstName: string; forms: unknown[] } }>();
    expect([read.statusCode, intake.FirstName]).toEqual([200, place.FirstName]);
    const visits = await api.app.inject({
      url: '/api/patient/visits',
      headers: { authorization: `Bearer ${visit.token}` },
    });
    expect(visits.statusCode).toBe(403);
    // Neither of the two tokens is taken for the other.
    expect((await ask('/kiosk/identify', known)).statusCode).toBe(401);
    const renewed = await post('/checkin/renew', { SessionId: visit.SessionId }, token);
    expect(renewed.statusCode).toBe(200);
    const save = () =>
      api.app.inject({
        method: 'PUT',
        url: `/api/intake/${intake.IntakeId}/answers`,
        headers: { authorization: `Bearer ${renewed.json<{ token: string }>().token}` },
        payload: { page: 'demographics.name', rev: 0, answers: { 'demographics.city': 'Rockport' } },
      });
    expect((await save()).statusCode).toBe(200);

    const abandoned = { SessionId: visit.SessionId, step: 'patientIntake', reason: 'idle' };
    expect((await post('/checkin/abandon', abandoned, token)).json()).toEqual({ ended: true });
    expect((await post('/checkin/abandon', abandoned, token)).json()).toEqual({ ended: false });
    expect((await ask('/intake/read', { language: 'en' })).statusCode).toBe(401);
    expect((await save()).statusCode).toBe(401);
    expect((await post('/checkin/renew', { SessionId: visit.SessionId }, token)).statusCode).toBe(404);
    expect((await post('/checkin/finish', { SessionId: visit.SessionId }, token)).statusCode).toBe(404);
    expect(await stageNow()).toBe('scheduled');
    const [kept] = await api.db.owner<{ answers: object }>(`select answers from intakes where "VisitId" = $1`, [
      VisitId,
    ]);
    expect(kept?.answers).toEqual({ 'demographics.city': 'Rockport' });
    const { history } = await api.call('visits.history', { id: VisitId as never }, { as: 'front' });
    expect(history.find(({ action }) => action === 'check-in stopped')?.note).toBe(
      'No one touched the kiosk for 90 seconds, at the forms',
    );
  });

  test('the forms of another visit of the same patient are none of it', async () => {
    const [other] = await api.db.owner<{ VisitId: string }>(
      `select "VisitId" from visits where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2 limit 1`,
      [place.PatientId, VisitId],
    );
    if (!other) throw new Error('The demo clinic has no second visit of this patient.');
    await api.db.owner(`delete from intakes where "VisitId" = $1`, [other.VisitId]);
    await visitIn(60 * 24 * 3, 'scheduled', other.VisitId);
    await api.call('intake.send', { id: other.VisitId as never }, { as: 'front' });
    const [far] = await api.db.owner<{ IntakeId: string }>(`select "IntakeId" from intakes where "VisitId" = $1`, [
      other.VisitId,
    ]);
    const visit = await start((await newKiosk()).token);
    const headers = { authorization: `Bearer ${visit.token}` };
    const read = await api.app.inject({
      method: 'POST',
      url: '/api/intake/read',
      headers,
      payload: { language: 'en' },
    });
    expect(read.json()).toEqual({ intake: null });
    const save = await api.app.inject({
      method: 'PUT',
      url: `/api/intake/${far?.IntakeId}/answers`,
      headers,
      payload: { page: 'demographics.name', rev: 0, answers: { 'demographics.city': 'Rockport' } },
    });
    expect(save.statusCode).toBe(404);
    await api.db.owner(`delete from intakes where "VisitId" = $1`, [other.VisitId]);
  });

  test('a check-in of another kiosk is none of this one', async () => {
    const [one, other] = [await newKiosk(), await newKiosk()];
    const { SessionId } = await start(one.token);
    expect((await post('/checkin/finish', { SessionId }, other.token)).statusCode).toBe(404);
    expect(await stageNow()).toBe('scheduled');
  });

  test('a visit that was canceled meanwhile sends the patient to the front desk', async () => {
    const { token } = await newKiosk();
    const { SessionId } = await start(token);
    await visitIn(20, 'cancelled');
    const reply = await post('/checkin/finish', { SessionId }, token);
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([490, refusals.frontDesk.en]);
    expect(await stageNow()).toBe('cancelled');
  });
});

describe('a follow-up', () => {
  const BookingRuleId = '0193a0a0-0000-7000-8000-0000000000f1';
  const holdCount = async (SessionId: string) =>
    (await api.db.owner(`select 1 from booking_holds where "SessionId" = $1`, [SessionId])).length;

  /** The visit's case is under care for months, and its kind of visit may be booked online by whoever treats there. */
  async function mayBeBooked(): Promise<void> {
    await api.db.owner(
      `update cases c set "DischargedAt" = null, "PlanOfCareStart" = $2, "PlanOfCareEnd" = $3, "InsuranceIds" = '{}'
       from visits v where v.site = c.site and v."CaseId" = c."CaseId" and v."VisitId" = $1`,
      [VisitId, minutesOn(-60 * 24 * 30).slice(0, 10), minutesOn(60 * 24 * 300).slice(0, 10)],
    );
    await api.db.owner(
      `insert into booking_rules (site, "BookingRuleId", "FacilityId", "VisitTypeName", "IsOn", "PublicName", "For", "ProviderIds", "AnyProvider",
         "StartEvery", "NoticeHours", "HorizonDays", "BufferBefore", "BufferAfter", "MaxPerProvider", "MaxPerFacility", "MaxUpcoming", "NeedsRoom", "NeedsApproval", "Questions")
       select 'demo', "BookingRuleId", "FacilityId", "VisitTypeName", "IsOn", "PublicName", "For", "ProviderIds", "AnyProvider",
         "StartEvery", "NoticeHours", "HorizonDays", "BufferBefore", "BufferAfter", "MaxPerProvider", "MaxPerFacility", "MaxUpcoming", "NeedsRoom", "NeedsApproval", "Questions"
       from jsonb_populate_record(null::booking_rules, $1)`,
      [
        JSON.stringify({
          ...usualRule,
          BookingRuleId,
          FacilityId: place.FacilityId,
          VisitTypeName: 'PT Follow-up',
          PublicName: 'Follow-up',
          For: 'followUp',
          IsOn: true,
          MaxUpcoming: 20,
        }),
      ],
    );
  }
  const asVisit = (token: string, path: string, payload: object) =>
    api.app.inject({
      method: 'POST',
      url: `/api/onlineScheduling${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    });

  test.each(['finish', 'abandon'])('is asked about where one may be booked; what is held goes with %s', async (end) => {
    await api.db.owner(`delete from booking_holds`);
    const { token } = await newKiosk();
    expect((await start(token)).steps).toEqual(['success']);
    await mayBeBooked();
    const visit = await start(token);
    expect(visit.steps).toEqual(['onlineScheduling', 'success']);
    const options = await api.app.inject({
      url: '/api/onlineScheduling/options',
      headers: { authorization: `Bearer ${visit.token}` },
    });
    const [option] = options.json<{ options: { BookingRuleId: string; CaseId: string }[] }>().options;
    const wanted = { BookingRuleId: option?.BookingRuleId, CaseId: option?.CaseId, ProviderId: null };
    const slots = await asVisit(visit.token, '/slots', { ...wanted, from: minutesOn(0).slice(0, 10), days: 28 });
    const { days, next } = slots.json<{ days: { times: string[] }[]; next: string | null }>();
    const Start = days.flatMap(({ times }) => times)[0] ?? next;
    const held = await asVisit(visit.token, '/holds', { ...wanted, HoldId: crypto.randomUUID(), Start });
    expect(held.statusCode, held.body).toBe(200);
    expect(await holdCount(visit.SessionId)).toBe(1);
    const done = { SessionId: visit.SessionId, ...(end === 'abandon' && { step: 'onlineScheduling', reason: 'idle' }) };
    expect((await post(`/checkin/${end}`, done, token)).statusCode).toBe(200);
    expect(await holdCount(visit.SessionId)).toBe(0);
    // The token of the visit ends with it.
    expect((await asVisit(visit.token, '/slots', { ...wanted, from: '2026-12-01', days: 1 })).statusCode).toBe(401);
    await api.db.owner(`delete from booking_rules`);
  });
});
