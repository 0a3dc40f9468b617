import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoints.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const use = (more: Partial<Record<string, unknown>> = {}) =>
  ({
    id: crypto.randomUUID(),
    PatientId: cast.patients.rosa,
    reason: 'Called in with chest pain after yesterday',
    startedAt: '2026-11-18T15:00:00.000Z',
    openedAt: '2026-11-18T15:00:10.000Z',
    offline: true,
    ...more,
  }) as InputOf<'emergency.record'>;

test('a chart opened offline is recorded once, audited, listed with its reason, and reviewed by someone else', async () => {
  const input = use();
  await api.call('emergency.record', input, { as: 'pt' });
  await api.call('emergency.record', input, { as: 'pt' });
  const audited = await api.db.owner<{ detail: Record<string, string> }>(
    `select detail from audit_entry where site = 'demo' and action = 'emergency access' and pk = $1`,
    [cast.patients.rosa],
  );
  expect(audited).toHaveLength(1);
  expect(audited[0]?.detail).toMatchObject({ reason: input.reason, offline: 'true', access: input.id });
  const { accesses } = await api.call('emergency.list', {}, { as: 'admin' });
  expect(accesses.find(({ id }) => id === input.id)).toMatchObject({
    UserId: cast.users.pt,
    reason: input.reason,
    offline: true,
    charts: [{ PatientId: cast.patients.rosa }],
  });
  await api.call('emergency.review', { id: input.id, note: 'Was needed: she was sent to hospital.' }, { as: 'admin' });
  expect((await api.call('emergency.list', {}, { as: 'admin' })).accesses.map(({ id }) => id)).not.toContain(input.id);
  expect(await api.call('emergency.record', input, { as: 'pt' })).toEqual({ recorded: true });
  expect((await api.call('emergency.list', {}, { as: 'admin' })).accesses.map(({ id }) => id)).not.toContain(input.id);
});

test.each([
  ['a device alone began', false],
  ['the server gave', true],
])(
  'a chart that is heard of after the review of an access %s is audited, and to be reviewed as well',
  async (_, isGrant) => {
    const input = use();
    if (isGrant)
      await api.db.owner(
        `insert into emergency_grants (site, "EmergencyAccessId", "UserId", reason, "startedAt", "endsAt")
       values ('demo', $1, $2, $3, now() - interval '2 hours', now() - interval '1 hour')`,
        [input.id, cast.users.pt, input.reason],
      );
    await api.call('emergency.record', input, { as: 'pt' });
    const review = (note: string) => api.call('emergency.review', { id: input.id, note }, { as: 'admin' });
    const listed = async () =>
      (await api.call('emergency.list', {}, { as: 'admin' })).accesses.find(({ id }) => id === input.id);
    expect((await listed())?.charts).toMatchObject([{ afterReview: false }]);
    await review('Was needed.');
    expect(await listed()).toBeUndefined();

    const late = use({ id: input.id, PatientId: cast.patients.walter });
    await api.call('emergency.record', late, { as: 'pt' });
    const audited = await api.db.owner(
      `select 1 from audit_entry where site = 'demo' and action = 'emergency access' and pk = $1 and detail ->> 'access' = $2`,
      [late.PatientId, input.id],
    );
    expect(audited).toHaveLength(1);
    const again = await listed();
    expect(again?.charts.find(({ PatientId }) => PatientId === late.PatientId)).toMatchObject({ afterReview: true });
    expect(again?.charts.find(({ PatientId }) => PatientId === input.PatientId)).toMatchObject({ afterReview: false });
    await review('This one as well.');
    expect(await listed()).toBeUndefined();
    const notes = await api.db.owner<{ reviewNote: string }>(
      `select "reviewNote" from emergency_accesses where "EmergencyAccessId" = $1 order by "receivedAt"`,
      [input.id],
    );
    expect(notes.map((row) => row.reviewNote)).toEqual(['Was needed.', 'This one as well.']);
  },
);

test('reviewers are told once of what a device began by itself, and once of charts added after the review', async () => {
  const mails = async () =>
    (
      await api.db.owner<{ to: string; body: string }>(
        `select "to", body from outgoing_mail where site = 'demo' and subject like 'Emergency access%' order by at`,
      )
    ).filter(({ to }) => to === 'admin@demo.test');
  const waiting = async () => (await api.call('emergency.waiting', {}, { as: 'admin' })).count;
  const before = (await mails()).length;
  const atFirst = await waiting();
  const input = use();
  await api.call('emergency.record', input, { as: 'pt' });
  await api.call('emergency.record', input, { as: 'pt' });
  await api.call('emergency.record', use({ id: input.id, PatientId: cast.patients.walter }), { as: 'pt' });
  const [first, ...more] = (await mails()).slice(before);
  expect(first?.body).toContain('Maya Okafor opened a chart under emergency access at Harborview Therapy');
  expect(more).toEqual([]);
  expect(await waiting()).toBe(atFirst + 1);

  await api.call('emergency.review', { id: input.id, note: 'Was needed.' }, { as: 'admin' });
  expect(await waiting()).toBe(atFirst);
  const [one, another] = await api.db.owner<{ id: string }>(
    `select "PatientId" as id from patients where site = 'demo' and "PatientId" <> all ($1) limit 2`,
    [[cast.patients.rosa, cast.patients.walter]],
  );
  await api.call('emergency.record', use({ id: input.id, PatientId: one?.id }), { as: 'pt' });
  await api.call('emergency.record', use({ id: input.id, PatientId: another?.id }), { as: 'pt' });
  const after = (await mails()).slice(before + 1);
  expect(after).toHaveLength(1);
  expect(after[0]?.body).toContain('after the review');
  expect(`${first?.body}${after[0]?.body}`).not.toMatch(/chest pain|Alvarez|Rosa/);
  expect(await waiting()).toBe(atFirst + 1);
  // Nobody reviews what they opened themselves.
  await api.call('emergency.record', use(), { as: 'admin' });
  expect(await waiting()).toBe(atFirst + 1);
});

test('only who manages users reviews, and no one their own', async () => {
  await expect(api.call('emergency.list', {}, { as: 'pt' })).rejects.toMatchObject({ kind: 'no-permission' });
  const input = use();
  await api.call('emergency.record', input, { as: 'admin' });
  await expect(
    api.call('emergency.review', { id: input.id, note: 'Was needed: she was sent to hospital.' }, { as: 'admin' }),
  ).rejects.toMatchObject({
    kind: 'conflict',
  });
  await expect(
    api.call('emergency.review', { id: input.id, note: 'Was needed: she was sent to hospital.' }, { as: 'pt' }),
  ).rejects.toMatchObject({
    kind: 'no-permission',
  });
});

test.each([
  ['a reason that says nothing', { reason: 'because' }, 'invalid'],
  ['a patient of no one', { PatientId: crypto.randomUUID() }, 'not-found'],
])('%s is refused and leaves nothing', async (_, more, kind) => {
  const input = use(more);
  await expect(api.call('emergency.record', input, { as: 'pt' })).rejects.toMatchObject({ kind });
  const left = await api.db.owner(`select 1 from emergency_accesses where "EmergencyAccessId" = $1`, [input.id]);
  expect(left).toEqual([]);
});

test('someone else cannot add to an access', async () => {
  const input = use();
  await api.call('emergency.record', input, { as: 'pt' });
  await expect(api.call('emergency.record', input, { as: 'front' })).rejects.toMatchObject({ kind: 'not-found' });
});
