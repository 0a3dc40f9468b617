import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  await api.db
    .owner(`update users set "individualPermissions" = array_append("individualPermissions", 'request emergency access')
    where site = 'demo' and "Email" = any (array['front@demo.test', 'biller@demo.test'])`);
  await save({ enable_emergency_access: true, emergency_access_ms: 900_000 });
});
afterAll(() => api.close());

const reason = 'Called in with chest pain after yesterday';
const front = { as: 'front' } as const;
const save = (settings: object) => api.call('settings.save', { settings } as never, { as: 'admin' });
const ask = () => api.call('emergencyGrants.request', { reason }, front);
const week = { date: '2026-11-18', employeeIds: [], facilityId: null, patientId: null };
const setup = () => api.call('session.setup', {}, front);
const chart = () => api.call('sync.chart', { id: cast.patients.rosa } as never, front);
const pull = (cookie: string | null) =>
  api.call('sync.pull', { device: '018f0000-0000-7000-8000-00000000f001', cookie, more: null } as never, front);

test('who may ask and has no emergency access gets nothing but the dashboard: no chart, no list, no rows', async () => {
  const { currentUser } = await setup();
  expect(currentUser.can).toEqual(['request emergency access']);
  expect(currentUser.emergency).toBeNull();
  for (const refused of [
    chart,
    () => api.call('patients.list', {} as never, front),
    () => api.call('visits.get', { id: cast.visits.today.scheduled } as never, front),
    () => api.call('facilities.list', {}, front),
  ])
    await expect(refused()).rejects.toMatchObject({ kind: 'no-permission' });
  const { put, names } = await api.call('sync.hydrate', { priority: 'P0', after: null } as never, front);
  expect({ put, names }).toEqual({ put: [], names: [] });
});

test('asked for, it opens what the user may otherwise do, tags each chart, and ends at once', async () => {
  const before = await pull(null);
  const { grant } = await ask();
  expect(Date.parse(grant.endsAt) - Date.parse(grant.startedAt)).toBe(900_000);
  expect((await ask()).grant.id).toBe(grant.id);
  await expect.poll(async () => (await setup()).currentUser.emergency?.id).toBe(grant.id);
  const { currentUser } = await setup();
  expect(currentUser.can).toEqual(expect.arrayContaining(['has emergency access', 'edit patients']));
  expect(currentUser.emergency).toMatchObject({ id: grant.id, reason, endsAt: grant.endsAt });
  expect(await pull(before.cookie)).toMatchObject({ reset: true });

  await api.call('sync.chart', { id: cast.patients.walter, by: 'device' } as never, front);
  await chart();
  await chart();
  const told = (action: string, patient: string) =>
    api.db.owner<{ detail: Record<string, string> }>(
      `select detail from audit_entry where site = 'demo' and action = $1 and pk = $2`,
      [action, patient],
    );
  const audited = await told('emergency access', cast.patients.rosa);
  // Whatever a call says of itself: what was shown is reviewed.
  expect(await told('emergency access', cast.patients.walter)).toHaveLength(1);
  expect(await told('view', cast.patients.walter)).toHaveLength(1);
  expect(await told('fetch', cast.patients.walter)).toEqual([]);
  expect(audited.map(({ detail }) => detail)).toMatchObject([{ access: grant.id, reason, offline: 'false' }]);

  const open = await pull(null);
  await expect(
    api.call('emergency.review', { id: grant.id, note: 'Too early.' }, { as: 'admin' }),
  ).rejects.toMatchObject({ kind: 'conflict' });
  await expect(api.call('emergencyGrants.end', { id: grant.id }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await api.call('emergencyGrants.end', { id: grant.id }, front);
  await expect
    .poll(() =>
      chart().then(
        () => 'open',
        (error: { kind: string }) => error.kind,
      ),
    )
    .toBe('no-permission');
  expect(await pull(open.cookie)).toMatchObject({ reset: true });

  const { accesses } = await api.call('emergency.list', {}, { as: 'admin' });
  expect(accesses.find(({ id }) => id === grant.id)).toMatchObject({
    reason,
    until: expect.any(String),
    charts: [{ PatientId: cast.patients.walter }, { PatientId: cast.patients.rosa }],
  });
  await api.call('emergency.review', { id: grant.id, note: 'Called her doctor; fine.' }, { as: 'admin' });
  const [row] = await api.db.owner(
    `select g."reviewNote", e."reviewNote" as charts from emergency_grants g join emergency_accesses e using (site, "EmergencyAccessId")
     where "EmergencyAccessId" = $1`,
    [grant.id],
  );
  expect(row).toEqual({ reviewNote: 'Called her doctor; fine.', charts: 'Called her doctor; fine.' });
});

test('every way to see something of a chart is tagged and audited', async () => {
  await api.db.owner(
    `update users set "individualPermissions" = "individualPermissions" || array['access billing'] where site = 'demo' and "Email" = 'front@demo.test'`,
  );
  const rows = await api.db.owner<{ VisitId: string; CaseId: string; PatientId: string; ClaimId: string }>(
    `select v."VisitId", v."CaseId", v."PatientId", c."ClaimId" from claims c join visits v using (site, "VisitId")
     where c.site = 'demo' order by c."ClaimId"`,
  );
  const byPatient = [...new Map(rows.map((row) => [row.PatientId, row])).values()];
  const ways: ((row: (typeof rows)[number]) => Promise<unknown>)[] = [
    ({ PatientId }) => api.call('patients.get', { id: PatientId } as never, front),
    ({ VisitId }) => api.call('visits.list', { VisitIds: VisitId }, front),
    ({ VisitId }) => api.call('visits.get', { id: VisitId } as never, front),
    ({ VisitId }) => api.call('visits.history', { id: VisitId } as never, front),
    ({ CaseId }) => api.call('documentation.list', { id: CaseId } as never, front),
    ({ VisitId }) => api.call('billing.ar', { visitId: VisitId } as never, front),
    ({ ClaimId }) => api.call('billing.claimFile', { id: ClaimId } as never, front),
  ];
  expect(byPatient.length).toBeGreaterThanOrEqual(ways.length);
  const { grant } = await ask();
  await expect.poll(async () => (await setup()).currentUser.emergency?.id).toBe(grant.id);
  const charts: string[] = [];
  for (const [at, look] of ways.entries()) {
    const row = byPatient[at];
    if (!row) continue;
    await look(row);
    charts.push(row.PatientId);
  }
  const tagged = await api.db.owner<{ PatientId: string }>(
    `select "PatientId" from emergency_accesses where "EmergencyAccessId" = $1`,
    [grant.id],
  );
  expect(tagged.map(({ PatientId }) => PatientId).toSorted()).toEqual(charts.toSorted());
  const viewed = await api.db.owner<{ pk: string }>(
    `select distinct pk from audit_entry where site = 'demo' and action = 'view' and "UserId" = $1 and pk = any ($2)`,
    [cast.users.front, charts],
  );
  expect(viewed).toHaveLength(charts.length);
  await api.call('emergencyGrants.end', { id: grant.id }, front);
  await expect.poll(async () => (await setup()).currentUser.emergency).toBeNull();
});

test('lists and what a device holds are recorded under it by patient, and counted for the review', async () => {
  const { grant } = await ask();
  await expect.poll(async () => (await setup()).currentUser.emergency?.id).toBe(grant.id);
  await api.call('patients.list', { q: 'a' } as never, front);
  await api.call('scheduling.weekView', week as never, front);
  await api.call('sync.hydrate', { priority: 'P0', after: null, day: '2026-11-18' } as never, front);
  await chart();
  const told = await api.db.owner<{ action: string; pk: string; detail: { reason: string; patients: string[] } }>(
    `select action, pk, detail from audit_entry where site = 'demo' and entity = 'charts' and detail ->> 'access' = $1 order by id`,
    [grant.id],
  );
  expect(told.map(({ action, pk }) => [action, pk])).toEqual([
    ['list', 'patient search'],
    ['list', 'schedule'],
    ['first sync', 'first sync'],
  ]);
  const all = new Set(told.flatMap(({ detail }) => detail.patients));
  const { accesses } = await api.call('emergency.list', {}, { as: 'admin' });
  const access = accesses.find(({ id }) => id === grant.id);
  expect(access?.charts.map(({ PatientId }) => PatientId)).toEqual([cast.patients.rosa]);
  expect(access?.listed).toBe(all.size - 1);
  expect(told.every(({ detail }) => detail.reason === reason)).toBe(true);
  await api.call('emergencyGrants.end', { id: grant.id }, front);
  await expect.poll(async () => (await setup()).currentUser.emergency).toBeNull();
});

test('administrators are told by mail, without the reason and without a patient', async () => {
  const { grant } = await ask();
  const mails = await api.db.owner<{ to: string; body: string; subject: string }>(
    `select "to", body, subject from outgoing_mail where site = 'demo' and subject like 'Emergency access%' order by at desc`,
  );
  expect(mails.map(({ to }) => to)).toContain('admin@demo.test');
  for (const { body, subject } of mails) expect(`${body}${subject}`).not.toMatch(/chest pain|Rosa|Alvarez/);
  await api.call('emergencyGrants.end', { id: grant.id }, { as: 'admin' });
});

test('its end comes by the clock of the server, also where it is remembered who calls', async () => {
  const { grant } = await ask();
  await expect.poll(async () => (await setup()).currentUser.emergency?.id).toBe(grant.id);
  await chart();
  await api.db.owner(
    `update emergency_grants set "startedAt" = clock_timestamp() - interval '1 hour', "endsAt" = clock_timestamp()
    where "EmergencyAccessId" = $1`,
    [grant.id],
  );
  await expect
    .poll(() =>
      chart().then(
        () => 'open',
        (error: { kind: string }) => error.kind,
      ),
    )
    .toBe('no-permission');
});

test('what a device opened is recorded also after the end', async () => {
  const { grant } = await ask();
  await api.call('emergencyGrants.end', { id: grant.id }, front);
  await expect.poll(async () => (await setup()).currentUser.emergency).toBeNull();
  const at = new Date().toISOString();
  const { outcomes } = await api.call(
    'sync.push',
    {
      device: '018f0000-0000-7000-8000-00000000f001',
      entries: [
        {
          mid: 1,
          name: 'emergency.record',
          input: { id: grant.id, PatientId: cast.patients.rosa, reason, startedAt: at, openedAt: at, offline: true },
          base: {},
          schemaVersion: 1,
          madeAt: at,
          clockOffset: 0,
        },
      ],
    } as never,
    front,
  );
  expect(outcomes).toMatchObject([{ mid: 1, status: 'ok' }]);
});

test.each([
  ['a reason that says nothing', 'front', 'because', 'invalid'],
  ['someone who may not ask', 'pt', reason, 'no-permission'],
] as const)('%s is refused', async (_, as, typed, kind) => {
  await expect(api.call('emergencyGrants.request', { reason: typed }, { as })).rejects.toMatchObject({ kind });
});

test('where it is not switched on no one is sent to the dashboard, and no one gets it', async () => {
  await save({ enable_emergency_access: false });
  await expect
    .poll(async () => (await api.call('session.setup', {}, { as: 'biller' })).currentUser.can)
    .toContain('access billing');
  await expect(api.call('emergencyGrants.request', { reason }, { as: 'biller' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});
