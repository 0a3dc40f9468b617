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

describe('a case to which something was added meanwhile', () => {
  async function newCase(): Promise<ReplyOf<'cases.create'>['case']> {
    const { case: of } = await call('cases.get', { id: samira as never }, as);
    const { DischargedAt: _day, updated_at: _stamp, ...fields } = of;
    const input = { ...fields, CaseId: randomUUID(), PatientId: cast.patients.noCase, InsuranceIds: [] };
    return (await call('cases.create', input as InputOf<'cases.create'>, as)).case;
  }

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
