import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SurveyPage } from '#contract/surveys/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { surveyRound } from './due.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const id = cast.visits.today.scheduled as never;
let PatientId = '';
beforeEach(async () => {
  for (const table of ['survey_answers', 'survey_sends', 'outbound_messages', 'patient_links'])
    await api.db.owner(`delete from ${table}`);
  const [row] = await api.db.owner<{ PatientId: string }>(
    `update visits set stage = 'billing' where "VisitId" = $1 returning "PatientId"`,
    [id],
  );
  PatientId = row?.PatientId ?? '';
  await api.db.owner(`update patients set "Phone" = '9785550101', "Email" = 'p@example.org' where "PatientId" = $1`, [
    PatientId,
  ]);
  await api.db.owner(`update sites set settings = settings || '{"messages_by_text": true}'`);
  await api.db.owner(`delete from consent_ledger where purpose = 'surveys'`);
  await agree(true);
});

const agree = (given: boolean) =>
  api.db.owner(
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select 'demo', $1, channel, 'surveys', $2, 'staff', 'chart', now() from unnest(array['email', 'text']) channel`,
    [PatientId, given],
  );
const send = () => api.call('surveys.send', { id }, { as: 'front' });
async function sentToken(): Promise<string> {
  await send();
  const [mail] = await api.db.owner<{ body: string }>(
    `select body from outbound_messages where kind = 'survey' and channel = 'email'`,
  );
  return /\/s\/(demo\.[\w-]{22})/.exec(mail?.body ?? '')?.[1] ?? '';
}
const post = (path: string, payload: object) =>
  api.app.inject({ method: 'POST', url: `/api/survey${path}`, payload: payload as Record<string, unknown> });
const read = async (token: string) => (await post('/read', { token })).json<SurveyPage>();
const answer = (token: string, { SurveySendId }: SurveyPage, answers: object) =>
  post(`/${SurveySendId}/answers`, { token, answers });
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : null),
  );

describe('sending', () => {
  test('goes by both ways the patient agreed to, and tells no more than the clinic', async () => {
    expect(await send()).toEqual({ reached: ['email', 'text'] });
    const rows = await api.db.owner<{ channel: string; body: string; subject: string }>(
      `select channel, body, subject from outbound_messages where kind = 'survey' order by channel`,
    );
    expect(rows.map(({ channel }) => channel)).toEqual(['email', 'text']);
    for (const { body } of rows) expect(body).toContain('How was your care? Three short questions.');
  });

  test.each([
    [
      'a visit that has not started',
      `update visits set stage = 'confirmed' where "VisitId" = $1`,
      'once the visit has started',
    ],
    [
      'who wants no surveys',
      `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
       select v.site, v."PatientId", channel, 'surveys', false, 'page', 'page', now() from visits v, unnest(array['email', 'text']) channel where "VisitId" = $1`,
      'has not agreed to surveys',
    ],
    [
      'who has no address',
      `update patients set "Email" = null, "Phone" = null where "PatientId" = (select "PatientId" from visits where "VisitId" = $1)`,
      'no email or mobile phone',
    ],
  ])('%s gets none, and nothing is kept of it', async (_, change, sentence) => {
    await api.db.owner(change, [id]);
    expect(await refusal(send())).toContain(sentence);
    expect(await api.db.owner(`select from survey_sends union all select from patient_links`)).toEqual([]);
  });

  test('twice within 30 days, and twice at once, is refused with the day', async () => {
    const both = await Promise.all([refusal(send()), refusal(send())]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(both.join('')).toMatch(/asked less than 30 days ago. The next survey can be sent on \d\d\/\d\d\/\d{4}\./);
    await api.db.owner(`update survey_sends set "sentAt" = "sentAt" - interval '31 days'`);
    expect(await refusal(send())).toBeNull();
  });
});

describe('answering', () => {
  test('reading changes nothing; answers are kept, changed and closed a day later', async () => {
    const token = await sentToken();
    const page = await read(token);
    expect(page).toMatchObject({ state: 'open', answers: {}, SurveyKey: 'care', version: 1 });
    expect(JSON.stringify(page)).not.toContain(PatientId);
    expect(await api.db.owner(`select from survey_answers`)).toEqual([]);
    expect((await answer(token, page, { recommend: 4, comment: 'Long wait' })).json()).toMatchObject({
      state: 'changeable',
      answers: { recommend: 4, comment: 'Long wait' },
    });
    await answer(token, page, { recommend: 9 });
    const kept = await api.db.owner<{ n: number; answers: object }>(`select n, answers from survey_answers order by n`);
    expect(kept).toEqual([
      { n: 1, answers: { recommend: 4, comment: 'Long wait' } },
      { n: 2, answers: { recommend: 9 } },
    ]);
    await api.db.owner(`update survey_answers set at = at - interval '25 hours'`);
    expect(await read(token)).toMatchObject({ state: 'closed', answers: {} });
    expect((await answer(token, page, { recommend: 1 })).json()).toMatchObject({
      message: 'This survey can no longer be changed. Nothing was saved.',
    });
    expect(await api.db.owner(`select from survey_answers`)).toHaveLength(2);
  });

  test.each([{}, { recommend: 11 }, { recommend: 5, other: 'x' }, { recommend: 5, callMe: 'yes' }])(
    '%j is refused and changes nothing',
    async (answers) => {
      const token = await sentToken();
      const reply = await answer(token, await read(token), answers);
      expect(reply.json()).toMatchObject({ message: 'One of these answers can’t be saved. Check them and try again.' });
      expect(await api.db.owner(`select from survey_answers`)).toEqual([]);
    },
  );

  test('who would not recommend the clinic is called: one task, whatever they answer later', async () => {
    const tasks = () =>
      api.db.owner(
        `select subject, "PatientId", "CaseId", "OwnerUserId", "IsDone" from tasks where "Kind" = 'detractor'`,
      );
    await api.db.owner(`delete from tasks where "Kind" = 'detractor'`);
    const token = await sentToken();
    const page = await read(token);
    await answer(token, page, { recommend: 7 });
    expect(await tasks()).toEqual([]);
    await answer(token, page, { recommend: 6 });
    const [of] = await api.db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [id]);
    const asked = { subject: page.SurveySendId, PatientId, ...of, OwnerUserId: null, IsDone: false };
    expect(await tasks()).toEqual([asked]);
    await answer(token, page, { recommend: 0 });
    await answer(token, page, { recommend: 10 });
    expect(await tasks()).toEqual([asked]);
  });

  test('late, foreign, invented and other links open nothing, with one sentence', async () => {
    const token = await sentToken();
    const page = await read(token);
    const dead = { message: 'This link no longer works. Call the clinic if you have a question about your care.' };
    expect((await answer(token, { ...page, SurveySendId: id }, { recommend: 5 })).json()).toMatchObject(dead);
    expect((await post('/read', { token: `demo.${'A'.repeat(22)}` })).json()).toMatchObject(dead);
    expect((await post('/read', { token: 'demo' })).json()).toMatchObject(dead);
    const other = await api.db.owner<{ body: string }>(`select body from outbound_messages where channel = 'email'`);
    const preferences = /choose which messages[^]*\/s\/(demo\.[\w-]{22})/.exec(other[0]?.body ?? '')?.[1] ?? '';
    expect((await post('/read', { token: preferences })).json()).toMatchObject(dead);
    await api.db.owner(`update patient_links set "expiresAt" = now() - interval '1 second'`);
    expect((await post('/read', { token })).json()).toMatchObject(dead);
  });

  test('each look and each answer is in the audit log, without what was answered', async () => {
    const token = await sentToken();
    const page = await read(token);
    await answer(token, page, { recommend: 3, comment: 'canary-words' });
    const told = await api.db.owner<{ action: string; detail: object }>(
      `select action, detail from audit_entry where entity = 'surveySends' and pk = $1 order by id`,
      [page.SurveySendId],
    );
    expect(told.map(({ action }) => action)).toEqual(['patient read', 'patient change']);
    expect(JSON.stringify(told)).not.toContain('canary');
  });
});

describe('the list', () => {
  test('shows what was said, the score from five answers on, and who wants a call until they were called', async () => {
    const token = await sentToken();
    const page = await read(token);
    expect(await api.call('surveys.list', {}, { as: 'admin' })).toMatchObject({ sent: 1, answered: 0, score: null });
    await answer(token, page, { recommend: 2, comment: 'Cold room', callMe: true });
    const { surveys, ...figures } = await api.call('surveys.list', {}, { as: 'admin' });
    expect(figures).toEqual({ sent: 1, answered: 1, score: null });
    expect(surveys).toMatchObject([{ PatientId, recommend: 2, comment: 'Cold room', callMe: true, calledAt: null }]);
    const noted = await api.call('surveys.called', { SurveySendId: page.SurveySendId }, { as: 'admin' });
    expect(await api.call('surveys.called', { SurveySendId: page.SurveySendId }, { as: 'admin' })).toEqual(noted);
    const { surveys: after } = await api.call('surveys.list', {}, { as: 'admin' });
    expect(after[0]?.calledAt).toBe(noted.calledAt);
    await api.db.owner(
      `insert into survey_sends (site, "SurveySendId", "PatientId", "SurveyKey", version, "sentAt")
         select 'demo', gen_random_uuid(), $1, 'care', 1, now() - n * interval '1 day' from generate_series(1, 4) n`,
      [PatientId],
    );
    await api.db.owner(
      `insert into survey_answers (site, "SurveySendId", n, "PatientId", answers, at)
         select site, "SurveySendId", 1, "PatientId", '{"recommend": 10}', now() from survey_sends where "VisitId" is null`,
    );
    expect(await api.call('surveys.list', {}, { as: 'admin' })).toMatchObject({ sent: 5, answered: 5, score: 60 });
    await api.db.owner(`update survey_sends set "calledAt" = null`);
    await api.db.owner(`update survey_answers set at = now() - interval '1 day' where "SurveySendId" = $1`, [
      page.SurveySendId,
    ]);
    const { surveys: waiting } = await api.call('surveys.list', {}, { as: 'admin' });
    expect(waiting[0]?.callMe).toBe(true);
  });

  test('is not for the front desk', async () => {
    expect(await refusal(api.call('surveys.list', {}, { as: 'front' }))).toMatch(/permission/i);
  });
});

test('an answer at the same moment as another is kept after it', async () => {
  const token = await sentToken();
  const page = await read(token);
  await Promise.all([1, 2, 3].map((recommend) => answer(token, page, { recommend })));
  expect(await api.db.owner(`select n from survey_answers order by n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a clinic that sends no texts sends surveys by email alone', async () => {
  await api.db.owner(`update sites set settings = settings || '{"messages_by_text": false}'`);
  expect(await send()).toEqual({ reached: ['email'] });
});

describe('by itself', () => {
  /** Noon at the clinic, wherever the machine is. */
  const noonOf = (day: string) => new Date(`${day}T16:00:00Z`);
  const visitsOf = async (...stages: string[]) => {
    const [row] = await api.db.owner<{ CaseId: string }>(`select "CaseId" from visits where "VisitId" = $1`, [id]);
    await api.db.owner(`update visits set stage = 'scheduled' where site = 'demo'`);
    for (const [at, stage] of stages.entries())
      await api.db.owner(
        `update visits set "Start" = $3, "End" = $4, stage = $2, "CaseId" = $1, "PatientId" = $5 where "VisitId" = (
           select "VisitId" from visits where site = 'demo' and "PatientId" = $5 and stage = 'scheduled' order by "VisitId" limit 1)`,
        [row?.CaseId, stage, `2026-11-0${at + 2}T10:00`, `2026-11-0${at + 2}T10:45`, PatientId],
      );
  };
  const after = (nth: number) =>
    api.db.owner(`update sites set settings = settings || $1 where site = 'demo'`, [
      JSON.stringify({ survey_after_visits: nth }),
    ]);
  const run = (day: string) => surveyRound(api.db, { now: noonOf(day) });
  const sends = () => api.db.owner(`select from survey_sends`);
  beforeEach(() => after(2));

  test('asks the day after the visit that the site says, once, and not for half a year', async () => {
    await visitsOf('closed', 'billing');
    await run('2026-11-03');
    expect(await sends()).toHaveLength(0);
    await Promise.all([run('2026-11-04'), run('2026-11-04')]);
    expect(await sends()).toHaveLength(1);
    await run('2026-11-05');
    expect(await sends()).toHaveLength(1);
    expect(await api.db.owner(`select from outbound_messages where kind = 'survey'`)).toHaveLength(2);
  });

  test.each([
    ['a case with fewer visits that took place', () => visitsOf('closed', 'noShow'), '2026-11-05'],
    ['a visit of more than a week ago', () => visitsOf('closed', 'billing'), '2026-11-12'],
    ['who took the consent back', () => visitsOf('closed', 'billing').then(() => agree(false)), '2026-11-05'],
    ['a site that does not', () => visitsOf('closed', 'billing').then(() => after(0)), '2026-11-05'],
  ])('%s asks nobody, and no link is left', async (_, given, day) => {
    await given();
    await run(day);
    expect(await sends()).toHaveLength(0);
    expect(await api.db.owner(`select from patient_links`)).toEqual([]);
  });
});
