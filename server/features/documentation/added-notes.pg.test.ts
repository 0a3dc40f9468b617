import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cast } from '#server/demo/cast.ts';
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
const rosa = demoId('demo', 'case', 'rosa');
const gus = demoId('demo', 'case', 'gus');
type As = Parameters<Commands>[2];

function begin(more: object, as: As = { as: 'pt' }) {
  const note = { NoteId: randomUUID(), CaseId: rosa, NoteType: 'addendum', NoteDate: '2026-11-18', ParentNoteId: null };
  return call('documentation.create', { ...note, ...more } as never, as);
}
const addendum = (as?: As) => begin({ ParentNoteId: today.billing }, as);
const write = (id: string, NoteId: string, changes: object, as: As = { as: 'pt' }) =>
  call('documentation.save', { id, NoteId, VisitId: null, changes } as never, as);

test('a signed note gets an addendum, which is signed by itself and leaves note, charges and visit as they are', async () => {
  const { visitNotes: before } = await call('documentation.list', { id: rosa }, { as: 'pt' });
  const parent = before.find(({ NoteId }) => NoteId === today.billing);
  const { visitNote } = await addendum();
  expect(visitNote).toMatchObject({ VisitId: today.billing, ParentNoteId: today.billing, signedAt: null });
  const id = visitNote.NoteId;
  await expect(call('documentation.sign', { id }, { as: 'pt' })).rejects.toThrow(/Reason is missing\. Text is empty\./);
  await write(rosa, id, { addendumReason: 'Wrong side', Text: 'The left knee was treated.' });
  const signed = await call('documentation.sign', { id }, { as: 'pt' });
  expect(signed.visitNote).toMatchObject({ signedByProviderId: cast.providers.maya, NoteDate: '2026-11-18' });
  expect(signed.visit?.stage).toBe('billing');
  const { history } = await call('visits.history', { id: today.billing }, { as: 'pt' });
  expect(history.at(-1)).toMatchObject({ action: 'signed', note: 'Addendum' });
  const { visitNotes } = await call('documentation.list', { id: rosa }, { as: 'pt' });
  expect(visitNotes.find(({ NoteId }) => NoteId === today.billing)).toEqual(parent);
  await expect(write(rosa, id, { Text: 'Other.' })).rejects.toMatchObject({ kind: 'conflict' });
});

test('an addendum keeps the day it was written on, whatever the day of its visit', async () => {
  await db.owner(`update visits set "Start" = '2026-11-16T09:00' where "VisitId" = $1`, [today.billing]);
  const { visitNote } = await addendum();
  await write(rosa, visitNote.NoteId, { addendumReason: 'Wrong side', Text: 'The left knee was treated.' });
  const signed = await call('documentation.sign', { id: visitNote.NoteId }, { as: 'pt' });
  expect(signed.visitNote.NoteDate).toBe('2026-11-18');
});

test('no note is of a day to come', async () => {
  await expect(begin({ CaseId: gus, NoteType: 'communication', NoteDate: '2026-11-19' })).rejects.toMatchObject({
    kind: 'user-visible',
    message: 'The day of this note is in the future.',
  });
});

test('a communication is of the case alone: seen by its facility, and by no other', async () => {
  const note = { NoteType: 'communication', CaseId: gus };
  const { visitNote } = await begin(note);
  expect(visitNote).toMatchObject({ VisitId: null, FacilityId: cast.facilities.harborview });
  await write(gus, visitNote.NoteId, { withWhom: 'Dr. Lee', channel: 'phone', Summary: 'Go on as planned.' });
  expect((await call('documentation.sign', { id: visitNote.NoteId }, { as: 'pt' })).visit).toBeNull();
  const [scope] = await db.owner<{ scope: string }>(`select scope from visit_notes where "NoteId" = $1`, [
    visitNote.NoteId,
  ]);
  expect(scope?.scope).toBe(`facility:${cast.facilities.harborview}`);
  // It goes with its case.
  await db.owner(`update cases set "FacilityId" = $2 where "CaseId" = $1`, [gus, cast.facilities.riverside]);
  const [moved] = await db.owner(`select "FacilityId", scope from visit_notes where "NoteId" = $1`, [visitNote.NoteId]);
  const { riverside } = cast.facilities;
  expect(moved).toEqual({ FacilityId: riverside, scope: `facility:${riverside}` });
});

test('a note that nobody signed can be removed, and its text stays in the audit log', async () => {
  const { visitNote } = await addendum();
  await write(rosa, visitNote.NoteId, { Text: 'Never mind.' });
  expect(await call('documentation.remove', { id: visitNote.NoteId }, { as: 'pt' })).toEqual({ removed: true });
  const [removed] = await db.owner<{ detail: { Sections: object } }>(
    `select detail from audit_entry where action = 'delete' and pk = $1`,
    [visitNote.NoteId],
  );
  expect(removed?.detail.Sections).toEqual({ Text: 'Never mind.' });
  await expect(call('documentation.remove', { id: today.billing as never }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test.each([
  ['to a note that is not signed', { CaseId: gus, ParentNoteId: today.inProgress }, 'not signed yet'],
  ['to a note of another case', { CaseId: gus, ParentNoteId: today.billing }, 'another case'],
  ['to nothing', {}, 'was not found'],
  ['to a note that is nowhere', { ParentNoteId: randomUUID() }, 'was not found'],
  ['under an id that is taken', { NoteId: today.review, ParentNoteId: today.billing }, 'is there already'],
])('no addendum begins %s', async (_, more, reason) => {
  await expect(begin(more)).rejects.toThrow(reason);
});

test('only its signer and who has the whole permission add to a signed note', async () => {
  await db.owner(`update providers set "NotesPermission" = 'O' where "ProviderId" = $1`, [cast.providers.ben]);
  await expect(addendum({ as: 'ben' })).rejects.toMatchObject({ kind: 'no-permission' });
  await db.owner(`update providers set "NotesPermission" = 'F' where "ProviderId" = $1`, [cast.providers.ben]);
  expect((await addendum({ as: 'ben' })).visitNote.ProviderId).toBe(cast.providers.ben);
  await expect(addendum({ as: 'super' })).rejects.toMatchObject({ kind: 'no-permission' });
});

test('a no-show has a note of its kind, which is signed and leaves the visit a no-show', async () => {
  const id = today.confirmed;
  const [visit] = await db.owner<{ CaseId: string }>(
    `update visits set stage = 'noShow' where "VisitId" = $1 returning "CaseId"`,
    [id],
  );
  const changes = { missedReason: 'noShow', contact: 'message', Effect: 'One visit less this week.' };
  const saved = await call('documentation.save', { id: visit?.CaseId, VisitId: id, changes } as never, { as: 'pt' });
  expect(saved.visitNote.NoteType).toBe('missedVisit');
  const signed = await call('documentation.sign', { id } as never, { as: 'pt' });
  expect(signed.visit?.stage).toBe('noShow');
  expect(signed.visitNote.signedAt).not.toBeNull();
});

test('who may not write notes adds nothing, and nobody writes on in what another began', async () => {
  await expect(addendum({ as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
  const { visitNote } = await addendum();
  await expect(write(rosa, visitNote.NoteId, { Text: 'x' }, { as: 'pta' })).rejects.toMatchObject({
    kind: 'no-permission',
  });
  await expect(write(gus, visitNote.NoteId, { Text: 'x' })).rejects.toMatchObject({ kind: 'not-found' });
});

test('what waits is listed: notes to sign of who treats, and notes to cosign of others for who may cosign', async () => {
  const caseId = demoId('demo', 'case', 'person-29');
  const text = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
  await call('documentation.save', { id: caseId, VisitId: today.ptaInProgress, changes: text } as never, { as: 'pta' });
  const of = async (as: As) => {
    const { unsigned, toCosign } = await call('documentation.toDo', {}, as);
    return {
      unsigned: unsigned.map(({ NoteId }): string => NoteId),
      toCosign: toCosign.map(({ NoteId }): string => NoteId),
    };
  };
  expect((await of({ as: 'pta' })).unsigned).toContain(today.ptaInProgress);
  const before = await of({ as: 'pt' });
  expect(before.unsigned).toEqual(expect.arrayContaining([today.inProgress, today.review]));
  expect(before.unsigned).not.toContain(today.ptaInProgress);
  const line = { ServiceId: randomUUID(), CPT_Code: '97110', Minutes: 30, Count: null };
  await call('charges.save', { id: today.ptaInProgress, services: [line] } as never, { as: 'pta' });
  await call('documentation.sign', { id: today.ptaInProgress } as never, { as: 'pta' });
  const after = await of({ as: 'pt' });
  expect(new Set(after.toCosign)).toEqual(new Set([...before.toCosign, today.ptaInProgress]));
  expect((await of({ as: 'pta' })).toCosign).toEqual([]);
  const all = await of({ as: 'front' });
  expect(all.unsigned).toEqual(expect.arrayContaining(after.unsigned));
  expect(all.toCosign).toEqual(expect.arrayContaining(after.toCosign));
  const [named] = await db.owner(`select "Kind", "Name" from signatures where "NoteId" = $1`, [today.ptaInProgress]);
  expect(named).toEqual({ Kind: 'author', Name: expect.stringMatching(/, PTA$/) });
});
