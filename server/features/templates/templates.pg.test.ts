import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeviceId, EvalTemplateId, TextTemplateId, UserId, uuidFrom } from '#contract/base/ids.ts';
import { evalTemplateRow, textTemplateRow } from '#contract/testing/templates.ts';
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
const idOf = (user: 'pt' | 'pta' | 'admin' | 'super') => UserId.parse(demoId('demo', 'user', user));

const { updated_at: _eval, ...evalFields } = evalTemplateRow;
const { updated_at: _text, ...textFields } = textTemplateRow;
const newEval = (OwnerUserId: UserId | null) => ({
  ...evalFields,
  EvalTemplateId: EvalTemplateId.parse(newId()),
  OwnerUserId,
});
const newText = (OwnerUserId: UserId | null, changes: object = {}) => ({
  ...textFields,
  TextTemplateId: TextTemplateId.parse(newId()),
  OwnerUserId,
  ...changes,
});
const shared = 'You do not have permission to change the clinic’s templates. Nothing was changed.';
const unseen = 'This text was not found, or you can’t see it.';
const others = 'This template belongs to another person. Nothing was changed.';

describe('who may', () => {
  test('the library is for who manages it; own templates are for who writes notes', async () => {
    await expect(call('templates.createEvalTemplate', newEval(null), { as: 'pt' })).rejects.toThrow(shared);
    const { evalTemplate } = await call('templates.createEvalTemplate', newEval(null), { as: 'admin' });
    const change = { id: evalTemplate.EvalTemplateId, changes: { Name: 'Mine' } };
    await expect(call('templates.updateEvalTemplate', change, { as: 'pt' })).rejects.toThrow(shared);
    await expect(call('templates.removeEvalTemplate', { id: change.id }, { as: 'pt' })).rejects.toThrow(shared);
    const own = await call('templates.createEvalTemplate', newEval(idOf('pt')), { as: 'pt' });
    expect(own.evalTemplate.OwnerUserId).toBe(idOf('pt'));
    expect(await call('templates.removeEvalTemplate', { id: own.evalTemplate.EvalTemplateId }, { as: 'pt' })).toEqual({
      removed: true,
    });
  });

  test('nobody makes or changes one for another person, nor takes one of the clinic for oneself', async () => {
    await expect(call('templates.createTextTemplate', newText(idOf('pta')), { as: 'pt' })).rejects.toThrow(others);
    const { textTemplate } = await call('templates.createTextTemplate', newText(idOf('pt')), { as: 'pt' });
    const id = textTemplate.TextTemplateId;
    const take = { id, changes: { OwnerUserId: idOf('admin') } };
    await expect(call('templates.updateTextTemplate', take, { as: 'admin' })).rejects.toThrow(unseen);
    await expect(call('templates.removeTextTemplate', { id }, { as: 'admin' })).rejects.toThrow(unseen);
    const give = { id, changes: { OwnerUserId: idOf('admin') } };
    await expect(call('templates.updateTextTemplate', give, { as: 'pt' })).rejects.toThrow(others);
    const share = { id, changes: { OwnerUserId: null } };
    await expect(call('templates.updateTextTemplate', share, { as: 'pt' })).rejects.toThrow(shared);
  });
});

test('a list has those of the clinic and the caller’s own', async () => {
  const mine = newText(idOf('pta'), { Title: 'Of the assistant' });
  await call('templates.createTextTemplate', mine, { as: 'pta' });
  const ofClinic = newText(null);
  await call('templates.createTextTemplate', ofClinic, { as: 'admin' });
  const idsFor = async (as: 'pt' | 'pta') =>
    (await call('templates.listText', {}, { as })).textTemplates.map(({ TextTemplateId: id }) => id);
  expect(await idsFor('pta')).toEqual(expect.arrayContaining([mine.TextTemplateId, ofClinic.TextTemplateId]));
  expect(await idsFor('pt')).not.toContain(mine.TextTemplateId);
  const evals = await call('templates.listEval', {}, { as: 'front' });
  expect(evals.evalTemplates.map(({ Name }) => Name)).toContain('Daily note');
});

describe('templates of one person on devices', () => {
  const device = () => DeviceId.parse(randomUUID());
  const rowsOf = (reply: { put: { entity: string; rows: object[] }[] }) =>
    reply.put.flatMap(({ entity, rows }) => (entity === 'textTemplates' ? (rows as Row[]) : []));
  type Row = { TextTemplateId: string; Title: string };
  const held = async (as: 'pt' | 'pta' | 'admin' | 'super') => {
    const reply = await call('sync.hydrate', { priority: 'P0', after: null, day: null }, { as });
    return rowsOf(reply).map(({ Title }) => Title);
  };

  test('a first sync brings those of the clinic, and one’s own alone', async () => {
    await call('templates.createTextTemplate', newText(idOf('pta'), { Title: 'Words of the assistant' }), {
      as: 'pta',
    });
    expect(await held('pta')).toContain('Words of the assistant');
    for (const as of ['pt', 'admin', 'super'] as const) {
      const titles = await held(as);
      expect([as, titles.includes('Words of the assistant')]).toEqual([as, false]);
      expect([as, titles.includes('My stairs cue')]).toEqual([as, as === 'pt']);
    }
  });

  test('a pull brings none of another person, and one that was shared leaves when it becomes one’s own', async () => {
    const pull = (as: 'pt' | 'super', cookie: string | null) =>
      call('sync.pull', { device: device(), cookie, more: null }, { as, now: new Date() });
    const [theirs, own] = [await pull('pt', null), await pull('super', null)];
    const input = newText(idOf('super'), { Title: 'Words of the superuser' });
    await call('templates.createTextTemplate', input, { as: 'super' });
    const shared = newText(null, { Title: 'Shared for now' });
    await call('templates.createTextTemplate', shared, { as: 'super' });
    const seen = await pull('pt', theirs.cookie);
    expect(rowsOf(seen).map(({ Title }) => Title)).toEqual(['Shared for now']);
    expect(seen.leave).toEqual([]);
    expect(rowsOf(await pull('super', own.cookie))).toHaveLength(2);
    const id = shared.TextTemplateId;
    await call('templates.updateTextTemplate', { id, changes: { OwnerUserId: idOf('super') } }, { as: 'super' });
    const after = await pull('pt', seen.cookie);
    expect(rowsOf(after)).toEqual([]);
    expect(after.leave).toEqual([{ entity: 'textTemplates', key: id }]);
  });
});

test('two who edit one template meet in a conflict on the same field, and in none on others', async () => {
  const input = newEval(null);
  const id = input.EvalTemplateId;
  await call('templates.createEvalTemplate', input, { as: 'admin' });
  const base = { Name: input.Name, Sections: input.Sections, GoalTexts: input.GoalTexts };
  await call('templates.updateEvalTemplate', { id, changes: { Sections: [] } }, { as: 'admin', base });
  await expect(
    call('templates.updateEvalTemplate', { id, changes: { Sections: input.Sections.slice(1) } }, { as: 'super', base }),
  ).rejects.toMatchObject({ kind: 'changed-elsewhere', current: { Sections: [] } });
  const named = await call('templates.updateEvalTemplate', { id, changes: { Name: 'Knee' } }, { as: 'super', base });
  expect(named.evalTemplate).toMatchObject({ Name: 'Knee', Sections: [] });
});

test('an empty template is refused in a sentence and not stored', async () => {
  const empty = { ...newEval(null), Sections: [], Measurements: [], GoalTexts: [] };
  await expect(call('templates.createEvalTemplate', empty, { as: 'admin' })).rejects.toMatchObject({
    kind: 'invalid',
    fields: { Sections: 'Add a section, a measure or a goal.' },
  });
  expect(await db.owner(`select from eval_templates where "EvalTemplateId" = $1`, [empty.EvalTemplateId])).toEqual([]);
});

test('a note keeps what a template brought after the template is removed', async () => {
  const input = newEval(null);
  await call('templates.createEvalTemplate', input, { as: 'admin' });
  const CaseId = demoId('demo', 'case', 'rosa');
  const NoteId = newId();
  const as = { as: 'pt' } as const;
  const created = { NoteId, CaseId, NoteType: 'communication', NoteDate: '2026-11-18', ParentNoteId: null } as never;
  await call('documentation.create', created, as);
  const field = `template:${input.EvalTemplateId}.Used`;
  const used = { Name: input.Name, Sections: input.Sections };
  const changes = { [field]: used, HomeSetup: 'Two flights.' };
  await call('documentation.save', { id: CaseId, NoteId, VisitId: null, changes } as never, as);
  await call('templates.removeEvalTemplate', { id: input.EvalTemplateId }, { as: 'admin' });
  const [kept] = await db.owner<{ Cells: object }>(`select "Cells" from visit_notes where "NoteId" = $1`, [NoteId]);
  expect(kept?.Cells).toEqual({ [field]: used });
});
