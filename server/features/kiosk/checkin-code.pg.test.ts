import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallTimeIn } from '#contract/base/dates.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { codeLimits } from '#contract/patient-login/limits.ts';
import type { LinkPurpose } from '#contract/patient-login/principal.ts';
import { refusals } from '#contract/words/refusals.ts';
import { cast } from '#server/demo/cast.ts';
import { checkinCode, onLink } from '#server/features/messages/links.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { kioskDevice } from '#server/testing/kiosk-device.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const VisitId = cast.visits.today.scheduled;
const DateOfBirth = '1958-03-14';
type Place = { PatientId: string; FacilityId: string; TimeZone: string };
let place: Place;

beforeEach(async () => {
  await api.db.owner('delete from patient_links');
  await api.db.owner('update kiosks set "revokedAt" = now() where "revokedAt" is null');
  const [found] = await api.db.owner<Place>(
    `select v."PatientId", v."FacilityId", f."TimeZone" from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.site = 'demo' and v."VisitId" = $1`,
    [VisitId],
  );
  if (!found) throw new Error('The demo clinic has no such visit.');
  place = found;
  // No number of theirs is known: the code alone finds them.
  await api.db.owner(
    `update patients set "DateOfBirth" = $2, "Phone" = null where site = 'demo' and "PatientId" = $1`,
    [place.PatientId, DateOfBirth],
  );
});

async function visitAt(Start: string, stage = 'scheduled'): Promise<void> {
  await api.db.owner(`update visits set "Start" = $2, "End" = $3, stage = $4 where site = 'demo' and "VisitId" = $1`, [
    VisitId,
    Start,
    `${Start.slice(0, 10)}T23:59`,
    stage,
  ]);
}

async function link(purpose: LinkPurpose, more: { expiresAt?: Date; PatientId?: string; VisitId?: string } = {}) {
  const { PatientId } = place;
  const path = await api.db.tx(messagesOf('demo'), (tx) =>
    makeLink(tx, 'demo', { PatientId, VisitId, purpose, expiresAt: new Date('2100-01-01T00:00:00Z'), ...more }),
  );
  return path.slice('/s/'.length);
}

const post = (path: string, payload: object, token = '') =>
  api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload });

async function newKiosk(FacilityId = place.FacilityId): Promise<string> {
  const { code } = await api.call(
    'kiosk.create',
    { FacilityId: FacilityId as never, Name: 'Front door' },
    { as: 'admin' },
  );
  const device = kioskDevice();
  const { site, KioskId } = (await post('/kiosk/enroll', { code, deviceKey: device.deviceKey })).json<{
    site: string;
    KioskId: string;
  }>();
  const signed = { site, KioskId, turn: 1, signature: device.sign(KioskId, 1) };
  return (await post('/kiosk/token', signed)).json<{ token: string }>().token;
}

describe('the code on the page of a visit', () => {
  const day = '2025-03-11';
  const at = (time: string, on = day) => momentOf(`${on}T${time}`, place.TimeZone);
  const shows = async (token: string, now: Date) => (await onLink(api.db, { token, now })).hasCheckinCode;

  test('is there on its day, where a tablet is enrolled; it ends with the day', async () => {
    await visitAt(`${day}T10:15`);
    const token = await link('visit');
    expect(await shows(token, at('08:00'))).toBe(false);
    await expect(checkinCode(api.db, token, at('08:00'))).rejects.toThrow(refusals.frontDesk.en);
    await newKiosk();
    expect(await shows(token, at('08:00'))).toBe(true);
    expect(await shows(token, at('23:00', '2025-03-10'))).toBe(false);
    await visitAt(`${day}T10:15`, 'cancelled');
    expect(await shows(token, at('08:00'))).toBe(false);
    await visitAt(`${day}T10:15`);

    const code = await checkinCode(api.db, token, at('08:00'));
    const made = await onLink(api.db, { token: code.token, now: at('08:05') });
    expect([made.purpose, made.name, made.visit, made.hasCheckinCode]).toEqual(['checkin', '', null, false]);
    await expect(onLink(api.db, { token: code.token, now: at('00:00', '2025-03-12') })).rejects.toThrow(
      refusals.deadVisitLink.en,
    );
  });

  test('comes by the link of a visit alone: opening any link makes none, and no other link does', async () => {
    await visitAt(`${day}T10:15`);
    await newKiosk();
    const count = () => api.db.owner('select from patient_links');
    for (const purpose of ['preferences', 'intake', 'checkin', 'survey'] as const) {
      const token = await link(purpose);
      expect(await shows(token, at('08:00')), purpose).toBe(false);
      await expect(checkinCode(api.db, token, at('08:00')), purpose).rejects.toThrow(refusals.deadVisitLink.en);
    }
    await shows(await link('visit'), at('08:00'));
    expect(await count()).toHaveLength(5);
  });
});

describe('a code that is shown to a kiosk', () => {
  const startNow = () => visitAt(wallTimeIn(place.TimeZone, new Date()).slice(0, 16));
  const identify = async (kiosk: string, given: object) => {
    const reply = await post('/kiosk/identify', given, kiosk);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ visits: { VisitId: string }[] }>().visits.map((one) => one.VisitId);
  };

  test('finds its visit with the birth date, and checks it in', async () => {
    await startNow();
    const kiosk = await newKiosk();
    const token = await link('checkin');
    expect(await identify(kiosk, { DateOfBirth, token })).toEqual([VisitId]);
    const started = await post('/kiosk/checkin/start', { DateOfBirth, token, VisitId }, kiosk);
    const { SessionId } = started.json<{ SessionId: string }>();
    expect((await post('/kiosk/checkin/finish', { SessionId }, kiosk)).statusCode).toBe(200);
    const { visit } = await api.call('visits.get', { id: VisitId as never }, { as: 'front' });
    expect(visit.stage).toBe('checkedIn');
  });

  test('finds nothing by another purpose, late, elsewhere, for another visit, or at another time', async () => {
    await startNow();
    const kiosk = await newKiosk();
    const [elsewhere] = await api.db.owner<{ FacilityId: string }>(
      `select "FacilityId" from facilities where site = 'demo' and "FacilityId" <> $1 limit 1`,
      [place.FacilityId],
    );
    for (const token of [
      await link('visit'),
      await link('intake'),
      await link('checkin', { expiresAt: new Date('2020-01-01T00:00:00Z') }),
      await link('checkin', { VisitId: cast.visits.today.confirmed }),
      `coast.${'A'.repeat(22)}`,
      'not a token',
    ])
      expect(await identify(kiosk, { DateOfBirth, token }), token).toEqual([]);
    const token = await link('checkin');
    expect(await identify(await newKiosk(elsewhere?.FacilityId), { DateOfBirth, token })).toEqual([]);
    await visitAt('2020-01-06T09:00');
    expect(await identify(kiosk, { DateOfBirth, token })).toEqual([]);
    const both = await post('/kiosk/identify', { DateOfBirth, token, lastFour: '0101' }, kiosk);
    const neither = await post('/kiosk/identify', { DateOfBirth }, kiosk);
    expect([both.statusCode, neither.statusCode]).toEqual([422, 422]);
  });

  test('with wrong birth dates ends, as every link does', async () => {
    await startNow();
    const kiosk = await newKiosk();
    const token = await link('checkin');
    for (let time = 0; time < codeLimits.wrongDates; time += 1)
      expect(await identify(kiosk, { DateOfBirth: '1958-03-15', token })).toEqual([]);
    expect(await identify(kiosk, { DateOfBirth, token })).toEqual([]);
    const [row] = await api.db.owner<{ revokedWhy: string }>('select "revokedWhy" from patient_links');
    expect(row?.revokedWhy).toBe('wrong dates');
  });

  test('with wrong birth dates at the start of a check-in ends as well', async () => {
    await startNow();
    const kiosk = await newKiosk();
    const token = await link('checkin');
    for (let time = 0; time < codeLimits.wrongDates; time += 1) {
      const given = { DateOfBirth: '1958-03-15', token, VisitId };
      expect((await post('/kiosk/checkin/start', given, kiosk)).statusCode).toBe(404);
    }
    const [row] = await api.db.owner<{ revokedWhy: string }>('select "revokedWhy" from patient_links');
    expect(row?.revokedWhy).toBe('wrong dates');
  });

  test('opens no page with the birth date on a phone', async () => {
    await startNow();
    const { deviceKey } = kioskDevice();
    const token = await link('checkin');
    const reply = await post('/patientLogin/link', { token, DateOfBirth, deviceKey, isOwnDevice: false });
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([404, refusals.deadVisitLink.en]);
  });
});
