import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidFrom } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

let made = 0;
const newId = () => uuidFrom(1_790_000_000_000, new Uint8Array(10).fill((made += 1)));
const as = { as: 'front' } as const;
const caseOf = (key: string) => demoId('demo', 'case', key);

function newCase(changes: Partial<InputOf<'cases.create'>> = {}): InputOf<'cases.create'> {
  return {
    CaseId: newId(),
    PatientId: cast.patients.noCase,
    FacilityId: cast.facilities.harborview,
    ProviderId: cast.providers.maya,
    Title: 'Left knee pain',
    Discipline: 'PT',
    Diagnoses: [{ Code: 'M25.562', Description: 'Pain in left knee' }],
    ReferringProviderContactId: null,
    InsuranceIds: [],
    OnsetDate: null,
    StartDate: '2026-01-05',
    RelatedCause: null,
    AccidentDate: null,
    AccidentState: null,
    PropertyClaimNumber: null,
    VisitsPerWeek: 2,
    PlanWeeks: 6,
    PlanOfCareStart: '2026-01-05',
    PlanOfCareEnd: '2026-02-15',
    CustomInputs: [],
    ...changes,
  };
}
const newScript = (CaseId: string): InputOf<'cases.createScript'> => ({
  ScriptId: newId(),
  CaseId,
  ReferringProviderId: null,
  Start: '2026-01-05',
  End: '2026-04-05',
  Visits: 12,
  Note: null,
});
const newAuthorization = (CaseId: string, InsuranceId: string): InputOf<'cases.createAuthorization'> => ({
  AuthorizationId: newId(),
  CaseId,
  InsuranceId,
  Number: 'A-17',
  Kind: 'visits',
  Allowed: 12,
  Status: 'approved',
  Start: '2026-01-05',
  End: '2026-04-05',
  CountRule: 'signed',
  Note: null,
});
const samiraPolicy = demoId('demo', 'insurance', 'samira-1');

test('a case is opened, read with what hangs on it, changed and discharged', async () => {
  const input = newCase();
  const { case: opened } = await call('cases.create', input, as);
  expect(opened).toMatchObject({ ...input, DischargedAt: null });
  const { script } = await call('cases.createScript', newScript(input.CaseId), as);
  const got = await call('cases.get', { id: input.CaseId }, as);
  expect(got).toMatchObject({ case: opened, scripts: [script], authorizations: [], visits: [] });
  const changes = { Title: 'Right knee pain', VisitsPerWeek: 3 };
  const { case: changed, kept } = await call('cases.update', { id: input.CaseId, changes }, as);
  expect(changed).toEqual({ ...opened, ...changes, updated_at: changed.updated_at });
  expect(kept).toEqual([]);
  const discharge = (DischargedAt: string | null, DischargeReason: 'plateau' | null = null) =>
    call('cases.discharge', { id: input.CaseId, DischargedAt, DischargeReason }, as);
  const ended = { DischargedAt: '2026-02-01', DischargeReason: 'plateau' };
  expect((await discharge('2026-02-01', 'plateau')).case).toMatchObject(ended);
  expect((await discharge(null, 'plateau')).case).toMatchObject({ DischargedAt: null, DischargeReason: null });
  await expect(discharge('2026-01-04')).rejects.toMatchObject({
    kind: 'invalid',
    fields: { DischargedAt: expect.any(String) },
  });
  await expect(discharge('2999-01-01')).rejects.toThrow('in the future');
});

test.each([
  ['FacilityId', { FacilityId: newId() }],
  ['ProviderId', { ProviderId: newId() }],
  ['ReferringProviderContactId', { ReferringProviderContactId: newId() }],
  ['InsuranceIds', { InsuranceIds: [demoId('demo', 'insurance', 'samira-1')] }],
  ['CustomInputs', { CustomInputs: [{ CustomCaseInputId: newId(), Value: 'Yes' }] }],
  ['OnsetDate', { OnsetDate: '2026-01-06' }],
  ['PlanOfCareEnd', { PlanOfCareEnd: '2026-01-04' }],
] as [string, Partial<InputOf<'cases.create'>>][])('a case with a wrong %s is not opened', async (field, changes) => {
  const input = newCase(changes);
  await expect(call('cases.create', input, as)).rejects.toMatchObject({
    kind: 'invalid',
    fields: { [field]: expect.stringMatching(/\.$/) },
  });
  await expect(call('cases.get', { id: input.CaseId }, as)).rejects.toMatchObject({ kind: 'not-found' });
});

test('an id that is taken and a patient who is not there are refused', async () => {
  const input = newCase();
  await call('cases.create', input, as);
  await expect(call('cases.create', { ...input, Title: 'Again' }, as)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(call('cases.create', newCase({ PatientId: newId() }), as)).rejects.toMatchObject({ kind: 'not-found' });
});

test('who works at one facility neither opens nor finds cases of another', async () => {
  const input = newCase({ FacilityId: cast.facilities.riverside });
  const atHarborview = `"facilityIds" = array['${cast.facilities.harborview}']::uuid[]`;
  await db.owner(`update users set ${atHarborview} where site = 'demo' and "UserId" = $1`, [cast.users.pt]);
  await expect(call('cases.create', input, { as: 'pt' })).rejects.toThrow('do not work at');
  await db.owner(`update users set "facilityIds" = null where site = 'demo' and "UserId" = $1`, [cast.users.pt]);
  await call('cases.create', input, as);
  const { script } = await call('cases.createScript', newScript(input.CaseId), as);
  await expect(call('cases.get', { id: input.CaseId }, { as: 'pta' })).rejects.toMatchObject({ kind: 'not-found' });
  const scopes = await db.owner<{ scope: string }>(`select scope from scripts where "ScriptId" = $1`, [
    script.ScriptId,
  ]);
  expect(scopes).toEqual([{ scope: `facility:${cast.facilities.riverside}` }]);
  await call('cases.update', { id: input.CaseId, changes: { FacilityId: cast.facilities.harborview } }, as);
  expect((await call('cases.get', { id: input.CaseId }, { as: 'pta' })).scripts).toHaveLength(1);
});

describe('deleting a case', () => {
  test('one in which nothing happened goes with what hangs on it', async () => {
    const input = newCase();
    await call('cases.create', input, as);
    const { script } = await call('cases.createScript', newScript(input.CaseId), as);
    expect(await call('cases.remove', { id: input.CaseId }, as)).toEqual({ removed: true });
    await expect(call('cases.remove', { id: input.CaseId }, as)).rejects.toMatchObject({ kind: 'not-found' });
    const told = await db.owner<{ entity: string }>(
      `select entity from audit_entry where action = 'delete' and pk = any ($1) order by 1`,
      [[input.CaseId, script.ScriptId]],
    );
    expect(told.map((row) => row.entity)).toEqual(['cases', 'scripts']);
  });

  const addVisit = (CaseId: string, stage: string) =>
    db.owner(
      `insert into visits (site, "VisitId", "CaseId", "PatientId", "FacilityId", "ProviderId", "VisitTypeName", "Start", "End", stage)
       values ('demo', gen_random_uuid(), $1, $2, $3, $4, 'Follow-up', '2026-01-06T09:00', '2026-01-06T09:45', $5)`,
      [CaseId, cast.patients.noCase, cast.facilities.harborview, cast.providers.maya, stage],
    );

  test('a cancelled visit goes with its case', async () => {
    const { CaseId } = newCase();
    await call('cases.create', newCase({ CaseId }), as);
    await addVisit(CaseId, 'cancelled');
    expect(await call('cases.remove', { id: CaseId }, as)).toEqual({ removed: true });
  });

  test.each([
    ['scheduled', 'booked visits'],
    ['noShow', 'has past visits'],
    ['checkedIn', 'has past visits'],
  ])('one with a visit that is %s stays', async (stage, refusal) => {
    const { CaseId } = newCase();
    await call('cases.create', newCase({ CaseId }), as);
    await addVisit(CaseId, stage);
    await expect(call('cases.remove', { id: CaseId }, as)).rejects.toThrow(refusal);
  });

  test('one with notes and claims stays', async () => {
    await expect(call('cases.remove', { id: caseOf('rosa') }, as)).rejects.toThrow('can’t be deleted');
  });
});

describe('two people at one case', () => {
  const wasDiagnosed = [{ Code: 'M25.562', Description: 'Pain in left knee' }];
  const theirs = [{ Code: 'M17.12', Description: 'Osteoarthritis of left knee' }];
  const mine = [{ Code: 'M23.52', Description: 'Chronic instability of left knee' }];

  test('diagnoses that changed meanwhile stay, the rest is taken', async () => {
    const { CaseId: id } = (await call('cases.create', newCase(), as)).case;
    await call('cases.update', { id, changes: { Diagnoses: theirs } }, { as: 'pt' });
    const base = { Diagnoses: wasDiagnosed, Title: 'Left knee pain' };
    const reply = await call('cases.update', { id, changes: { Diagnoses: mine, Title: 'Knee' } }, { ...as, base });
    expect(reply).toMatchObject({ kept: ['Diagnoses'], case: { Diagnoses: theirs, Title: 'Knee' } });
    const alone = call('cases.update', { id, changes: { Diagnoses: mine } }, { ...as, base });
    await expect(alone).rejects.toMatchObject({ kind: 'conflict', current: { Diagnoses: theirs } });
  });

  test('mine, sent again by someone who has seen theirs, are taken, and what another wrote since stays', async () => {
    const { CaseId: id } = (await call('cases.create', newCase(), as)).case;
    await call('cases.update', { id, changes: { Diagnoses: theirs } }, { as: 'pt' });
    const changes = { Diagnoses: mine, Title: 'Knee' };
    const first = { Diagnoses: wasDiagnosed, Title: 'Left knee pain' };
    const { case: now } = await call('cases.update', { id, changes }, { ...as, base: first });
    await call('cases.update', { id, changes: { Title: 'Both knees' } }, { as: 'pt' });
    const again = { id, changes: { Diagnoses: mine } };
    const reply = await call('cases.update', again, { ...as, base: { Diagnoses: now.Diagnoses } });
    expect(reply).toMatchObject({ kept: [], case: { Diagnoses: mine, Title: 'Both knees' } });
  });
});

describe('scripts and authorizations', () => {
  test('are added, changed and removed', async () => {
    const { script } = await call('cases.createScript', newScript(caseOf('samira')), as);
    expect(script).toMatchObject({ PatientId: cast.patients.samira, Visits: 12 });
    const changed = await call('cases.updateScript', { id: script.ScriptId, changes: { Visits: 8 } }, as);
    expect(changed.script.Visits).toBe(8);
    expect(await call('cases.removeScript', { id: script.ScriptId }, as)).toEqual({ removed: true });

    const input = newAuthorization(caseOf('samira'), samiraPolicy);
    const { authorization } = await call('cases.createAuthorization', input, as);
    expect(authorization).toMatchObject({ ...input, PatientId: cast.patients.samira });
    const id = authorization.AuthorizationId;
    const dates = { Kind: 'dates', Allowed: null } as const;
    expect((await call('cases.updateAuthorization', { id, changes: dates }, as)).authorization).toMatchObject(dates);
    await expect(call('cases.updateAuthorization', { id, changes: { End: null } }, as)).rejects.toThrow('last day');
    expect(await call('cases.removeAuthorization', { id }, as)).toEqual({ removed: true });
    await expect(call('cases.removeAuthorization', { id }, as)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test.each([
    ["another patient's policy", { InsuranceId: demoId('demo', 'insurance', 'gus-1') }, 'InsuranceId'],
    ['no number of visits', { Allowed: null }, 'Allowed'],
    ['an end before its beginning', { End: '2026-01-04' }, 'End'],
  ] as [string, Partial<InputOf<'cases.createAuthorization'>>, string][])(
    'an authorization with %s is refused',
    async (_what, changes, field) => {
      const input = { ...newAuthorization(caseOf('samira'), samiraPolicy), ...changes };
      await expect(call('cases.createAuthorization', input, as)).rejects.toMatchObject({
        kind: 'invalid',
        fields: { [field]: expect.any(String) },
      });
    },
  );

  test('a script follows its referring provider into a merge', async () => {
    const [gone, stays] = ['Vance', 'Kapoor'].map((name) => demoId('demo', 'referring', name));
    const input = { ...newScript(caseOf('samira')), ReferringProviderId: gone as never };
    await call('cases.createScript', input, as);
    await db.tx({ site: 'demo', UserId: null, device: null, scopes: ['site', 'facility:*', 'provider:*'] }, (tx) =>
      tx.rows('select move_referred_cases($1, $2)', [gone, stays]),
    );
    const { scripts } = await call('cases.get', { id: caseOf('samira') }, as);
    expect(scripts.find((one) => one.ScriptId === input.ScriptId)?.ReferringProviderId).toBe(stays);
  });
});

describe('what two people changed, each without the other, is not undone by the later one:', () => {
  const refused = (current: object) => ({
    kind: 'changed-elsewhere',
    message: expect.stringMatching(/someone else changed it.*Nothing was changed/),
    current,
  });

  test('an authorization', async () => {
    const { authorization } = await call(
      'cases.createAuthorization',
      newAuthorization(caseOf('samira'), samiraPolicy),
      as,
    );
    const id = authorization.AuthorizationId;
    const change = (changes: object, base: object = {}) =>
      call('cases.updateAuthorization', { id, changes }, { ...as, base: { ...base } });
    const { authorization: theirs } = await change({ Allowed: 20 });
    await expect(change({ Allowed: 8, Note: 'Mine' }, { Allowed: 12, Note: authorization.Note })).rejects.toMatchObject(
      refused(theirs),
    );
    expect((await change({ Note: 'Mine' }, { Note: authorization.Note })).authorization).toMatchObject({
      Allowed: 20,
      Note: 'Mine',
    });
    expect((await change({ Allowed: 20 }, { Allowed: 12 })).authorization.Allowed).toBe(20);
  });

  test('a script', async () => {
    const { script } = await call('cases.createScript', newScript(caseOf('samira')), as);
    const id = script.ScriptId;
    const change = (changes: object, base: object = {}) =>
      call('cases.updateScript', { id, changes }, { ...as, base: { ...base } });
    const { script: theirs } = await change({ Visits: 20 });
    await expect(change({ Visits: 8 }, { Visits: 12 })).rejects.toMatchObject(refused(theirs));
    expect((await change({ Visits: 8 }, { Visits: 20 })).script.Visits).toBe(8);
  });

  test('a discharge', async () => {
    const id = caseOf('samira');
    const discharge = (DischargedAt: string | null, was: string | null) =>
      call('cases.discharge', { id, DischargedAt }, { ...as, base: { DischargedAt: was } });
    const { case: theirs } = await discharge('2026-11-16', null);
    await expect(discharge('2026-11-17', null)).rejects.toMatchObject(refused(theirs));
    expect((await discharge(null, '2026-11-16')).case.DischargedAt).toBeNull();
  });

  test('two reasons for one discharge', async () => {
    const id = caseOf('samira');
    const discharge = (DischargeReason: 'plateau' | 'goalsMet') =>
      call(
        'cases.discharge',
        { id, DischargedAt: '2026-11-16', DischargeReason },
        { ...as, base: { DischargedAt: null, DischargeReason: null } },
      );
    const { case: theirs } = await discharge('goalsMet');
    await expect(discharge('plateau')).rejects.toMatchObject(refused(theirs));
    expect((await discharge('goalsMet')).case.DischargeReason).toBe('goalsMet');
  });
});
