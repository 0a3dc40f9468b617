import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alertElement } from '#contract/outcomes/needs-alert.ts';
import type { SurveyPage } from '#contract/surveys/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';

let api: TestApi;
let command: Commands;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  command = commandsOn(api.db);
});
afterAll(() => api.close());

const id = cast.visits.today.review as never;
let PatientId = '';
let CaseId = '';
beforeEach(async () => {
  await api.db.owner(`delete from outcome_responses`);
  for (const table of ['survey_answers', 'survey_sends', 'outbound_messages', 'patient_links'])
    await api.db.owner(`delete from ${table}`);
  await api.db.owner(`delete from visit_notes where site = 'demo' and "NoteType" = 'communication'`);
  await api.db.owner(`update visit_notes set "Elements" = '{}' where "NoteId" = $1`, [id]);
  const [row] = await api.db.owner<{ PatientId: string; CaseId: string }>(
    `update visits set stage = 'review' where "VisitId" = $1 returning "PatientId", "CaseId"`,
    [id],
  );
  PatientId = row?.PatientId ?? '';
  CaseId = row?.CaseId ?? '';
  await api.db.owner(`update patients set "Phone" = '9785550101', "Email" = 'p@example.org' where "PatientId" = $1`, [
    PatientId,
  ]);
  await api.db.owner(`delete from consent_ledger where purpose = 'surveys'`);
  await api.db.owner(
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select 'demo', $1, channel, 'surveys', true, 'staff', 'chart', now() from unnest(array['email', 'text']) channel`,
    [PatientId],
  );
});

const pt = { as: 'pt' } as const;
const send = (MeasureKey: string, as: 'pt' | 'front' = 'pt') =>
  api.call('surveys.sendOutcome', { id, MeasureKey }, { as });
async function sentToken(MeasureKey: string): Promise<string> {
  await send(MeasureKey);
  const [mail] = await api.db.owner<{ body: string }>(
    `select body from outbound_messages where kind = 'survey' and channel = 'email'`,
  );
  return /\/s\/(demo\.[\w-]{22})/.exec(mail?.body ?? '')?.[1] ?? '';
}
const post = (path: string, payload: object) =>
  api.app.inject({ method: 'POST', url: `/api/survey${path}`, payload: payload as Record<string, unknown> });
const read = async (token: string) => (await post('/read', { token })).json<SurveyPage>();
const answer = async (token: string, answers: object) => {
  const { SurveySendId } = await read(token);
  return post(`/${SurveySendId}/answers`, { token, answers });
};
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : null),
  );
type Kept = { Score: number; NoteId: string | null; CorrectsId: string | null; OutcomeResponseId: string };
const inChart = () =>
  api.db.owner<Kept & Record<string, unknown>>(
    `select "OutcomeResponseId", "CaseId", "NoteId", "MeasureKey", "Score", "CorrectsId", "EnteredBy", "Answers"
     from outcome_responses where site = 'demo' order by "OutcomeResponseId"`,
  );
const communications = () =>
  api.db.owner<{ NoteId: string }>(
    `select "NoteId", "CaseId", "ProviderId", "signedAt" from visit_notes where site = 'demo' and "NoteType" = 'communication'`,
  );
const signNote = (base: Record<string, unknown> = {}) =>
  command('documentation.sign', { id: cast.visits.today.review } as never, { ...pt, base });
const phq = (last: number) =>
  Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at + 1), at === 8 ? last : 1]));

describe('sending', () => {
  test('goes by the ways the patient agreed to, and tells neither the measure nor the patient', async () => {
    expect((await send('phq9')).reached).toContain('email');
    const rows = await api.db.owner<{ body: string }>(`select body, subject from outbound_messages`);
    expect(JSON.stringify(rows)).toContain('Please answer a few questions for your clinic.');
    expect(JSON.stringify(rows)).not.toMatch(/phq|health questionnaire|depress/i);
  });

  test.each(['odi', 'psfs', 'nothing'])('%s can’t be sent', async (key) => {
    expect(await refusal(send(key))).toMatch(/^Patients can’t answer this measure online/);
    expect(await api.db.owner(`select from survey_sends union all select from patient_links`)).toEqual([]);
  });

  test('is for who may write notes of the case', async () => {
    expect(await refusal(send('nprs', 'front'))).toMatch(/permission/i);
  });

  test('the same measure twice within 7 days is refused, another one is not, and neither counts as a survey of care', async () => {
    await send('nprs');
    expect(await refusal(send('nprs'))).toMatch(/less than 7 days ago. It can be sent again on \d\d\/\d\d\/\d{4}\./);
    expect(await refusal(send('groc'))).toBeNull();
    expect(await refusal(api.call('surveys.send', { id }, { as: 'front' }))).toBeNull();
    expect(await api.call('surveys.list', {}, { as: 'admin' })).toMatchObject({ sent: 1, answered: 0 });
  });

  test('who has not agreed gets none, and nothing is kept of it', async () => {
    await api.db.owner(`delete from consent_ledger where purpose = 'surveys'`);
    expect(await refusal(send('nprs'))).toMatch(/has not agreed to surveys/);
    expect(await api.db.owner(`select from survey_sends union all select from patient_links`)).toEqual([]);
  });
});

describe('answering', () => {
  test('the page asks the measure in both languages, and looking changes nothing', async () => {
    const token = await sentToken('nprs');
    const page = await read(token);
    expect(page).toMatchObject({
      state: 'open',
      measure: { isEnglishOnly: false, questions: { en: [{ kind: 'scale' }], es: [{ low: 'ningún dolor' }] } },
    });
    expect(await inChart()).toEqual([]);
  });

  test.each([
    ['phq9', Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, 1]))],
    ['nprs', { 1: 4 }],
    ['rmdq', { 1: true }],
  ])('of %s nothing that was answered comes back by the link', async (key, given) => {
    const token = await sentToken(key);
    const sent = await answer(token, given);
    expect(sent.statusCode, sent.body).toBe(200);
    for (const reply of [sent, await post('/read', { token })]) {
      const { state, answers } = reply.json<SurveyPage>();
      expect([state, answers]).toEqual(['changeable', {}]);
    }
    expect(await inChart()).toHaveLength(1);
  });

  test('a score goes into the open note of the visit as the patient’s, and changed answers correct it', async () => {
    const token = await sentToken('nprs');
    expect((await answer(token, { 1: 4 })).json()).toMatchObject({ state: 'changeable' });
    const [first] = await inChart();
    expect(first).toMatchObject({
      CaseId,
      NoteId: id,
      MeasureKey: 'nprs',
      Score: 4,
      EnteredBy: 'patient',
      Answers: [{ ItemKey: '1', Value: 4, Text: null }],
    });
    await answer(token, { 1: 6 });
    await answer(token, { 1: 7 });
    const all = await inChart();
    expect(all.map(({ Score }) => Score)).toEqual([4, 6, 7]);
    expect(all.map(({ CorrectsId }) => CorrectsId)).toEqual([
      null,
      all[0]?.OutcomeResponseId,
      all[1]?.OutcomeResponseId,
    ]);
  });

  test('what staff corrected meanwhile is changed no more, and the survey keeps no other answer', async () => {
    const token = await sentToken('nprs');
    await answer(token, { 1: 4 });
    const [first] = await inChart();
    const own = { MeasureKey: 'nprs', Version: 1, Date: '2026-11-18', Score: 5, CorrectsId: first?.OutcomeResponseId };
    await command(
      'outcomes.record',
      {
        ...own,
        OutcomeResponseId: '0193a0a0-0000-7000-8000-0000000000aa',
        CaseId,
        NoteId: null,
        Answers: [{ ItemKey: '1', Value: 5, Text: null }],
      } as never,
      pt,
    );
    expect((await answer(token, { 1: 9 })).json()).toMatchObject({
      message: 'This survey can no longer be changed. Nothing was saved.',
    });
    expect(await inChart()).toHaveLength(2);
    expect(await api.db.owner(`select from survey_answers`)).toHaveLength(1);
  });

  test.each([
    ['a missing item', 'phq2', { 1: 1 }],
    ['a value that is none', 'nprs', { 1: 11 }],
    ['an item that is none', 'nprs', { 1: 1, 7: 1 }],
    ['words', 'nprs', { 1: 'much' }],
  ])('%s is refused, and nothing is kept', async (_, key, answers) => {
    const token = await sentToken(key);
    expect((await answer(token, answers)).statusCode).toBe(422);
    expect(await inChart()).toEqual([]);
    expect(await api.db.owner(`select from survey_answers`)).toEqual([]);
  });

  test('a day after the first answers nothing reaches the chart', async () => {
    const token = await sentToken('nprs');
    await answer(token, { 1: 4 });
    await api.db.owner(`update survey_answers set at = at - interval '25 hours'`);
    expect((await answer(token, { 1: 9 })).json()).toMatchObject({ message: /can no longer be changed/ });
    expect(await inChart()).toHaveLength(1);
  });

  test('twice at once are one after the other', async () => {
    const token = await sentToken('nprs');
    const { SurveySendId } = await read(token);
    await Promise.all([1, 2, 3].map((value) => post(`/${SurveySendId}/answers`, { token, answers: { 1: value } })));
    const all = await inChart();
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ CorrectsId }) => CorrectsId)).size).toBe(3);
  });

  test('what is answered is in no audit entry', async () => {
    const token = await sentToken('phq9');
    await answer(token, phq(0));
    const [{ entries } = { entries: '' }] = await api.db.owner<{ entries: string }>(
      `select string_agg(detail::text, ' ') as entries from audit_entry where entity = 'surveySends'`,
    );
    expect(entries).not.toMatch(/phq|"Value"/i);
  });
});

describe('thoughts of self-harm', () => {
  test('keep the begun note of the visit from being signed until it says what was done', async () => {
    await command('documentation.save', { id: CaseId, VisitId: id, changes: { Subjective: 'Better' } } as never, pt);
    const token = await sentToken('phq9');
    await answer(token, phq(1));
    expect(await inChart()).toMatchObject([{ NoteId: id, Score: 9 }]);
    expect(await communications()).toEqual([]);
    expect(await refusal(signNote())).toMatch(/PHQ-9 item 9/);
  });

  test('begin a note of the therapist where the visit’s is signed: it waits until it says what was done', async () => {
    await signNote();
    const token = await sentToken('phq9');
    await answer(token, phq(2));
    const [note] = await communications();
    expect(note).toMatchObject({ CaseId, ProviderId: cast.providers.maya, signedAt: null });
    expect(await inChart()).toMatchObject([{ NoteId: note?.NoteId, EnteredBy: 'patient' }]);
    const { unsigned } = await api.call('documentation.toDo', {}, pt);
    expect(unsigned.map((one): string => one.NoteId)).toContain(note?.NoteId);
    const remove = command('documentation.remove', { id: note?.NoteId } as never, pt);
    expect(await refusal(remove)).toMatch(/need a response/);
    // Changed answers stay in that note, also where they are harmless now.
    await answer(token, phq(0));
    expect((await inChart()).map(({ NoteId }) => NoteId)).toEqual([note?.NoteId, note?.NoteId]);
    expect(await communications()).toHaveLength(1);
    const changes = { [alertElement]: 'Called the patient.' };
    await command('documentation.save', { id: CaseId, NoteId: note?.NoteId, changes } as never, pt);
  });

  test('of which the patient says nothing begin no note', async () => {
    await signNote().catch(() => undefined);
    const token = await sentToken('phq9');
    await answer(token, phq(0));
    expect(await communications()).toEqual([]);
    expect(await inChart()).toMatchObject([{ NoteId: null }]);
  });
});
