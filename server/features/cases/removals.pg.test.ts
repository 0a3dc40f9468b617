import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
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

const as = { as: 'front' } as const;
const samira = demoId('demo', 'case', 'samira');
const days = { Start: '2026-01-05', End: '2026-12-31', Note: null };

const addScript = (CaseId = samira) =>
  call(
    'cases.createScript',
    { ...days, ScriptId: randomUUID(), CaseId, ReferringProviderId: null, Visits: 12 } as never,
    as,
  );
const addAuthorization = (CaseId = samira, InsuranceId = demoId('demo', 'insurance', 'samira-1')) => {
  const counted = { Number: 'A-17', Kind: 'visits', Allowed: 12, Status: 'approved', CountRule: 'signed' };
  const input = { ...days, ...counted, AuthorizationId: randomUUID(), CaseId, InsuranceId };
  return call('cases.createAuthorization', input as never, as);
};

/** As a device shows it, which knows the stamp of its last pull only. */
const shown = (row: object, changes: object = {}) => ({ ...row, updated_at: '', ...changes });

describe('what someone else changed meanwhile is not removed unseen:', () => {
  const refused = (current: object) => ({
    kind: 'changed-elsewhere',
    message: expect.stringMatching(/^Someone else changed this .*Nothing was removed\./),
    current,
  });

  test('an authorization', async () => {
    const { authorization } = await addAuthorization();
    const id = authorization.AuthorizationId;
    const remove = (base: object) => call('cases.removeAuthorization', { id }, { ...as, base: { ...base } });
    const changes = { Allowed: 24, End: '2027-03-31' };
    const { authorization: theirs } = await call('cases.updateAuthorization', { id, changes }, { as: 'pt' });
    await expect(remove(shown(authorization))).rejects.toMatchObject(refused(theirs));
    expect(await remove(shown(authorization, changes))).toEqual({ removed: true });
  });

  test('a script', async () => {
    const { script } = await addScript();
    const id = script.ScriptId;
    const remove = (base: object) => call('cases.removeScript', { id }, { ...as, base: { ...base } });
    const { script: theirs } = await call('cases.updateScript', { id, changes: { Note: 'By phone' } }, { as: 'pt' });
    await expect(remove(shown(script))).rejects.toMatchObject(refused(theirs));
    expect(await remove(theirs)).toEqual({ removed: true });
  });

  test('who tells nothing of what they saw removes it as it is', async () => {
    const { script } = await addScript();
    await call('cases.updateScript', { id: script.ScriptId, changes: { Visits: 20 } }, { as: 'pt' });
    expect(await call('cases.removeScript', { id: script.ScriptId }, as)).toEqual({ removed: true });
  });
});

async function newCase(): Promise<ReplyOf<'cases.create'>['case']> {
  const { case: of } = await call('cases.get', { id: samira as never }, as);
  const { DischargedAt: _day, DischargeReason: _why, updated_at: _stamp, ...fields } = of;
  const input = { ...fields, CaseId: randomUUID(), PatientId: cast.patients.noCase, InsuranceIds: [] };
  return (await call('cases.create', input as InputOf<'cases.create'>, as)).case;
}

describe('a case without notes', () => {
  const inUse = { kind: 'conflict', message: expect.stringMatching(/^This case has notes or charges/) };

  test('stays while a flowsheet of a cancelled visit says something, and goes once it is empty', async () => {
    const { CaseId: id } = await newCase();
    const VisitId = randomUUID();
    await db.owner(
      `insert into visits select (jsonb_populate_record(v, jsonb_build_object(
         'VisitId', $1::text, 'CaseId', $2::text, 'PatientId', $3::text, 'stage', 'cancelled'))).*
       from visits v where site = 'demo' and "VisitId" = $4`,
      [VisitId, id, cast.patients.noCase, cast.visits.today.review],
    );
    await db.owner(
      `insert into visit_exercises (site, "VisitId", "CaseId", "PatientId", "FacilityId", "Cells")
       select site, "VisitId", "CaseId", "PatientId", "FacilityId", '{"a": {}}' from visits where "VisitId" = $1`,
      [VisitId],
    );
    await expect(call('cases.remove', { id }, as)).rejects.toMatchObject(inUse);
    await db.owner(`update visit_exercises set "Cells" = '{}' where "VisitId" = $1`, [VisitId]);
    expect(await call('cases.remove', { id }, as)).toEqual({ removed: true });
    expect(await db.owner('select from visit_exercises where "VisitId" = $1', [VisitId])).toEqual([]);
  });

  test('stays where its plan of care was sent, and goes with one that was not', async () => {
    const { CaseId: id } = await newCase();
    const plan = randomUUID();
    await db.owner(
      `insert into plans_of_care (site, "PlanOfCareId", "CaseId", "PatientId", "Kind", "From", "To", "VisitsPerWeek", "PlanWeeks", "Amount", "Interventions")
       select site, $1, "CaseId", "PatientId", 'initial', '2026-11-01', '2026-12-01', 2, 4, 1, 'Gait training' from cases where "CaseId" = $2`,
      [plan, id],
    );
    await db.owner(
      `insert into plan_stamps (site, "PlanStampId", "PlanOfCareId", "CaseId", "PatientId", "Kind", "On")
       select site, gen_random_uuid(), "PlanOfCareId", "CaseId", "PatientId", 'sent', '2026-11-02' from plans_of_care where "PlanOfCareId" = $1`,
      [plan],
    );
    await expect(call('cases.remove', { id }, as)).rejects.toMatchObject(inUse);
    await db.owner('delete from plan_stamps where "PlanOfCareId" = $1', [plan]);
    expect(await call('cases.remove', { id }, as)).toEqual({ removed: true });
  });
});

describe('a case to which something was added meanwhile', () => {
  test('is not deleted with it, unless by someone who has seen it', async () => {
    const of = await newCase();
    const { script } = await addScript(of.CaseId);
    const remove = (base: object) => call('cases.remove', { id: of.CaseId }, { ...as, base: { ...base } });
    const seen = { scripts: [script.ScriptId], authorizations: [] };
    const { script: theirs } = await addScript(of.CaseId);
    await expect(remove(seen)).rejects.toMatchObject({
      kind: 'changed-elsewhere',
      message: expect.stringMatching(/^1 script was added to this case in the meantime\. Nothing was deleted\./),
      current: { Title: of.Title, scripts: expect.arrayContaining([script, theirs]), authorizations: [] },
    });
    await addScript(of.CaseId);
    await expect(remove(seen)).rejects.toThrow('2 scripts were added');
    await call('cases.removeScript', { id: script.ScriptId }, as);
    const { scripts } = await call('cases.get', { id: of.CaseId }, as);
    expect(await remove({ ...seen, scripts: scripts.map(({ ScriptId }) => ScriptId) })).toEqual({ removed: true });
  });

  test('goes with it where the call tells nothing of what was seen', async () => {
    const { CaseId } = await newCase();
    await addScript(CaseId);
    expect(await call('cases.remove', { id: CaseId }, as)).toEqual({ removed: true });
  });
});
