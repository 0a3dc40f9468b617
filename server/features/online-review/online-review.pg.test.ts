import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OnlineReviewPage } from '#contract/online-review/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';

let api: TestApi;
let command: Commands;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
  command = commandsOn(api.db);
});
afterAll(() => api.close());

const id = cast.visits.today.scheduled as never;
const FacilityId = cast.facilities.harborview;
let PatientId = '';
beforeEach(async () => {
  for (const table of ['review_notes', 'review_sends', 'outbound_messages', 'patient_links', 'review_sites'])
    await api.db.owner(`delete from ${table}`);
  const [row] = await api.db.owner<{ PatientId: string }>(
    `update visits set stage = 'billing', "FacilityId" = $2 where "VisitId" = $1 returning "PatientId"`,
    [id, FacilityId],
  );
  PatientId = row?.PatientId ?? '';
  await api.db.owner(
    `update patients set "Phone" = '9785550101', "Email" = 'p@example.org', "DeathDate" = null, "Language" = null where "PatientId" = $1`,
    [PatientId],
  );
  await api.db.owner(`update sites set settings = settings || '{"messages_by_text": true}'`);
  await api.db.owner(`delete from consent_ledger where purpose = 'reviews'`);
  await agree(true);
  await newSite('Stars', 2);
  await newSite('Maps', 1);
});

const agree = (given: boolean) =>
  api.db.owner(
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select 'demo', $1, channel, 'reviews', $2, 'staff', 'chart', now() from unnest(array['email', 'text']) channel`,
    [PatientId, given],
  );
const newSite = (Name: string, SortOrder: number) =>
  api.db.owner(
    `insert into review_sites (site, "ReviewSiteId", "FacilityId", "Name", "Url", "SortOrder")
     values ('demo', gen_random_uuid(), $1, $2, 'https://example.com/' || $2, $3)`,
    [FacilityId, Name, SortOrder],
  );
const send = () => api.call('onlineReview.send', { id }, { as: 'front' });
async function sentToken(): Promise<string> {
  await send();
  const [mail] = await api.db.owner<{ body: string }>(
    `select body from outbound_messages where kind = 'review' and channel = 'email'`,
  );
  return /\/s\/(demo\.[\w-]{22})/.exec(mail?.body ?? '')?.[1] ?? '';
}
const post = (path: string, payload: object) =>
  api.app.inject({ method: 'POST', url: `/api/onlineReview${path}`, payload: payload as Record<string, unknown> });
const read = async (token: string) => (await post('/page', { token })).json<OnlineReviewPage>();
const write = (token: string, note: string) => post('/page/note', { token, note });
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : null),
  );
const kept = () => api.db.owner<{ note: string }>(`select note from review_notes`);

describe('sending', () => {
  test('goes by both ways the patient agreed to, in one text for all, and is in the history of the visit', async () => {
    expect(await send()).toEqual({ reached: ['email', 'text'] });
    const rows = await api.db.owner<{ body: string }>(`select body from outbound_messages where kind = 'review'`);
    expect(rows).toHaveLength(2);
    for (const { body } of rows)
      expect(body).toContain('Would you share your experience with us? Good or bad, it helps.');
    expect(
      await api.db.owner(`select from visit_history where "VisitId" = $1 and action = 'review link sent'`, [id]),
    ).toHaveLength(1);
  });

  test('in Spanish to who speaks Spanish', async () => {
    await api.db.owner(`update patients set "Language" = 'es' where "PatientId" = $1`, [PatientId]);
    await send();
    const rows = await api.db.owner<{ body: string }>(`select body from outbound_messages where kind = 'review'`);
    for (const { body } of rows) expect(body).toContain('¿Nos cuenta su experiencia? Buena o mala, nos ayuda.');
  });

  test('not before nine in the morning, nor after eight in the evening', async () => {
    await send();
    const rows = await api.db.owner<{ hour: number }>(
      `select extract(hour from o."notBefore" at time zone f."TimeZone")::int as hour from outbound_messages o, facilities f
       where o.kind = 'review' and f.site = 'demo' and f."FacilityId" = $1`,
      [FacilityId],
    );
    expect(rows).toHaveLength(2);
    for (const { hour } of rows) {
      expect(hour).toBeGreaterThanOrEqual(9);
      expect(hour).toBeLessThan(20);
    }
  });

  const ofPatient = `"PatientId" = (select "PatientId" from visits where "VisitId" = $1)`;
  const consent = (given: boolean, how: string) =>
    `insert into consent_ledger (site, "PatientId", channel, purpose, given, how, wording, at)
     select v.site, v."PatientId", channel, 'reviews', ${given}, '${how}', 'page', now() from visits v, unnest(array['email', 'text']) channel where "VisitId" = $1`;
  test.each([
    [
      'a visit that has not started',
      `update visits set stage = 'confirmed' where "VisitId" = $1`,
      /once the visit has/,
    ],
    ['who was never asked', `delete from consent_ledger where purpose = 'reviews' and ${ofPatient}`, /has not agreed/],
    ['who opted out', consent(false, 'page'), /^Unable to send\. The patient opted out of review requests\.$/],
    [
      'who has no address',
      `update patients set "Email" = null, "Phone" = null where ${ofPatient}`,
      /^Unable to send\. The chart has no email or mobile phone\.$/,
    ],
    [
      'who died',
      `update patients set "DeathDate" = '2026-11-01' where ${ofPatient}`,
      /^Unable to send\. The patient is deceased\.$/,
    ],
    [
      'a facility without review sites',
      `delete from review_sites where site = (select site from visits where "VisitId" = $1)`,
      /^Unable to send\. This facility has no review sites yet\./,
    ],
  ])('%s gets none, and nothing is kept of it', async (_, change, sentence) => {
    await api.db.owner(change, [id]);
    expect(await refusal(send())).toMatch(sentence);
    expect(await api.db.owner(`select from review_sends union all select from patient_links`)).toEqual([]);
  });

  test('twice within 180 days, and twice at once, is refused with the day', async () => {
    const both = await Promise.all([refusal(send()), refusal(send())]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(both.join('')).toMatch(/less than 180 days ago. The next link can be sent on \d\d\/\d\d\/\d{4}\./);
    await api.db.owner(`update review_sends set "sentAt" = "sentAt" - interval '179 days'`);
    expect(await refusal(send())).toMatch(/180 days/);
    await api.db.owner(`update review_sends set "sentAt" = "sentAt" - interval '1 day'`);
    expect(await refusal(send())).toBeNull();
  });

  test('a survey that was answered badly changes nothing of the page, nor whether it is sent', async () => {
    const before = await read(await sentToken());
    await api.db.owner(`delete from review_sends`);
    await api.db.owner(
      `with sent as (insert into survey_sends (site, "SurveySendId", "PatientId", "SurveyKey", version, "sentAt")
         values ('demo', gen_random_uuid(), $1, 'care', 1, now()) returning site, "SurveySendId", "PatientId")
       insert into survey_answers (site, "SurveySendId", n, "PatientId", answers, at)
         select site, "SurveySendId", 1, "PatientId", '{"recommend": 0}', now() from sent`,
      [PatientId],
    );
    await api.db.owner(`delete from outbound_messages`);
    expect(await read(await sentToken())).toEqual(before);
  });
});

describe('the page', () => {
  test('shows the sites in the clinic’s order and nothing of the patient, and looking changes nothing', async () => {
    const token = await sentToken();
    const page = await read(token);
    expect(page).toEqual({
      clinic: expect.any(String),
      phone: expect.any(String),
      sites: [
        { Name: 'Maps', Url: 'https://example.com/Maps' },
        { Name: 'Stars', Url: 'https://example.com/Stars' },
      ],
      isNoted: false,
    });
    expect(await read(token)).toEqual(page);
    expect(await kept()).toEqual([]);
  });

  test('keeps one note for each link, the same one sent again is the same', async () => {
    const token = await sentToken();
    expect((await write(token, '  The room was cold.  ')).json()).toMatchObject({ isNoted: true });
    expect((await write(token, 'The room was cold.')).json()).toMatchObject({ isNoted: true });
    const other = await write(token, 'Something else');
    expect([other.statusCode, other.json()]).toMatchObject([
      490,
      { message: 'You sent a note with this link before. Call the clinic to add to it.' },
    ]);
    expect(await kept()).toEqual([{ note: 'The room was cold.' }]);
    const page = await read(token);
    expect(page.isNoted).toBe(true);
    expect(page.sites).toHaveLength(2);
    expect(JSON.stringify(page)).not.toContain('cold');
  });

  test('two notes at once are one', async () => {
    const token = await sentToken();
    const both = await Promise.all([write(token, 'One'), write(token, 'Two')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 490]);
    expect(await kept()).toHaveLength(1);
  });

  test.each([
    ['nothing', '   '],
    ['more than a note', 'x'.repeat(2_001)],
  ])('%s is refused, and nothing is kept', async (_, note) => {
    const token = await sentToken();
    expect((await write(token, note)).statusCode).toBe(422);
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['late', `update patient_links set "expiresAt" = now() - interval '1 second'`],
    ['ended by the clinic', `update patient_links set "revokedAt" = now(), "revokedWhy" = 'staff'`],
    ['of another purpose', `update patient_links set purpose = 'survey'`],
  ])('a link that is %s opens nothing and takes no note', async (_, change) => {
    const token = await sentToken();
    await api.db.owner(`${change} where purpose = 'review'`);
    for (const reply of [await post('/page', { token }), await write(token, 'Hello')])
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { message: /^This link no longer works/ }]);
    expect(await kept()).toEqual([]);
  });

  test('each look and each note is in the audit log, without its words', async () => {
    const token = await sentToken();
    await read(token);
    await write(token, 'canary-words');
    const entries = await api.db.owner<{ action: string }>(
      `select action, detail from audit_entry where entity = 'reviewSends' order by id desc limit 2`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['patient change', 'patient read']);
    expect(JSON.stringify(entries)).not.toContain('canary');
  });
});

describe('private notes', () => {
  test('are listed unread first, until somebody read them', async () => {
    const token = await sentToken();
    expect(await api.call('onlineReview.notes', {}, { as: 'admin' })).toEqual({ notes: [] });
    await write(token, 'The room was cold.');
    const { notes } = await api.call('onlineReview.notes', {}, { as: 'admin' });
    expect(notes).toMatchObject([{ PatientId, note: 'The room was cold.', readAt: null }]);
    const [{ OnlineReviewSendId } = { OnlineReviewSendId: '' }] = notes;
    const said = await api.call('onlineReview.read', { OnlineReviewSendId } as never, { as: 'admin' });
    expect(await api.call('onlineReview.read', { OnlineReviewSendId } as never, { as: 'admin' })).toEqual(said);
    await api.db.owner(
      `with sent as (insert into review_sends (site, "OnlineReviewSendId", "PatientId", "FacilityId", "sentAt")
         values ('demo', gen_random_uuid(), $1, $2, now()) returning site, "OnlineReviewSendId", "PatientId")
       insert into review_notes (site, "OnlineReviewSendId", "PatientId", note, at)
         select site, "OnlineReviewSendId", "PatientId", 'Older', now() - interval '1 day' from sent`,
      [PatientId, FacilityId],
    );
    const { notes: after } = await api.call('onlineReview.notes', {}, { as: 'admin' });
    expect(after.map(({ note, readAt }) => [note, readAt !== null])).toEqual([
      ['Older', false],
      ['The room was cold.', true],
    ]);
  });

  test('are not for the front desk', async () => {
    expect(await refusal(api.call('onlineReview.notes', {}, { as: 'front' }))).toMatch(/permission/i);
  });
});

describe('review sites', () => {
  const site = (more: object = {}) => ({
    ReviewSiteId: randomUUID(),
    FacilityId,
    Name: 'Votes',
    Url: 'https://votes.example.com/us',
    SortOrder: 3,
    ...more,
  });
  const create = (more: object = {}) => command('onlineReview.createReviewSite', site(more) as never, { as: 'admin' });

  test('one more is on the page of its facility alone', async () => {
    const token = await sentToken();
    await create({ SortOrder: 1, Name: 'A first' });
    expect((await read(token)).sites.map(({ Name }) => Name)).toEqual(['A first', 'Maps', 'Stars']);
    await api.db.owner(`update review_sites set "FacilityId" = $1 where "Name" = 'A first'`, [
      cast.facilities.riverside,
    ]);
    expect((await read(token)).sites.map(({ Name }) => Name)).toEqual(['Maps', 'Stars']);
  });

  test.each([
    ['a name that is there', { Name: 'maps' }, { Name: 'This facility already has a site with this name.' }],
    [
      'a facility of another site',
      { FacilityId: demoId('demo2', 'facility', 'lakeside') },
      { FacilityId: expect.any(String) },
    ],
  ])('%s is refused', async (_, more, fields) => {
    await expect(create(more)).rejects.toMatchObject({ fields });
  });

  test('a sixth of a facility is refused', async () => {
    for (const Name of ['Three', 'Four', 'Five']) await create({ Name });
    await expect(create({ Name: 'Six' })).rejects.toMatchObject({ fields: { FacilityId: /has 5 review sites/ } });
  });

  test('who works elsewhere makes, changes and removes none', async () => {
    await api.db.owner(
      `update users set "individualPermissions" = "individualPermissions" || '{access company,access online reviews}'::text[], "facilityIds" = $1 where site = 'demo' and "UserId" = '${cast.users.pta}'`,
      [[cast.facilities.riverside]],
    );
    const [made] = await api.db.owner<{ id: string }>(
      `select "ReviewSiteId" as id from review_sites where "Name" = 'Maps'`,
    );
    const as = { as: 'pta' as const };
    await expect(command('onlineReview.createReviewSite', site() as never, as)).rejects.toMatchObject({
      fields: { FacilityId: 'This facility was not found.' },
    });
    const change = { id: made?.id, changes: { SortOrder: 5 } };
    await expect(command('onlineReview.updateReviewSite', change as never, as)).rejects.toMatchObject({
      fields: { FacilityId: 'This facility was not found.' },
    });
    await expect(command('onlineReview.removeReviewSite', { id: made?.id } as never, as)).rejects.toThrow(
      'This facility was not found.',
    );
  });
});
