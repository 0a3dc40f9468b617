import { afterAll, beforeAll, expect, test } from 'vitest';
import { PatientId, uuidFrom } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { AskedTask } from '#contract/tasks/asked-by-answers.ts';
import { TaskId } from '#contract/tasks/ids.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { messagesOf } from '#server/kit/messages/sender.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { askTask } from './store.ts';

let db: TestDatabase;
let call: Commands;
let front = '';
let pt = '';
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
  front = await userId('front@demo.test');
  pt = await userId('pt@demo.test');
});
afterAll(() => db.close());

async function userId(email: string): Promise<string> {
  const [row] = await db.owner<{ id: string }>(
    `select "UserId" as id from users where site = 'demo' and "Email" = $1`,
    [email],
  );
  return row?.id ?? '';
}

let made = 0;
const newId = () => TaskId.parse(uuidFrom(1_790_000_000_000, new Uint8Array(10).fill((made += 1))));
const as = { as: 'front' } as const;
const gus = PatientId.parse(cast.patients.gus);
const caseOf = (key: string) => demoId('demo', 'case', key) as never;
const moveCase = (CaseId: string | null, facility: string) =>
  db.owner(`update cases set "FacilityId" = $2 where site = 'demo' and "CaseId" = $1`, [CaseId, facility]);
type New = InputOf<'tasks.createTask'>;
const newTask = (changes: Partial<New> = {}): New => ({
  TaskId: newId(),
  PatientId: gus,
  CaseId: null,
  sentence: 'Call about the brace.',
  OwnerUserId: null,
  dueOn: '2026-11-20',
  IsDone: false,
  ...changes,
});

test('a task names its owner, and who did it and when; undone it forgets both', async () => {
  const input = newTask({ OwnerUserId: pt as never, CaseId: caseOf('gus') });
  const { task } = await call('tasks.createTask', input, as);
  expect(task).toMatchObject({
    ...input,
    Kind: 'own',
    FacilityId: cast.facilities.harborview,
    Owner: { UserId: pt, Name: expect.stringContaining(' ') },
    doneAt: null,
    doneByUserId: null,
  });
  const id = input.TaskId;
  const done = (await call('tasks.updateTask', { id, changes: { IsDone: true } }, as)).task;
  expect(done).toMatchObject({ IsDone: true, doneAt: expect.any(String), doneByUserId: front });
  // What else changes later moves neither.
  const later = (await call('tasks.updateTask', { id, changes: { dueOn: null } }, { as: 'admin' })).task;
  expect(later).toMatchObject({ dueOn: null, doneAt: done.doneAt, doneByUserId: front });
  const undone = (await call('tasks.updateTask', { id, changes: { IsDone: false } }, as)).task;
  expect(undone).toMatchObject({ IsDone: false, doneAt: null, doneByUserId: null });
});

test('a removal that is undone brings back who did it and when', async () => {
  const input = newTask();
  const id = input.TaskId;
  await call('tasks.createTask', input, as);
  const { task } = await call('tasks.updateTask', { id, changes: { IsDone: true } }, as);
  await call('tasks.removeTask', { id }, { as: 'admin' });
  const back = await call('tasks.createTask', { ...input, IsDone: true, restores: true }, { as: 'admin' });
  expect(back.task).toMatchObject({ doneAt: task.doneAt, doneByUserId: front });
});

test.each<[string, () => Partial<New>, object]>([
  ['no text', () => ({ sentence: ' ' }), { sentence: 'Enter the task.' }],
  ['a case of another patient', () => ({ CaseId: caseOf('rosa') }), { CaseId: "This case is not this patient's." }],
  [
    'a person of no one',
    () => ({ OwnerUserId: demoId('demo2', 'user', 'nobody') as never }),
    { OwnerUserId: 'This person was not found, or can no longer sign in.' },
  ],
])('%s is refused', async (_name, changes, fields) => {
  const input = newTask(changes());
  await expect(call('tasks.createTask', input, as)).rejects.toMatchObject({ kind: 'invalid', fields });
  expect(await db.owner(`select from tasks where "TaskId" = $1`, [input.TaskId])).toEqual([]);
});

test('who can no longer sign in gets no task, and keeps those they have', async () => {
  const input = newTask({ OwnerUserId: pt as never });
  await call('tasks.createTask', input, as);
  await db.owner(`update users set "Disabled" = true where site = 'demo' and "UserId" = $1`, [pt]);
  try {
    await call('tasks.updateTask', { id: input.TaskId, changes: { sentence: 'Call today.' } }, as);
    await expect(call('tasks.createTask', newTask({ OwnerUserId: pt as never }), as)).rejects.toMatchObject({
      kind: 'invalid',
    });
    const { people } = await call('tasks.people', {}, as);
    expect(people.map((one): string => one.UserId)).not.toContain(pt);
    expect(people.map((one): string => one.UserId)).toContain(front);
  } finally {
    await db.owner(`update users set "Disabled" = false where site = 'demo' and "UserId" = $1`, [pt]);
  }
});

test('one on a case is seen by who sees the case, and moves with it', async () => {
  const samira = PatientId.parse(cast.patients.samira);
  const input = newTask({ PatientId: samira, CaseId: caseOf('samira') });
  await call('tasks.createTask', input, as);
  const moveTo = (facility: string) => moveCase(input.CaseId, facility);
  const change = () => call('tasks.updateTask', { id: input.TaskId, changes: { dueOn: null } }, { as: 'pta' });
  await moveTo(cast.facilities.riverside);
  await expect(change()).rejects.toMatchObject({ kind: 'not-found' });
  await moveTo(cast.facilities.harborview);
  expect((await change()).task).toMatchObject({ FacilityId: cast.facilities.harborview });
});

test('who does not see a case gets no task on it, nor keeps theirs when it goes to that case', async () => {
  // The assistant works at Harborview alone.
  const pta = (await userId('pta@demo.test')) as never;
  const ofRosa = { PatientId: PatientId.parse(cast.patients.rosa), OwnerUserId: pta };
  const CaseId = caseOf('rosa');
  const refused = {
    kind: 'invalid',
    fields: { OwnerUserId: expect.stringMatching(/^\S+ \S.* does not see this case\. Choose someone who does\.$/) },
  };
  await moveCase(CaseId, cast.facilities.riverside);
  await expect(call('tasks.createTask', newTask({ ...ofRosa, CaseId }), as)).rejects.toMatchObject(refused);
  await call('tasks.createTask', newTask({ ...ofRosa, CaseId, OwnerUserId: pt as never }), as);
  const input = newTask(ofRosa);
  const id = input.TaskId;
  await call('tasks.createTask', input, as);
  await expect(call('tasks.updateTask', { id, changes: { CaseId } }, as)).rejects.toMatchObject(refused);
  await moveCase(CaseId, cast.facilities.harborview);
  await call('tasks.updateTask', { id, changes: { CaseId } }, as);
  // Whoever has one keeps it when the case moves; it may be done and changed.
  await moveCase(CaseId, cast.facilities.riverside);
  const { task } = await call('tasks.updateTask', { id, changes: { IsDone: true } }, as);
  expect(task).toMatchObject({ OwnerUserId: pta, IsDone: true });
  await moveCase(CaseId, cast.facilities.harborview);
});

test('one on a case that is deleted stays, for the patient', async () => {
  const { case: of } = await call('cases.get', { id: caseOf('samira') }, as);
  const { DischargedAt: _day, DischargeReason: _why, updated_at: _stamp, ...fields } = of;
  const CaseId = newId() as never;
  const PatientId = cast.patients.noCase as never;
  await call('cases.create', { ...fields, CaseId, PatientId, InsuranceIds: [] }, as);
  const input = newTask({ PatientId, CaseId });
  await call('tasks.createTask', input, as);
  await call('cases.remove', { id: CaseId }, as);
  const [left] = await db.owner(`select "CaseId", "FacilityId", scope, sentence from tasks where "TaskId" = $1`, [
    input.TaskId,
  ]);
  expect(left).toEqual({ CaseId: null, FacilityId: null, scope: 'site', sentence: input.sentence });
  const changes = await db.owner(
    `select scope_old, scope_new from sync_change where entity = 'tasks' and pk = $1 order by id desc limit 1`,
    [input.TaskId],
  );
  expect(changes).toEqual([{ scope_old: `facility:${of.FacilityId}`, scope_new: 'site' }]);
});

test('two who change one task meet in a conflict, and one who does it meanwhile in none', async () => {
  const input = newTask();
  const id = input.TaskId;
  await call('tasks.createTask', input, as);
  const base = { sentence: input.sentence };
  await call('tasks.updateTask', { id, changes: { sentence: 'Mine.' } }, as);
  await expect(
    call('tasks.updateTask', { id, changes: { sentence: 'Theirs.' } }, { as: 'admin', base }),
  ).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { sentence: 'Mine.' } });
  const done = await call(
    'tasks.updateTask',
    { id, changes: { IsDone: true } },
    { as: 'admin', base: { IsDone: false } },
  );
  expect(done.task).toMatchObject({ sentence: 'Mine.', IsDone: true });
});

test('much pain is for the therapist of the case only where they see its facility; else for everyone', async () => {
  const of = { PatientId: gus, CaseId: caseOf('gus') as string };
  const places = (facilityIds: string[] | null) =>
    db.owner(`update users set "facilityIds" = $2 where site = 'demo' and "UserId" = $1`, [pt, facilityIds]);
  const ownerOf = async (subject: string) => {
    await ask(gus, of, { ...asked, subject });
    const [task] = await db.owner<{ OwnerUserId: string | null }>(
      `select "OwnerUserId" from tasks where subject = $1`,
      [subject],
    );
    return task?.OwnerUserId;
  };
  try {
    await places([cast.facilities.riverside]);
    expect(await ownerOf('of another facility')).toBeNull();
    await places([cast.facilities.harborview]);
    expect(await ownerOf('of this facility')).toBe(pt);
  } finally {
    await places(null);
  }
});

const asked = { Kind: 'homePain', subject: 'one', sentence: 'Logged pain.' } as const;
const ask = (PatientIds: string | null, of: { PatientId: string; CaseId: string | null }, task: AskedTask = asked) =>
  db.tx(messagesOf('demo'), async (tx) => {
    if (PatientIds !== null) await tx.rows(`select set_config('app.patient', $1, true)`, [PatientIds]);
    await askTask(tx, task, { ...of, now: new Date('2026-11-18T15:00:00Z'), dueOn: '2026-11-18' });
  });

test('an answer asks for a task of its patient alone, and again once that is done', async () => {
  const of = { PatientId: gus, CaseId: caseOf('gus') as string };
  await expect(ask(cast.patients.rosa, of)).rejects.toThrow('a task of another patient');
  await ask(gus, of);
  const [task] = await db.owner<{ TaskId: TaskId; OwnerUserId: string }>(`select * from tasks where subject = 'one'`);
  expect(task).toMatchObject({ Kind: 'homePain', PatientId: gus, CaseId: of.CaseId, scope: expect.any(String) });
  const [therapist] = await db.owner<{ UserId: string }>(
    `select p."UserId" from cases c join providers p using (site, "ProviderId") where c.site = 'demo' and c."CaseId" = $1`,
    [of.CaseId],
  );
  expect(task?.OwnerUserId).toBe(therapist?.UserId);
  const id = task?.TaskId as TaskId;
  await expect(call('tasks.removeTask', { id }, as)).rejects.toThrow('Mark it done instead');
  await call('tasks.updateTask', { id, changes: { IsDone: true } }, as);
  const states = async () =>
    (await db.owner<{ IsDone: boolean }>(`select "IsDone" from tasks where subject like 'one%' order by subject`)).map(
      ({ IsDone }) => IsDone,
    );
  for (const _ of [1, 2]) await ask(gus, of);
  expect(await states()).toEqual([true, false]);
  // Reopened, the first one is there to be done as well, and nothing more is asked for.
  await call('tasks.updateTask', { id, changes: { IsDone: false } }, as);
  await db.owner(`update tasks set "IsDone" = true where subject = 'one 2'`);
  await ask(null, of);
  expect(await states()).toEqual([false, true]);
});
