import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CaseId, OutcomeResponseId } from '#contract/base/ids.ts';
import { alertElement } from '#contract/outcomes/needs-alert.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { pdfPages, squeezed } from '#server/testing/pdf-text.ts';

let api: TestApi;
let call: Commands;
beforeEach(async () => {
  api = await testApi();
  call = commandsOn(api.db);
});
afterEach(() => api.close());

type As = Parameters<Commands>[2];
const pt: As = { as: 'pt' };
const { today } = cast.visits;
const samira = CaseId.parse(demoId('demo', 'case', 'samira'));
const day = '2026-11-18';
const total = { MeasureKey: 'odi', Version: 1, Date: day, Answers: null, Score: 24, CorrectsId: null };
const record = (more: object = {}, as = pt) =>
  call(
    'outcomes.record',
    { OutcomeResponseId: randomUUID(), CaseId: samira, NoteId: today.review, ...total, ...more } as never,
    as,
  );
const stored = () =>
  api.db.owner<{ Score: number }>(
    `select "Score" from outcome_responses where site = 'demo' and "CaseId" = $1 order by "OutcomeResponseId"`,
    [samira],
  );
const sign = (base?: Record<string, unknown>) =>
  call('documentation.sign', { id: today.review } as never, { ...pt, ...(base && { base }) });

test('a score is put on record and never changed: a correction names what it corrects, once', async () => {
  const { outcomeResponse: first } = await record();
  expect(first).toMatchObject({ ...total, CaseId: samira, PatientId: cast.patients.samira, EnteredBy: 'staff' });
  const { outcomeResponse: second } = await record({ Score: 26, CorrectsId: first.OutcomeResponseId });
  await expect(record({ Score: 28, CorrectsId: first.OutcomeResponseId })).rejects.toMatchObject({
    fields: { CorrectsId: 'This score was corrected already.' },
  });
  await record({ Score: 28, CorrectsId: second.OutcomeResponseId });
  await expect(record({ OutcomeResponseId: first.OutcomeResponseId })).rejects.toMatchObject({ kind: 'conflict' });
  expect((await stored()).map(({ Score }) => Score).toSorted((a, b) => a - b)).toEqual([24, 26, 28]);
  const who = { site: 'demo', UserId: cast.users.pt, device: null, scopes: ['site', 'facility:*', 'provider:*'] };
  for (const statement of [`update outcome_responses set "Score" = 0`, `delete from outcome_responses`])
    await expect(api.db.tx(who, (tx) => tx.run(statement))).rejects.toThrow('permission denied');
});

test.each([
  ['a total beyond its range', { Score: 101 }, { Score: 'Enter a number from 0 to 100.' }],
  [
    'a score that its answers do not come to',
    { MeasureKey: 'nprs', Answers: [{ ItemKey: '1', Value: 4, Text: null }] },
    { Score: 'These answers come to 4.' },
  ],
  ['a day to come', { Date: '2026-11-19' }, { Date: 'This day is in the future.' }],
  [
    'a correction of a score that is not there',
    { CorrectsId: OutcomeResponseId.parse(randomUUID()) },
    { CorrectsId: 'The score to correct is not in this case, or is of another measure.' },
  ],
])('%s is refused, and nothing is kept', async (_, more, fields) => {
  await expect(record(more)).rejects.toMatchObject({ fields });
  expect(await stored()).toEqual([]);
});

test('it goes into a note of its case that is not signed, by who may write there', async () => {
  await expect(record({}, { as: 'front' })).rejects.toMatchObject({ kind: 'no-permission' });
  await expect(record({ NoteId: today.inProgress })).rejects.toMatchObject({ kind: 'not-found' });
  await expect(record({ CaseId: demoId('demo2', 'case', 'ada'), NoteId: null })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await api.db.owner(`update providers set "NotesPermission" = 'N' where "ProviderId" = $1`, [cast.providers.maya]);
  await expect(record()).rejects.toMatchObject({ kind: 'no-permission' });
  await api.db.owner(`update providers set "NotesPermission" = 'F' where "ProviderId" = $1`, [cast.providers.maya]);
  await sign();
  await expect(record()).rejects.toThrow('This note is signed, so no score can be added to it.');
  expect((await record({ NoteId: null })).outcomeResponse.NoteId).toBeNull();
});

test('a note is signed with the scores its signer saw, and prints them', async () => {
  await record();
  await expect(sign({ outcomes: {} })).rejects.toThrow('Outcome measures');
  await sign();
  const reply = await api.inject('GET', `/api/notes/${today.review}/pdf`, { as: 'pt' });
  const text = pdfPages(reply.rawPayload).join('');
  expect(text).toContain(squeezed('Oswestry Disability Index'));
  expect(text).toContain(squeezed('24 of 100'));
});

test('thoughts of self-harm keep a note from being signed until it says what was done', async () => {
  const Answers = Array.from({ length: 9 }, (_, at) => ({
    ItemKey: String(at + 1),
    Value: at === 8 ? 2 : 0,
    Text: null,
  }));
  await record({ MeasureKey: 'phq9', Answers, Score: 2 });
  await expect(sign()).rejects.toThrow('PHQ-9 item 9');
  const changes = { [alertElement]: 'Called the crisis line together, told the referrer.' };
  await call('documentation.save', { id: samira, VisitId: today.review, changes } as never, pt);
  expect((await sign()).visitNote.Elements).toMatchObject(changes);
});

test('a note whose answers need a response is not removed before it was signed', async () => {
  const NoteId = randomUUID();
  const begun = { NoteId, CaseId: samira, NoteType: 'communication', NoteDate: day, ParentNoteId: null };
  await call('documentation.create', begun as never, pt);
  const Answers = Array.from({ length: 9 }, (_, at) => ({
    ItemKey: String(at + 1),
    Value: at === 8 ? 1 : 0,
    Text: null,
  }));
  await expect(record({ MeasureKey: 'phq9', Answers, Score: 1, NoteId: null })).rejects.toMatchObject({
    fields: { NoteId: 'These answers need a response. Record them in a note.' },
  });
  await record({ MeasureKey: 'phq9', Answers, Score: 1, NoteId });
  await expect(call('documentation.remove', { id: NoteId } as never, pt)).rejects.toThrow('need a response');
  const { visitNotes } = await call('documentation.list', { id: samira }, pt);
  expect(visitNotes.map((note): string => note.NoteId)).toContain(NoteId);
});

test('who may not write notes of a case records no score beside them either', async () => {
  await api.db.owner(
    `update providers set notes_permissions = (select jsonb_agg(jsonb_build_object('PayerId', "PayerId", 'NotesPermission', 'N')) from payers where site = 'demo')
     where "ProviderId" = $1`,
    [cast.providers.maya],
  );
  await expect(record({ NoteId: null })).rejects.toMatchObject({ kind: 'no-permission' });
  expect(await stored()).toEqual([]);
});
