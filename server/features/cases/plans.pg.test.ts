import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CaseId, GoalId, PlanOfCareId, PlanStampId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

const everything = ['site', 'facility:*', 'provider:*', 'billing'];
let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const pt = { as: 'pt' } as const;
/** Medicare pays for Dolores; her plan of care was sent and is not signed. */
const dolores = CaseId.parse(demoId('demo', 'case', 'dolores'));
/** Her payer is another. */
const samira = CaseId.parse(demoId('demo', 'case', 'samira'));
const blank = {
  Term: 'long',
  GoalType: 'Function',
  Text: 'Walk 500 m.',
  Function: 'Shopping',
  Baseline: null,
  Target: null,
  TargetDate: null,
  CaseEvalMeasurementId: null,
  ReplacesGoalId: null,
} as const;
const addGoal = async (of: CaseId, more: { GoalId?: string; restores?: true; ReplacesGoalId?: GoalId } = {}) => {
  const id = GoalId.parse(more.GoalId ?? randomUUID());
  return (await call('cases.createGoal', { ...blank, CaseId: of, ...more, GoalId: id }, pt)).goal;
};
const planned = {
  Kind: 'recert',
  From: '2027-02-01',
  To: '2027-04-30',
  VisitsPerWeek: 1,
  PlanWeeks: 12,
  Amount: 1,
  Interventions: 'Gait training',
  CertifierId: null,
  WrittenInNoteId: null,
} as const;
const addPlan = async (of: CaseId, more: object = {}) => {
  const id = PlanOfCareId.parse(randomUUID());
  return (
    await call(
      'cases.createPlanOfCare',
      { ...planned, Diagnoses: [], GoalIds: [], CaseId: of, PlanOfCareId: id, ...more },
      pt,
    )
  ).planOfCare;
};
const plain = { By: null, Via: null, LimitedTo: null, Reason: null, CorrectsStampId: null };
const stampPlan = async (id: PlanOfCareId, more: object, as: 'pt' | 'front' = 'pt') => {
  const stamp = { id, PlanStampId: PlanStampId.parse(randomUUID()), Kind: 'sent' as const, On: '2026-11-18', ...plain };
  return (await call('cases.stampPlan', { ...stamp, ...more }, { as })).planStamp;
};

/** The therapist sees no visit from now on, and no note of one. */
const seesNoVisits = () =>
  db.owner(`update users set "providerIds" = '{}' where site = 'demo' and "UserId" = $1`, [cast.users.pt]);
const seesFacilities = (ids: string, values: string[] = []) =>
  db.owner(`update users set "facilityIds" = ${ids} where site = 'demo' and "UserId" = $1`, [cast.users.pt, ...values]);
const signedOfSamira = `select "NoteId" from visit_notes where site = 'demo' and "CaseId" = $2 and "VisitId" is not null
  and "signedAt" is not null limit 1`;

describe('what the caller may not see freezes too:', () => {
  test('a goal that a signed note reports on', async () => {
    const { GoalId: id } = await addGoal(samira);
    const report = JSON.stringify({ [cellKey('goal', id, 'Status')]: 'progressing' });
    await db.owner(`update visit_notes set "Cells" = $1 where site = 'demo' and "NoteId" = (${signedOfSamira})`, [
      report,
      samira,
    ]);
    await seesNoVisits();
    const change = call('cases.updateGoal', { id, changes: { Text: 'Walk 700 m.' } }, pt);
    await expect(change).rejects.toThrow('A signed note reports on this goal.');
    await expect(call('cases.removeGoal', { id }, pt)).rejects.toThrow('A signed note reports on this goal.');
  });

  test('a plan of care that was written in a signed note', async () => {
    const { PlanOfCareId: id } = await addPlan(samira);
    await db.owner(`update plans_of_care set "WrittenInNoteId" = (${signedOfSamira}) where "PlanOfCareId" = $1`, [
      id,
      samira,
    ]);
    await seesNoVisits();
    const change = call('cases.updatePlanOfCare', { id, changes: { VisitsPerWeek: 2 } }, pt);
    await expect(change).rejects.toThrow('The note of this plan of care is signed.');
    await expect(call('cases.removePlanOfCare', { id }, pt)).rejects.toThrow(
      'The note of this plan of care is signed.',
    );
  });
});

describe('goals', () => {
  test('are numbered in their case, a number is given once, and one that comes back has its own', async () => {
    const [first, second] = [await addGoal(samira), await addGoal(samira)];
    const next = first.Number ?? 0;
    expect(second.Number).toBe(next + 1);
    await call('cases.removeGoal', { id: second.GoalId }, pt);
    expect((await addGoal(samira)).Number).toBe(next + 2);
    expect((await addGoal(samira, { GoalId: second.GoalId, restores: true })).Number).toBe(next + 1);
    expect((await addGoal(CaseId.parse(demoId('demo', 'case', 'twinA')))).Number).toBe(1);
  });

  test('two at once get two numbers', async () => {
    const made = await Promise.all([addGoal(samira), addGoal(samira), addGoal(samira)]);
    expect(new Set(made.map(({ Number }) => Number)).size).toBe(3);
  });

  test('one that a signed note reports on stays as it is and is replaced', async () => {
    const { GoalId: id, Number } = await addGoal(samira);
    const Cells = JSON.stringify({ [cellKey('goal', id, 'Status')]: 'progressing' });
    const report = (signed: string) =>
      db.owner(
        `update visit_notes set "Cells" = $1 where "NoteId" = (select "NoteId" from visit_notes where "CaseId" = $2 and "signedAt" is ${signed} limit 1)`,
        [Cells, samira],
      );
    await call('cases.updateGoal', { id, changes: { Text: 'Walk 600 m.' } }, pt);
    await report('not null');
    const change = call('cases.updateGoal', { id, changes: { Text: 'Walk 700 m.' } }, pt);
    await expect(change).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A signed note reports on this goal. Write a new goal that replaces it. Nothing was changed.',
    });
    await expect(call('cases.removeGoal', { id }, pt)).rejects.toThrow('Write a new goal that replaces it.');
    const next = await addGoal(samira, { ReplacesGoalId: id });
    expect(next).toMatchObject({ Number: (Number ?? 0) + 1, ReplacesGoalId: id });
  });

  test('one of a plan that went out stays as it is and is replaced', async () => {
    const { GoalId: id } = await addGoal(samira);
    const { PlanOfCareId } = await addPlan(samira, { GoalIds: [id] });
    const change = () => call('cases.updateGoal', { id, changes: { Text: 'Walk 600 m.' } }, pt);
    await change();
    const sent = await stampPlan(PlanOfCareId, {});
    await expect(change()).rejects.toMatchObject({
      kind: 'conflict',
      message:
        'A plan of care that was sent or signed has this goal. Write a new goal that replaces it. Nothing was changed.',
    });
    await expect(call('cases.removeGoal', { id }, pt)).rejects.toThrow('Write a new goal that replaces it.');
    await stampPlan(PlanOfCareId, { Kind: 'withdrawn', CorrectsStampId: sent.PlanStampId, Reason: 'Wrong number.' });
    await call('cases.removeGoal', { id }, pt);
  });

  test('an assistant writes none, nor who may not write notes, nor one for a goal of another patient', async () => {
    const id = GoalId.parse(randomUUID());
    const goal = { ...blank, CaseId: samira, GoalId: id };
    await expect(call('cases.createGoal', goal, { as: 'pta' })).rejects.toMatchObject({
      message: 'Only a therapist can write a goal. Nothing was changed.',
    });
    await expect(call('cases.createGoal', goal, { as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
    const ofOther = GoalId.parse(demoId('demo', 'goal', 'dolores long'));
    await expect(addGoal(samira, { ReplacesGoalId: ofOther })).rejects.toMatchObject({
      fields: { ReplacesGoalId: "This goal is not this patient's." },
    });
    await expect(addGoal(samira, { GoalId: id, ReplacesGoalId: id })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('plans of care', () => {
  const shown = async (of: CaseId) => {
    const { VisitsPerWeek, PlanWeeks, PlanOfCareStart, PlanOfCareEnd } = (await call('cases.get', { id: of }, pt)).case;
    return [VisitsPerWeek, PlanWeeks, PlanOfCareStart, PlanOfCareEnd];
  };

  test('the case shows the latest one', async () => {
    const { PlanOfCareId: id } = await addPlan(dolores);
    expect(await shown(dolores)).toEqual([1, 12, '2027-02-01', '2027-04-30']);
    await call('cases.updatePlanOfCare', { id, changes: { VisitsPerWeek: 3, From: '2027-02-02' } }, pt);
    expect(await shown(dolores)).toEqual([3, 12, '2027-02-02', '2027-04-30']);
    await addPlan(dolores, { From: '2026-06-01', To: '2026-07-01', VisitsPerWeek: 5 });
    expect(await shown(dolores)).toEqual([3, 12, '2027-02-02', '2027-04-30']);
  });

  test('Medicare certifies 90 days at most, other payers what they like', async () => {
    await expect(addPlan(dolores, { To: '2027-05-02' })).rejects.toMatchObject({
      fields: { To: 'Medicare certifies at most 90 days. Choose 05/01/2027 or an earlier day.' },
    });
    expect((await addPlan(dolores, { To: '2027-05-01' })).To).toBe('2027-05-01');
    expect((await addPlan(samira, { To: '2027-12-31' })).To).toBe('2027-12-31');
    await expect(addPlan(samira, { To: '2027-01-31' })).rejects.toMatchObject({
      fields: { To: 'The plan of care cannot end before it begins.' },
    });
  });

  test('Medicare takes none that a chiropractor certifies, and none of a chiropractor has to be certified', async () => {
    const [certifier] = await db.owner<{ id: string }>(
      `update referring_providers set "Credential" = 'DC' where site = 'demo' and "ReferringProviderId" =
         (select "ReferringProviderId" from referring_providers where site = 'demo' order by 1 limit 1) returning "ReferringProviderId" as id`,
    );
    const by = { CertifierId: certifier?.id };
    await expect(addPlan(dolores, by)).rejects.toMatchObject({
      fields: {
        CertifierId: 'Medicare takes no plan of care that a chiropractor certifies. Choose another certifier.',
      },
    });
    expect((await addPlan(samira, by)).CertifierId).toBe(certifier?.id);
    await db.owner(`update cases set "Discipline" = 'DC' where "CaseId" = $1`, [dolores]);
    expect(await addPlan(dolores, { ...by, To: '2027-06-30' })).toMatchObject({ ...by, To: '2027-06-30' });
  });

  test('one that went out stays as it is, until that is withdrawn', async () => {
    const { PlanOfCareId: id } = await addPlan(dolores);
    const sent = await stampPlan(id, { Via: 'fax' }, 'front');
    const change = () => call('cases.updatePlanOfCare', { id, changes: { VisitsPerWeek: 2 } }, pt);
    await expect(change()).rejects.toThrow('This plan of care was sent or signed.');
    await expect(call('cases.removePlanOfCare', { id }, pt)).rejects.toThrow('was sent or signed');
    const withdrawal = { Kind: 'withdrawn', CorrectsStampId: sent.PlanStampId };
    await expect(stampPlan(id, withdrawal)).rejects.toMatchObject({ fields: { Reason: 'Enter the reason.' } });
    await stampPlan(id, { ...withdrawal, Reason: 'Wrong number.' });
    await expect(stampPlan(id, { ...withdrawal, Reason: 'Again.' })).rejects.toMatchObject({
      fields: { CorrectsStampId: 'This entry was withdrawn already.' },
    });
    expect((await change()).planOfCare.VisitsPerWeek).toBe(2);
    expect(await db.owner(`select from plan_stamps where "PlanOfCareId" = $1`, [id])).toHaveLength(2);
  });

  test('one is written only into a note of its own case that nobody signed yet', async () => {
    const visitOf = async (signed: string) => {
      const [found] = await db.owner<{ id: string }>(
        `select "VisitId" as id from visit_notes where "CaseId" = $1 and "NoteId" = "VisitId" and "signedAt" is ${signed} limit 1`,
        [samira],
      );
      return found?.id ?? '';
    };
    const [signed, open] = [await visitOf('not null'), await visitOf('null')];
    const isSigned = { fields: { WrittenInNoteId: 'This note is signed. Choose a visit with an unsigned note.' } };
    await expect(addPlan(samira, { WrittenInNoteId: signed })).rejects.toMatchObject(isSigned);
    const { PlanOfCareId: id } = await addPlan(samira, { WrittenInNoteId: open });
    const write = (note: string | null) =>
      call('cases.updatePlanOfCare', { id, changes: { WrittenInNoteId: note as never } }, pt);
    await expect(write(signed)).rejects.toMatchObject(isSigned);
    await db.owner(`update visits set "CaseId" = $1 where "VisitId" = $2`, [dolores, signed]);
    await db.owner(`update visit_notes set "signedAt" = null where "NoteId" = $1`, [signed]);
    await expect(write(signed)).rejects.toMatchObject({
      fields: { WrittenInNoteId: 'This visit is of another case. Choose a visit of this case.' },
    });
    await write(null);
    expect((await write(open)).planOfCare.WrittenInNoteId).toBe(open);
  });

  test('a stamp is never changed or removed by the API, not even by hand', async () => {
    const who = { site: 'demo', UserId: cast.users.pt, device: null, scopes: everything };
    const change = db.tx(who, (tx) => tx.run(`update plan_stamps set "On" = '2020-01-01'`));
    await expect(change).rejects.toThrow(/permission denied/);
    await expect(db.tx(who, (tx) => tx.run('delete from plan_stamps'))).rejects.toThrow(/permission denied/);
  });

  test('a signature names who gave it, and is of no day before the plan was written or sent', async () => {
    const { PlanOfCareId: id } = await addPlan(samira);
    const signed = { Kind: 'signed', On: '2026-11-18' };
    await expect(stampPlan(id, signed)).rejects.toMatchObject({ fields: { By: 'Enter who signed it.' } });
    const [note] = await db.owner<{ id: string }>(
      `update visit_notes set "NoteDate" = '2026-11-10' where "NoteId" = (${signedOfSamira.replace('$2', '$1')}) returning "NoteId" as id`,
      [samira],
    );
    await db.owner(`update plans_of_care set "WrittenInNoteId" = $2 where "PlanOfCareId" = $1`, [id, note?.id]);
    await stampPlan(id, { On: '2026-11-12' }, 'front');
    const on = (On: string) => stampPlan(id, { ...signed, By: 'Dr. Lee', On });
    await expect(on('2026-11-09')).rejects.toMatchObject({
      fields: { On: 'This plan of care was written 11/10/2026. Enter that day or a later one.' },
    });
    await expect(on('2026-11-11')).rejects.toMatchObject({
      fields: { On: 'This plan of care was sent 11/12/2026. Enter that day or a later one.' },
    });
    expect(await on('2026-11-12')).toMatchObject({ Kind: 'signed', By: 'Dr. Lee' });
  });

  test('a stamp is not of tomorrow, nor twice with one id', async () => {
    const { PlanOfCareId: id } = await addPlan(dolores);
    await expect(stampPlan(id, { On: '2026-11-19' })).rejects.toMatchObject({
      fields: { On: 'This day is in the future.' },
    });
    const { PlanStampId: stamp } = await stampPlan(id, {});
    await expect(stampPlan(id, { PlanStampId: stamp })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(stampPlan(PlanOfCareId.parse(randomUUID()), {})).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('the clocks of a case follow its plan and its stamps', async () => {
  const of = async () => {
    const { today, clocks } = await call('compliance.ofCase', { id: dolores }, pt);
    const { state, fix } = clocks.find(({ kind }) => kind === 'certification') ?? {};
    return [today, state, fix?.action, clocks.some(({ kind }) => kind === 'threshold')];
  };
  expect(await of()).toEqual(['2026-11-18', 'ok', 'recordSignature', false]);
  const plan = PlanOfCareId.parse(demoId('demo', 'planOfCare', 'dolores'));
  await stampPlan(plan, { Kind: 'signed', By: 'Dr. Lee' });
  expect(await of()).toEqual(['2026-11-18', 'ok', undefined, false]);
  const report = async () =>
    (await call('compliance.ofCase', { id: dolores }, pt)).clocks.find(({ kind }) => kind === 'progressReport');
  expect((await report())?.state).not.toBe('unknown');
  const uncounted = {
    state: 'unknown',
    used: null,
    sentence: 'You can’t see all visits of this case, so this can’t be counted.',
  };
  await seesFacilities(`(select array["FacilityId"] from cases where "CaseId" = $2)`, [dolores]);
  expect(await report()).toMatchObject(uncounted);
  await seesFacilities(`(select array_agg("FacilityId") from facilities where site = 'demo')`);
  expect((await report())?.state).not.toBe('unknown');
  await seesNoVisits();
  expect(await report()).toMatchObject(uncounted);
  await expect(call('compliance.ofCase', { id: CaseId.parse(randomUUID()) }, pt)).rejects.toMatchObject({
    kind: 'not-found',
  });
});
