import { afterEach, beforeEach, expect, test } from 'vitest';
import { CaseId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { pdfPages } from '#server/testing/pdf-text.ts';

let api: TestApi;
let call: Commands;
beforeEach(async () => {
  api = await testApi();
  call = commandsOn(api.db);
  // Maya is a chiropractor here, and Ben, a physical therapist, may write in her visits.
  await api.db.owner(`update providers set "Type" = 'DC' where "ProviderId" = $1`, [cast.providers.maya]);
  await api.db.owner(`update providers set "NotesPermission" = 'F' where "ProviderId" = $1`, [cast.providers.ben]);
  await api.db.owner(`update cases set "Discipline" = 'DC' where "CaseId" = $1`, [samira]);
});
afterEach(() => api.close());

type As = Parameters<Commands>[2];
const VisitId = cast.visits.today.review;
const samira = CaseId.parse(demoId('demo', 'case', 'samira'));
const segment = (id: string, name: string) => cellKey('segment', id, name);
const status = cellKey('goal', demoId('demo', 'goal', 'samira long'), 'Status');
const c5 = { [segment('C5', 'Pain')]: 4, [segment('C5', 'Asymmetry')]: 'left', [segment('C5', 'Treated')]: 'yes' };
const spineOf = (Cells: object) => Object.keys(Cells).filter((field) => field.startsWith('segment:'));

const save = (changes: object, as: As = { as: 'pt' }, id: string = samira) =>
  call('documentation.save', { id, VisitId, changes } as never, as);
const noteAs = async (as: As) => {
  const { visitNotes } = await call('documentation.list', { id: samira }, as);
  return visitNotes.find(({ NoteId }) => NoteId === VisitId);
};
const pulledAs = async (as: As) => {
  const { put } = await call('sync.chart', { id: cast.patients.samira as never }, as);
  const notes = put.flatMap(({ entity, rows }) => (entity === 'visitNotes' ? rows : []));
  return notes.find((row) => row['NoteId'] === VisitId) as { Cells: object } | undefined;
};

test('only chiropractors and superusers get findings of the spine, on every way out', async () => {
  await save({ ...c5, [status]: 'progressing' });
  for (const as of [{ as: 'pt' }, { as: 'super' }] as const) {
    expect(spineOf((await noteAs(as))?.Cells ?? {})).toHaveLength(3);
    expect(spineOf((await pulledAs(as))?.Cells ?? {})).toHaveLength(3);
  }
  for (const as of [{ as: 'ben' }, { as: 'biller' }] as const) {
    expect((await noteAs(as))?.Cells).toMatchObject({ [status]: 'progressing' });
    expect(spineOf((await noteAs(as))?.Cells ?? {})).toEqual([]);
    expect(spineOf((await pulledAs(as))?.Cells ?? {})).toEqual([]);
  }
  const textAs = async (as: 'pt' | 'biller') => {
    const reply = await api.inject('GET', `/api/notes/${VisitId}/pdf`, { as });
    return pdfPages(reply.rawPayload).join('');
  };
  expect(await textAs('pt')).toContain('Spine');
  expect(await textAs('biller')).not.toContain('Spine');
});

test('who may not see them does not write them either, and leaves them where they are', async () => {
  await save(c5);
  await expect(save({ [segment('C5', 'Pain')]: 9 }, { as: 'ben' })).rejects.toThrow(
    'Only a chiropractor can record findings of the spine.',
  );
  const { visitNote } = await save({ Plan: 'Go on.', [status]: 'met' }, { as: 'ben' });
  expect(spineOf(visitNote.Cells)).toEqual([]);
  const now = await noteAs({ as: 'pt' });
  expect(now).toMatchObject({ Sections: { Plan: 'Go on.' }, Cells: { ...c5, [status]: 'met' } });
});

test('findings merge cell by cell, and belong in a case of chiropractic alone', async () => {
  await save({ [segment('C5', 'Pain')]: 4 });
  const { visitNote, conflicts } = await call(
    'documentation.save',
    { id: samira, VisitId, changes: { [segment('C5', 'Pain')]: 6, [segment('C5', 'Range')]: 'restricted' } } as never,
    { as: 'pt', base: { [segment('C5', 'Pain')]: 2, [segment('C5', 'Range')]: null } },
  );
  expect(conflicts).toEqual([segment('C5', 'Pain')]);
  expect(visitNote.Cells).toMatchObject({ [segment('C5', 'Pain')]: 4, [segment('C5', 'Range')]: 'restricted' });
  await api.db.owner(`update cases set "Discipline" = 'PT' where "CaseId" = $1`, [samira]);
  await expect(save({ [segment('L5', 'Pain')]: 4 })).rejects.toThrow('belong in a case of chiropractic');
});

test('a value that is no finding is refused, and nothing of it is saved', async () => {
  for (const wrong of [{ [segment('C5', 'Pain')]: 11 }, { [segment('C5', 'Treated')]: 'no' }])
    await expect(save(wrong)).rejects.toMatchObject({ kind: 'invalid' });
  await expect(save({ [segment('C8', 'Pain')]: 1 })).rejects.toMatchObject({ kind: 'invalid' });
  expect(spineOf((await noteAs({ as: 'pt' }))?.Cells ?? {})).toEqual([]);
});

test('a later visit that Medicare pays is signed once it says what changed, what was found and what was treated', async () => {
  await api.db.owner(`update insurances set "PayerId" = $1 where "PatientId" = $2`, [
    cast.payers.medicare,
    cast.patients.samira,
  ]);
  const sign = () => call('documentation.sign', { id: VisitId } as never, { as: 'pt' });
  await expect(sign()).rejects.toThrow('Change since the last visit is missing. Effect of treatment is missing.');
  await save({ changeSince: 'better', treatmentEffect: 'Turns freely' });
  await expect(sign()).rejects.toThrow('Spine: mark the segments that were treated.');
  await save(c5);
  expect((await sign()).visitNote.Cells).toMatchObject(c5);
});
