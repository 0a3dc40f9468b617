import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CaseId, GoalId, NoteId, PlanOfCareId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { noteKinds } from '#contract/documentation/note-kinds.ts';
import type { NoteType } from '#contract/documentation/note-types.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { holdCare } from './goals-beside.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const pt = { as: 'pt' } as const;
/** The visit of today that Maya has to finish; its case gets Medicare for its payer. */
const VisitId = cast.visits.today.review;
const samira = CaseId.parse(demoId('demo', 'case', 'samira'));
const status = (goal: string) => cellKey('goal', goal, 'Status');

async function payMedicare(): Promise<void> {
  await db.owner(`update insurances set "PayerId" = $1 where "PatientId" = $2`, [
    cast.payers.medicare,
    cast.patients.samira,
  ]);
}

/** Of the demo clinic, the long-term one and the other. */
const [long, short] = ['samira long', 'samira short'].map((key) => demoId('demo', 'goal', key)) as [string, string];

async function write(NoteType: NoteType, more: Record<string, string | number | null> = {}): Promise<void> {
  const { sections, elements } = noteKinds[NoteType];
  const texts = Object.fromEntries(sections.map(({ key }) => [key, 'Written.']));
  const values = elements.flatMap((one): [string, string][] => {
    if (one.is === 'day') return [[one.key, '2026-11-18']];
    return one.is === 'choice' ? [[one.key, Object.keys(one.options)[0] ?? '']] : [[one.key, 'Told.']];
  });
  const changes = { NoteType, ...texts, ...Object.fromEntries(values), ...more };
  await call('documentation.save', { id: samira, VisitId, changes }, pt);
}

const sign = (reasons?: { Warning: string; Reason: string }[]) =>
  call('documentation.sign', { id: VisitId, ...(reasons && { reasons }) }, pt);

test('a progress report needs the status of every open goal, and freezes what it reports on', async () => {
  await db.owner(`update plans_of_care set "GoalIds" = '{}' where "CaseId" = $1`, [samira]);
  await write('progress', { [status(long)]: 'progressing', [cellKey('goal', long, 'Percent')]: 40 });
  await expect(sign()).rejects.toThrow('Goal 2 has no status.');
  await write('progress', { [status(short)]: 'met' });
  const { visitNote } = await sign();
  expect(visitNote.Cells).toMatchObject({ [status(long)]: 'progressing', [status(short)]: 'met' });
  const change = call('cases.updateGoal', { id: GoalId.parse(long), changes: { Text: 'Other.' } }, pt);
  await expect(change).rejects.toThrow('A signed note reports on this goal.');
});

test('a goal or a plan of care that changed since it was read is not signed', async () => {
  const Cells = { [status(long)]: 'progressing', [status(short)]: 'met' };
  await write('progress', Cells);
  const plan = demoId('demo', 'planOfCare', 'samira');
  await db.owner(`update plans_of_care set "WrittenInNoteId" = $1 where "PlanOfCareId" = $2`, [VisitId, plan]);
  const who = { site: 'demo', UserId: cast.users.pt, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  const note = { NoteId: NoteId.parse(VisitId), CaseId: samira, Cells };
  const read = () => db.tx(who, (tx) => holdCare(tx, note));
  const before = await read();
  expect([Object.keys(before.goals).toSorted(), Object.keys(before.plans)]).toEqual([[long, short].toSorted(), [plan]]);
  const signSeen = (base: object) => call('documentation.sign', { id: VisitId }, { ...pt, base: { ...base } });
  await db.owner(`update goals set "Text" = 'Other.' where "GoalId" = $1`, [long]);
  await expect(signSeen(before)).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    message: expect.stringContaining('This note changed before you signed it: Goals.') as string,
  });
  const between = await read();
  await db.owner(`update plans_of_care set "Amount" = 3 where "PlanOfCareId" = $1`, [plan]);
  await expect(signSeen(between)).rejects.toThrow('This note changed before you signed it: Plan of care.');
  expect((await signSeen(await read())).visitNote.signedAt).not.toBeNull();
});

test('a status of a goal of another case is not saved', async () => {
  await expect(write('progress', { [status(demoId('demo', 'goal', 'gus long'))]: 'met' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: 'A goal of this note is not in this case, or was removed. Its status was not saved.',
  });
});

test('an evaluation for Medicare needs a plan of care with its elements', async () => {
  await payMedicare();
  for (const table of ['plan_stamps', 'plans_of_care'])
    await db.owner(`delete from ${table} where "CaseId" = $1`, [samira]);
  await write('eval', { [status(long)]: 'new', [status(short)]: 'new' });
  await expect(sign()).rejects.toThrow('The plan of care is missing.');
  const plan = {
    PlanOfCareId: PlanOfCareId.parse(randomUUID()),
    CaseId: samira,
    Kind: 'initial',
    From: '2026-11-18',
    To: '2027-01-31',
    VisitsPerWeek: 2,
    PlanWeeks: 10,
    Amount: 1,
    Interventions: 'Therapeutic exercise',
    CertifierId: null,
    Diagnoses: [{ Code: 'M54.50', Description: 'Low back pain' }],
    GoalIds: [GoalId.parse(short)],
    WrittenInNoteId: VisitId as never,
  } as const;
  await call('cases.createPlanOfCare', { ...plan, Diagnoses: [...plan.Diagnoses], GoalIds: [...plan.GoalIds] }, pt);
  await expect(sign()).rejects.toThrow(
    'The plan of care needs a long-term goal with its function. The plan of care names no one to certify it.',
  );
  const changes = { GoalIds: [GoalId.parse(long)], CertifierId: demoId('demo', 'referring', 'Vance') as never };
  await call('cases.updatePlanOfCare', { id: plan.PlanOfCareId, changes }, pt);
  const blocked = await sign().then(
    () => '',
    (error: Error) => error.message,
  );
  // What else an evaluation needs is said elsewhere.
  expect(blocked).not.toMatch(/goal|plan of care/i);
});

test('what is late is signed with a reason, which the signature keeps', async () => {
  await payMedicare();
  // Treated 40 days ago for the first time, under a plan that nobody has certified since.
  await db.owner(`delete from plan_stamps where "CaseId" = $1`, [samira]);
  await db.owner(`delete from authorizations where "CaseId" = $1`, [samira]);
  await db.owner(`update plans_of_care set "From" = '2026-10-09', "To" = '2026-12-31' where "CaseId" = $1`, [samira]);
  await db.owner(
    `update visits set "Start" = '2026-10-09T09:00', "End" = '2026-10-09T09:45', stage = 'closed'
     where "VisitId" = (select "VisitId" from visits where "CaseId" = $1 and "VisitId" <> $2 limit 1)`,
    [samira, VisitId],
  );
  // One of its services is untimed.
  await call('documentation.save', { id: samira, VisitId, changes: { TreatmentMinutes: 45 } }, pt);
  await expect(sign()).rejects.toMatchObject({
    kind: 'changed-elsewhere',
    message: 'Certification was due 11/08/2026. The note is not signed. Read this, then sign with a reason.',
  });
  const Warning = `certification ${demoId('demo', 'planOfCare', 'samira')}`;
  await expect(sign([{ Warning, Reason: '  ' }])).rejects.toThrow();
  await expect(sign([{ Warning: 'planDays', Reason: 'Another matter.' }])).rejects.toThrow('Certification was due');
  await sign([{ Warning, Reason: 'The referrer is on leave.' }]);
  const kept = await db.owner(`select "Warnings" from signatures where "NoteId" = $1`, [VisitId]);
  expect(kept).toEqual([
    { Warnings: [{ Warning: 'Certification was due 11/08/2026.', Reason: 'The referrer is on leave.' }] },
  ]);
});

test('a note that repeats those signed before is signed with a reason, which the signature keeps', async () => {
  const [before] = await db.owner<{ NoteId: string; on: string; Sections: Record<string, string> }>(
    `select "NoteId", "NoteDate"::text as on, "Sections" from visit_notes
     where site = 'demo' and "CaseId" = $1 and "signedAt" is not null order by "NoteDate" desc limit 1`,
    [samira],
  );
  const said = before?.Sections['Subjective'] ?? '';
  expect(said.split(' ').length).toBeGreaterThanOrEqual(5);
  await write('daily', { Subjective: said });
  await expect(sign()).rejects.toThrow('Repeats earlier notes: Subjective (100%). The note is not signed.');
  await expect(sign([{ Warning: 'planDays', Reason: 'Another matter.' }])).rejects.toThrow('Repeats earlier notes');
  await sign([{ Warning: 'cloned', Reason: 'Nothing changed since.' }]);
  expect(await db.owner(`select "Warnings" from signatures where "NoteId" = $1`, [VisitId])).toEqual([
    { Warnings: [{ Warning: 'Repeats earlier notes: Subjective (100%).', Reason: 'Nothing changed since.' }] },
  ]);
});

test('a day that is signed after the next one has an assessment of its own', async () => {
  await db.owner(
    `update visit_notes set "NoteDate" = '2026-11-20', "Sections" = "Sections" || '{"Assessment": "Written."}'
     where "NoteId" = (select "NoteId" from visit_notes where "CaseId" = $1 and "signedAt" is not null limit 1)`,
    [samira],
  );
  await write('daily');
  await expect(sign()).rejects.toThrow('Assessment is identical to that of 11/20/2026. Describe today’s changes.');
  await write('daily', { Assessment: 'Less pain than a week before.' });
  await expect(sign()).resolves.toMatchObject({ visitNote: { NoteType: 'daily' } });
});
