import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, demoNoon } from '#server/testing/commands.ts';
import { offerDue } from './offer.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, { SIGN_INS_PER_QUARTER_HOUR: '3' });
  await api.db.owner(
    `update patients set "MessageConsent" = '{"email": true, "text": false}', "Email" = 'p@example.com'`,
  );
  await api.db.owner(`delete from authorizations; delete from scripts`);
  await api.db.owner(`update cases set "PlanOfCareEnd" = null, "PlanWeeks" = null, "PlanOfCareStart" = null`);
});
afterAll(() => api.close());

const day = '2026-11-30';
const place = { FacilityId: cast.facilities.harborview, ProviderId: cast.providers.maya };

/** The links of an offered time, one for each patient who waits. */
async function links(count: number): Promise<string[]> {
  const call = commandsOn(api.db);
  const cases = await api.db.owner<{ CaseId: string }>(
    `select distinct on (c."PatientId") c."CaseId" from cases c
     where c.site = 'demo' and c."DischargedAt" is null and c."Discipline" = 'PT' and c."FacilityId" = $1
       and not exists (select from visits v where v.site = 'demo' and v."PatientId" = c."PatientId" and v."Start" > '2026-11-29')
     order by c."PatientId" limit $2`,
    [place.FacilityId, count],
  );
  for (const { CaseId } of cases) {
    const input = {
      id: demoId('demo', 'waiting', CaseId),
      CaseId,
      FacilityId: place.FacilityId,
      ProviderId: null,
      VisitTypeName: 'PT Follow-up',
      Minutes: 45,
      grid: Array.from({ length: 7 }, () => [{ start: '07:00', end: '20:00' }]),
      Priority: 2,
      Expires: '2026-12-31',
      Note: null,
      VisitId: null,
    };
    await call('scheduling.saveVisitRequest', input as never, { as: 'front' });
  }
  const FillBatchId = demoId('demo', 'fill', day);
  const time = { ...place, Start: `${day}T09:00`, End: `${day}T09:45` };
  await call('waitlist.fill', { ...time, FillBatchId } as never, { as: 'front' });
  await offerDue(api.db, 'demo', demoNoon);
  const written = await api.db.owner<{ body: string }>(
    `select body from outbound_messages where site = 'demo' and kind = 'offer'`,
  );
  await api.db.owner(`update patient_links set "expiresAt" = now() + interval '1 day' where purpose = 'offer'`);
  return written.map(({ body }) => /\/s\/(demo\.[\w-]{22})/.exec(body)?.[1] ?? '');
}
const read = async (token: string, remoteAddress = '10.20.30.40') =>
  (await api.app.inject({ method: 'POST', url: '/api/actionFillRequest/read', payload: { token }, remoteAddress }))
    .statusCode;

test('many look at offers behind one address; whoever guesses waits, and then no link opens there', async () => {
  const [one = '', other = ''] = await links(2);
  expect([other === '', one === other]).toEqual([false, false]);
  for (let turn = 0; turn < 3; turn += 1) expect([await read(one), await read(other)]).toEqual([200, 200]);
  // Each link counts by itself.
  expect(await read(one)).toBe(429);
  const wrong = `${other.slice(0, -1)}${other.endsWith('A') ? 'B' : 'A'}`;
  for (let turn = 0; turn < 3; turn += 1) expect(await read(`${wrong.slice(0, -2)}${turn}A`)).toBe(404);
  expect([await read(wrong), await read(other, '10.20.30.41')]).toEqual([429, 429]);
  // Links of accounts count apart.
  const account = {
    url: '/api/account/link',
    payload: { token: `demo.${'a'.repeat(43)}` },
    remoteAddress: '10.20.30.40',
  };
  expect((await api.app.inject({ method: 'POST', ...account })).statusCode).toBe(404);
});

test('an address that asks without end waits before anything is looked up', async () => {
  const noLink = 'x'.repeat(500);
  for (let turn = 0; turn < 36; turn += 1) expect(await read(noLink, '10.20.30.42')).toBe(422);
  expect([await read(noLink, '10.20.30.42'), await read(noLink, '10.20.30.43')]).toEqual([429, 422]);
});
