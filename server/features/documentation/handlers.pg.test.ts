import { afterEach, beforeEach, expect, test } from 'vitest';
import { cast, cast2 } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeEach(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterEach(() => db.close());

const { today } = cast.visits;
const samira = demoId('demo', 'case', 'samira');
const gus = demoId('demo', 'case', 'gus');
type As = Parameters<Commands>[2];

const save = (id: string, VisitId: string, changes: Record<string, string>, as: As) =>
  call('documentation.save', { id, VisitId, changes }, as);

test('the first section makes the note, further ones leave the rest', async () => {
  const caseId = demoId('demo', 'case', 'walter');
  const first = await save(caseId, today.checkedIn, { Subjective: 'Slept well' }, { as: 'pt' });
  expect(first.visitNote).toMatchObject({
    NoteId: today.checkedIn,
    VisitId: today.checkedIn,
    NoteType: 'daily',
    ProviderId: cast.providers.maya,
    Sections: { Subjective: 'Slept well' },
    signedAt: null,
  });
  const second = await save(caseId, today.checkedIn, { Plan: 'Stairs' }, { as: 'pt' });
  expect(second.visitNote).toMatchObject({ Sections: { Subjective: 'Slept well', Plan: 'Stairs' } });
  const { visitNotes } = await call('documentation.list', { id: caseId }, { as: 'pt' });
  expect(visitNotes[0]).toEqual(second.visitNote);
});

test('text someone else changed meanwhile is refused with theirs, and nothing is written', async () => {
  const { visitNote } = await save(gus, today.inProgress, { Subjective: 'theirs' }, { as: 'pt' });
  const mine = save(
    gus,
    today.inProgress,
    { Subjective: 'mine', Objective: visitNote.Sections['Objective'] ?? '' },
    { as: 'pt', base: { Subjective: 'what I saw', Objective: '' } },
  );
  await expect(mine).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('Subjective'),
    current: visitNote,
  });
  const { visitNotes } = await call('documentation.list', { id: gus }, { as: 'pt' });
  expect(visitNotes.find((note) => note.VisitId === today.inProgress)).toEqual(visitNote);
});

test('of several sections only those that someone else changed are left, and they are named', async () => {
  const theirs = { Subjective: 'theirs', Plan: 'their plan' };
  await save(gus, today.inProgress, theirs, { as: 'pt' });
  const { visitNote, conflicts } = await save(
    gus,
    today.inProgress,
    { Subjective: 'mine', Objective: 'also mine', Plan: 'my plan' },
    { as: 'pt', base: { Subjective: 'what I saw', Objective: '', Plan: '' } },
  );
  expect(conflicts).toEqual(['Subjective', 'Plan']);
  expect(visitNote).toMatchObject({ Sections: { ...theirs, Objective: 'also mine' } });
  const { visitNotes } = await call('documentation.list', { id: gus }, { as: 'pt' });
  expect(visitNotes.find((note) => note.VisitId === today.inProgress)).toEqual(visitNote);
});

test('text that started from what the server has goes in', async () => {
  const before = await save(gus, today.inProgress, { Plan: 'one' }, { as: 'pt' });
  const after = await save(
    gus,
    today.inProgress,
    { Plan: 'two' },
    { as: 'pt', base: { Plan: before.visitNote.Sections['Plan'] } },
  );
  expect(after.visitNote.Sections['Plan']).toBe('two');
});

test('a signed note is never edited', async () => {
  await expect(save(demoId('demo', 'case', 'rosa'), today.billing, { Plan: 'x' }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('who may not write notes, of this visit or at all, is refused', async () => {
  await expect(save(gus, today.inProgress, { Plan: 'x' }, { as: 'front' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await expect(save(gus, today.inProgress, { Plan: 'x' }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
});

test('a visit under another case, facility or site does not exist', async () => {
  await expect(save(samira, today.inProgress, { Plan: 'x' }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(
    save(demoId('demo', 'case', 'nguyen'), today.riverside, { Plan: 'x' }, { as: 'pta' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
  await expect(call('documentation.sign', { id: cast2.visits.today.review }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(
    call('documentation.list', { id: demoId('demo', 'case', 'nguyen') }, { as: 'pta' }),
  ).rejects.toMatchObject({ kind: 'not-found' });
});

test("a therapist's signature sends the visit to billing", async () => {
  const { visitNote, visit } = await call('documentation.sign', { id: today.review }, { as: 'pt' });
  expect(visitNote).toMatchObject({ signedByProviderId: cast.providers.maya, cosignRequired: false });
  expect(visitNote.signedAt).not.toBeNull();
  expect(visit?.stage).toBe('billing');
  const { history } = await call('visits.history', { id: today.review }, { as: 'pt' });
  expect(history.slice(-2)).toMatchObject([{ action: 'signed' }, { action: 'moved', from: 'review', to: 'billing' }]);
  await expect(call('documentation.sign', { id: today.review }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'changed-elsewhere',
  });
});

test('a note with gaps is not signed, and the gaps are named', async () => {
  await expect(call('documentation.sign', { id: today.inProgress }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringMatching(/Assessment is empty.*No service is recorded/),
  });
});

test('a visit that has not begun is not signed', async () => {
  await expect(call('documentation.sign', { id: today.confirmed }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'user-visible',
  });
});

test("an assistant's note waits for a cosignature, which sends the visit to billing", async () => {
  const caseId = demoId('demo', 'case', 'person-29');
  const text = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
  await save(caseId, today.ptaInProgress, text, { as: 'pta' });
  const ServiceId = '01990000-0000-7000-8000-000000000001';
  await call(
    'charges.save',
    { id: today.ptaInProgress, services: [{ ServiceId, CPT_Code: '97110', Minutes: 30, Count: null }] },
    { as: 'pta' },
  );
  const signed = await call('documentation.sign', { id: today.ptaInProgress }, { as: 'pta' });
  expect(signed.visitNote.cosignRequired).toBe(true);
  expect(signed.visit?.stage).toBe('review');
  await expect(call('documentation.cosign', { id: today.ptaInProgress }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  const cosigned = await call('documentation.cosign', { id: today.ptaInProgress }, { as: 'pt' });
  expect(cosigned.visitNote.cosignedByProviderId).toBe(cast.providers.maya);
  expect(cosigned.visit?.stage).toBe('billing');
  const deeds = await db.owner(
    `select action, "UserId" from audit_entry where entity = 'visitNotes' and pk = $1 and action in ('sign', 'cosign') order by id`,
    [today.ptaInProgress],
  );
  expect(deeds).toEqual([
    { action: 'sign', UserId: cast.users.pta },
    { action: 'cosign', UserId: cast.users.pt },
  ]);
  await expect(call('documentation.cosign', { id: today.ptaInProgress }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'changed-elsewhere',
  });
});

test('only a provider signs, and an assistant only their own', async () => {
  await expect(call('documentation.sign', { id: today.review }, { as: 'admin' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await expect(call('documentation.sign', { id: today.review }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  // Full notes permission covers other providers' visits.
  expect((await call('documentation.sign', { id: today.review }, { as: 'ben' })).visitNote.signedByProviderId).toBe(
    cast.providers.ben,
  );
});

test('a note that needs no cosignature is not cosigned', async () => {
  await expect(call('documentation.cosign', { id: today.billing }, { as: 'ben' })).rejects.toMatchObject({
    kind: 'user-visible',
  });
});

test('a value of what is not in the case is refused, and nothing else of the call is saved', async () => {
  const [measure, goal] = ['measure', 'goal'].map((owner) => `${owner}:01990000-0000-7000-8000-000000000001`);
  const before = await call('documentation.list', { id: gus }, { as: 'pt' });
  const of = (changes: Record<string, string | number | null>) =>
    call('documentation.save', { id: gus, VisitId: today.inProgress, changes }, { as: 'pt' });
  await expect(of({ [`${measure}.Value`]: 120, Plan: 'x' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: expect.stringContaining('A measure of this note is not in this case'),
  });
  await expect(of({ [`${goal}.Status`]: 'met' })).rejects.toMatchObject({
    message: expect.stringContaining('A goal of this note is not in this case'),
  });
  await expect(of({ [`${measure}.Pain`]: 11 })).rejects.toMatchObject({ kind: 'invalid' });
  expect(await call('documentation.list', { id: gus }, { as: 'pt' })).toEqual(before);
});
