import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import type { OwnVisits } from '#contract/patient-visits/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const id = cast.visits.today.scheduled;
/** Far enough on that no day, hour or zone of the machine matters. */
const day = addDays(new Date().toISOString().slice(0, 10), 14);
const Start = `${day}T10:15`;
let PatientId = '';
beforeEach(async () => {
  await api.db.owner(`delete from patient_guarantors`);
  const [row] = await api.db.owner<{ PatientId: string }>(
    `update visits set "Start" = $2, "End" = $3, stage = 'scheduled', "PatientAsk" = null, "CancelReason" = null where "VisitId" = $1 returning "PatientId"`,
    [id, Start, `${day}T11:00`],
  );
  PatientId = row?.PatientId ?? '';
});

const ask = (token: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  api.app.inject({
    method,
    url: `/api/patient/visits${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
const own = async (token: string) => (await ask(token, 'GET', '')).json<OwnVisits>();
const asPatient = (more: object = {}) => patientToken(api, { kind: 'patient', PatientId, ...more });
const entries = (action: string) =>
  api.db.owner<{ PatientId: string; detail: { principal: string; level: string } }>(
    `select "PatientId", detail from audit_entry where site = 'demo' and action = $1 and entity = 'visits' order by id desc limit 2`,
    [action],
  );

test('a patient sees their own visits of the last 90 days and to come, and nothing of what for', async () => {
  const old = `${addDays(day, -14 - 95)}T09:00`;
  const [other] = await api.db.owner<{ VisitId: string }>(
    `select "VisitId" from visits where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2 and stage <> 'inProgress' limit 1`,
    [PatientId, id],
  );
  const token = await asPatient();
  if (other)
    await api.db.owner(`update visits set "Start" = $2, "End" = $3 where "VisitId" = $1`, [
      other.VisitId,
      old,
      old.replace('09:00', '09:45'),
    ]);
  const { visits, clinic } = await own(token);
  expect(clinic).toBe('Harborview Therapy');
  const all = await api.db.owner<{ VisitId: string }>(
    `select "VisitId" from visits where site = 'demo' and "PatientId" = $1 and "Start" >= $2`,
    [PatientId, addDays(day, -14 - 91)],
  );
  expect(visits.map(({ VisitId }) => VisitId).toSorted()).toEqual(all.map(({ VisitId }) => VisitId).toSorted());
  const shown = visits.find(({ VisitId }) => VisitId === id);
  expect(shown).toMatchObject({ Start, state: 'booked', cancelsAtOnce: true, asked: null });
  expect(Object.keys(shown ?? {}).toSorted()).toEqual([
    'End',
    'FirstName',
    'Start',
    'VisitId',
    'address',
    'asked',
    'cancelsAtOnce',
    'phone',
    'place',
    'provider',
    'state',
  ]);
  expect((await entries('patient read'))[0]).toEqual({
    PatientId,
    detail: { principal: 'patient', level: 'L2', session: expect.any(String) },
  });
});

test('a patient confirms, asks for another time and cancels; each is audited, and told in the history', async () => {
  const token = await asPatient({ level: 'L1', scope: 'visits' });
  const stateAfter = async (path: string, more: object = {}) => {
    const reply = await ask(token, 'POST', `/${id}/${path}`, { Start, ...more });
    return reply.json<OwnVisits>().visits.find(({ VisitId }) => VisitId === id);
  };
  expect(await stateAfter('confirm')).toMatchObject({ state: 'confirmed' });
  expect(await stateAfter('anotherTime', { note: 'Mornings' })).toMatchObject({
    state: 'booked',
    asked: 'anotherTime',
  });
  expect(await stateAfter('cannotCome')).toMatchObject({ state: 'cancelled' });
  const history = await api.db.owner(
    `select note, "UserId" from visit_history where "VisitId" = $1 order by at desc limit 1`,
    [id],
  );
  expect(history).toEqual([{ note: 'By the patient, logged in', UserId: null }]);
  expect((await entries('patient change'))[0]).toMatchObject({
    PatientId,
    detail: { principal: 'patient', level: 'L1' },
  });
  const again = await ask(token, 'POST', `/${id}/confirm`, { Start });
  expect([again.statusCode, again.json()]).toMatchObject([
    490,
    { message: 'This visit is already canceled. Call the clinic for a new one.' },
  ]);
});

test('a visit that was moved in the meantime is not answered for', async () => {
  const token = await asPatient();
  for (const path of ['confirm', 'cannotCome', 'anotherTime'])
    expect((await ask(token, 'POST', `/${id}/${path}`, { Start: `${day}T09:00` })).json()).toMatchObject({
      message: 'This visit was moved. Nothing was changed. The new time is shown here.',
    });
  expect((await own(token)).visits.find(({ VisitId }) => VisitId === id)).toMatchObject({
    state: 'booked',
    asked: null,
  });
});

test('a visit of someone else looks like none, and stays as it is', async () => {
  const [foreign] = await api.db.owner<{ VisitId: string; Start: string; stage: string }>(
    `select "VisitId", "Start", stage from visits where site = 'demo' and "PatientId" <> $1 and stage = 'scheduled' limit 1`,
    [PatientId],
  );
  const token = await asPatient();
  for (const path of ['confirm', 'cannotCome', 'anotherTime'])
    for (const one of [foreign?.VisitId, randomUUID()])
      expect((await ask(token, 'POST', `/${one}/${path}`, { Start: foreign?.Start })).statusCode).toBe(404);
  expect((await ask(token, 'GET', `/${foreign?.VisitId}/calendar`)).statusCode).toBe(404);
  const rows = await api.db.owner(`select "VisitId", "Start", stage from visits where "VisitId" = $1`, [
    foreign?.VisitId,
  ]);
  expect(rows).toEqual([foreign]);
});

const guarantorOf = async (ids: string[], { IsProxy = true } = {}) => {
  for (const one of ids)
    await api.db.owner(
      `insert into patient_guarantors (site, "PatientGuarantorId", "PatientId", "FirstName", "LastName", "DateOfBirth", "Email", "Relationship", "IsProxy", "IsForAdult", "From")
       values ('demo', gen_random_uuid(), $1, 'Nora', 'Quill', '1985-03-04', 'nora@example.org', 'parent', $2, false, '2020-01-01')`,
      [one, IsProxy],
    );
  const [row] = await api.db.owner<{ GuarantorId: string }>('select "GuarantorId" from patient_guarantors limit 1');
  return patientToken(api, { kind: 'guarantor', GuarantorId: row?.GuarantorId ?? '' });
};

test('a guarantor sees and answers the visits of two children; one who only pays sees none', async () => {
  const [second] = await api.db.owner<{ PatientId: string; VisitId: string }>(
    `select "PatientId", "VisitId" from visits where site = 'demo' and "PatientId" <> $1 and stage = 'scheduled' limit 1`,
    [PatientId],
  );
  const children = [PatientId, second?.PatientId ?? ''];
  await api.db.owner(`update visits set "Start" = $2, "End" = $3 where "VisitId" = $1`, [
    second?.VisitId,
    `${day}T13:00`,
    `${day}T13:45`,
  ]);
  await api.db.owner(
    `update patients set "DateOfBirth" = current_date - interval '8 years' where site = 'demo' and "PatientId" = any ($1)`,
    [children],
  );
  const token = await guarantorOf(children);
  const { visits, kind } = await own(token);
  expect(kind).toBe('guarantor');
  expect(visits.filter(({ state }) => state === 'booked').map(({ VisitId }) => VisitId)).toEqual(
    expect.arrayContaining([id, second?.VisitId]),
  );
  expect(new Set(visits.map(({ FirstName }) => FirstName)).size).toBe(2);
  expect((await ask(token, 'POST', `/${second?.VisitId}/confirm`, { Start: `${day}T13:00` })).statusCode).toBe(200);
  expect((await entries('patient change'))[0]).toMatchObject({
    PatientId: second?.PatientId,
    detail: { principal: 'guarantor' },
  });

  await api.db.owner('delete from patient_guarantors');
  const paying = await guarantorOf(children, { IsProxy: false });
  const refused = await ask(paying, 'GET', '');
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { message: 'There was a problem with your login details. Go back to login.' },
  ]);
  expect((await ask(paying, 'POST', `/${id}/confirm`, { Start })).statusCode).toBe(404);
});

test.each([
  ['nobody', async () => ''],
  ['a member of the staff', async () => (await api.signedIn('pt')).token],
])('%s is told that the login has expired', async (_, tokenOf) => {
  const reply = await ask(await tokenOf(), 'GET', '');
  expect([reply.statusCode, reply.json()]).toMatchObject([
    401,
    { message: 'Your login has expired. Go back to login.' },
  ]);
});

test('a login for forms alone, or of somebody unknown, sees no visits', async () => {
  for (const token of [
    await asPatient({ level: 'L1', scope: 'intake' }),
    await patientToken(api, { kind: 'unrecognized' }),
  ])
    expect((await ask(token, 'GET', '')).statusCode).toBe(403);
});

test('a visit goes into a calendar with a sequence that grows, and says no more than the clinic', async () => {
  const token = await asPatient();
  const event = async () => {
    const { text } = (await ask(token, 'GET', `/${id}/calendar`)).json<{ text: string }>();
    return new Map(text.split('\r\n').map((line) => [line.split(/[:;]/)[0], line] as const));
  };
  const first = await event();
  expect(first.get('SUMMARY')).toBe('SUMMARY:Harborview Therapy');
  expect(first.get('DTSTART')).toContain(`${day.replaceAll('-', '')}T101500`);
  await api.db.owner(`update visits set updated_at = updated_at, stage = 'cancelled' where "VisitId" = $1`, [id]);
  await api.db.owner(
    `alter table visits disable trigger user; update visits set updated_at = updated_at + interval '5 seconds' where "VisitId" = '${id}'; alter table visits enable trigger user`,
  );
  const later = await event();
  const number = (all: Map<string | undefined, string>) => Number(all.get('SEQUENCE')?.slice('SEQUENCE:'.length));
  expect(number(later)).toBeGreaterThan(number(first));
  expect([later.get('UID'), later.get('STATUS')]).toEqual([first.get('UID'), 'STATUS:CANCELLED']);
});
