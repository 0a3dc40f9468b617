import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PatientId, SubjectNoteId, uuidFrom } from '#contract/base/ids.ts';
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
const newId = () => SubjectNoteId.parse(uuidFrom(1_790_000_000_000, new Uint8Array(10).fill((made += 1))));
const as = { as: 'front' } as const;
const gus = PatientId.parse(cast.patients.gus);
const caseOf = (key: string) => demoId('demo', 'case', key);
type New = InputOf<'subjectNotes.createSubjectNote'>;
const newNote = (changes: Partial<New> = {}): New => ({
  SubjectNoteId: newId(),
  PatientId: gus,
  SubjectType: 'patient',
  SubjectId: gus,
  Text: 'Calls before noon.',
  IsPinned: false,
  IsAlert: false,
  ExpiresOn: null,
  ...changes,
});
const onCase = (key: string) => ({ SubjectType: 'case', SubjectId: caseOf(key) }) as const;
const list = async (subject: InputOf<'subjectNotes.list'>, who: Parameters<Commands>[2] = as) =>
  (await call('subjectNotes.list', subject, who)).subjectNotes.map(({ SubjectNoteId: id }) => id);

test('a note says who wrote it and when, also after its removal was undone by someone else', async () => {
  const input = newNote();
  const { subjectNote } = await call('subjectNotes.createSubjectNote', input, as);
  expect(subjectNote).toMatchObject({ ...input, WrittenBy: 'Fern Delacroix', WrittenAt: expect.any(String) });
  await call('subjectNotes.removeSubjectNote', { id: input.SubjectNoteId }, { as: 'admin' });
  expect(await list({ SubjectType: 'patient', SubjectId: gus })).not.toContain(input.SubjectNoteId);
  const back = await call('subjectNotes.createSubjectNote', { ...input, restores: true }, { as: 'admin' });
  expect(back.subjectNote).toMatchObject({ ...input, WrittenBy: 'Fern Delacroix', WrittenAt: subjectNote.WrittenAt });
  await call('subjectNotes.removeSubjectNote', { id: input.SubjectNoteId }, { as: 'admin' });
  const other = { ...input, Text: 'Words of someone else.' };
  const forged = await call('subjectNotes.createSubjectNote', other, { as: 'admin' });
  expect(forged.subjectNote.WrittenBy).not.toBe('Fern Delacroix');
});

test('every earlier text is in the audit log', async () => {
  const input = newNote();
  await call('subjectNotes.createSubjectNote', input, as);
  await call('subjectNotes.updateSubjectNote', { id: input.SubjectNoteId, changes: { Text: 'Second.' } }, as);
  await call('subjectNotes.removeSubjectNote', { id: input.SubjectNoteId }, as);
  const kept = await db.owner<{ action: string; text: string }>(
    `select action, detail ->> 'Text' as text from audit_entry where entity = 'subjectNotes' and pk = $1 order by id`,
    [input.SubjectNoteId],
  );
  expect(kept).toEqual([
    { action: 'insert', text: 'Calls before noon.' },
    { action: 'update', text: 'Second.' },
    { action: 'delete', text: 'Second.' },
  ]);
});

test('two who change a text meet in a conflict, and one who pins it meanwhile in none', async () => {
  const input = newNote();
  const id = input.SubjectNoteId;
  await call('subjectNotes.createSubjectNote', input, as);
  const base = { Text: input.Text, IsPinned: false };
  await call('subjectNotes.updateSubjectNote', { id, changes: { Text: 'Mine.' } }, as);
  await expect(
    call('subjectNotes.updateSubjectNote', { id, changes: { Text: 'Theirs.' } }, { as: 'admin', base }),
  ).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { Text: 'Mine.' } });
  const pinned = await call(
    'subjectNotes.updateSubjectNote',
    { id, changes: { IsPinned: true } },
    { as: 'admin', base },
  );
  expect(pinned.subjectNote).toMatchObject({ Text: 'Mine.', IsPinned: true });
  await expect(call('subjectNotes.removeSubjectNote', { id }, { as: 'admin', base })).rejects.toMatchObject({
    kind: 'changed-elsewhere',
  });
});

describe('what is refused', () => {
  const other = 'Choose the patient of this chart, or one of their cases.';
  test.each<[string, Partial<New>, object]>([
    ['a facility', { SubjectType: 'facility' }, { SubjectType: 'Notes can be attached to a patient or a case only.' }],
    ['no text', { Text: '  ' }, { Text: 'Enter the note.' }],
    ['a case of another patient', onCase('rosa'), { SubjectId: "This case is not this patient's." }],
    ['another patient', { SubjectId: cast.patients.rosa }, { SubjectId: "This case is not this patient's." }],
    ['the patient as a case', { SubjectType: 'case' }, { SubjectId: other }],
    ['a case as the patient', { SubjectId: caseOf('gus') }, { SubjectId: other }],
  ])('%s', async (_name, changes, fields) => {
    const input = newNote(changes);
    await expect(call('subjectNotes.createSubjectNote', input, as)).rejects.toMatchObject({ kind: 'invalid', fields });
    expect(await db.owner(`select from subject_notes where "SubjectNoteId" = $1`, [input.SubjectNoteId])).toEqual([]);
  });

  test('a list of what has no notes, and of what is not there', async () => {
    await expect(list({ SubjectType: 'payer', SubjectId: gus })).rejects.toThrow('a patient or a case only');
    await expect(list({ SubjectType: 'case', SubjectId: gus })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(list({ SubjectType: 'patient', SubjectId: newId() })).rejects.toMatchObject({ kind: 'not-found' });
  });
});

test('notes are listed by subject, the newest first, and move from the patient to a case', async () => {
  const [older, newer] = [newNote(onCase('beatrix')), newNote(onCase('beatrix'))];
  const PatientIdOf = { PatientId: PatientId.parse(cast.patients.beatrix) };
  for (const one of [older, newer]) await call('subjectNotes.createSubjectNote', { ...one, ...PatientIdOf }, as);
  expect(await list(onCase('beatrix'))).toEqual([newer.SubjectNoteId, older.SubjectNoteId]);
  const changes = { SubjectType: 'patient', SubjectId: cast.patients.beatrix } as const;
  await call('subjectNotes.updateSubjectNote', { id: older.SubjectNoteId, changes }, as);
  expect(await list(onCase('beatrix'))).toEqual([newer.SubjectNoteId]);
  expect(await list(changes)).toEqual([older.SubjectNoteId]);
});

test('who sees a patient but not a case sees the notes on the patient alone, and writes none on the case', async () => {
  const of = { SubjectType: 'case', SubjectId: caseOf('samira') } as const;
  const samira = PatientId.parse(cast.patients.samira);
  const [onIt, onHer] = [newNote({ ...of, PatientId: samira }), newNote({ PatientId: samira, SubjectId: samira })];
  const moveTo = (facility: string) =>
    db.owner(`update cases set "FacilityId" = $2 where site = 'demo' and "CaseId" = $1`, [of.SubjectId, facility]);
  for (const one of [onIt, onHer]) await call('subjectNotes.createSubjectNote', one, as);
  await moveTo(cast.facilities.riverside);
  await expect(list(of, { as: 'pta' })).rejects.toMatchObject({ kind: 'not-found' });
  const change = () =>
    call('subjectNotes.updateSubjectNote', { id: onIt.SubjectNoteId, changes: { IsPinned: true } }, { as: 'pta' });
  await expect(change()).rejects.toMatchObject({ kind: 'not-found' });
  await expect(
    call('subjectNotes.createSubjectNote', newNote({ ...of, PatientId: samira }), { as: 'pta' }),
  ).rejects.toMatchObject({ fields: { SubjectId: "This case is not this patient's." } });
  expect(await list({ SubjectType: 'patient', SubjectId: samira }, { as: 'pta' })).toContain(onHer.SubjectNoteId);
  await moveTo(cast.facilities.harborview);
  expect((await change()).subjectNote.IsPinned).toBe(true);
});

test('a case with a note on it stays', async () => {
  const CaseId = demoId('demo', 'case', 'noted');
  await db.owner(
    `insert into cases (site, "CaseId", "PatientId", "FacilityId", "ProviderId", "Title", "Discipline", "StartDate")
     values ('demo', $1, $2, $3, $4, 'Noted', 'PT', '2026-01-05')`,
    [CaseId, gus, cast.facilities.harborview, cast.providers.maya],
  );
  const input = newNote({ SubjectType: 'case', SubjectId: CaseId });
  await call('subjectNotes.createSubjectNote', input, as);
  await expect(call('cases.remove', { id: CaseId as never }, as)).rejects.toThrow('This case has notes or charges');
  await call('subjectNotes.removeSubjectNote', { id: input.SubjectNoteId }, as);
  expect(await call('cases.remove', { id: CaseId as never }, as)).toEqual({ removed: true });
});
