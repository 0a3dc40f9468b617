import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { answerKey } from '#contract/intake/form.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

/** Far enough on that no day, hour or zone of the machine matters. */
const day = addDays(new Date().toISOString().slice(0, 10), 14);
const [id, otherVisit] = [cast.visits.today.scheduled, cast.visits.today.confirmed];
const whose: string[] = [];
beforeEach(async () => {
  for (const table of ['signed_consents', 'intakes', 'file_links', 'file_versions', 'files'])
    await api.db.owner(`delete from ${table}`);
  whose.length = 0;
  for (const VisitId of [id, otherVisit]) {
    const [row] = await api.db.owner<{ PatientId: string }>(
      `update visits set "Start" = $2, "End" = $3, stage = 'scheduled', "intakeConflict" = '[]', "intakeIncomplete" = false
       where "VisitId" = $1 returning "PatientId"`,
      [VisitId, `${day}T10:15`, `${day}T11:00`],
    );
    whose.push(row?.PatientId ?? '');
  }
  await api.db.owner(
    `update patients set "DateOfBirth" = '1958-03-14', "City" = 'Gloucester' where "PatientId" = any ($1::uuid[])`,
    [whose],
  );
});

const send = (VisitId: string) => api.call('intake.send', { id: VisitId as never }, { as: 'front' });
const ask = (token: string, method: 'POST' | 'PUT', path: string, payload: object) =>
  api.app.inject({ method, url: `/api/intake${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const tokenOf = (PatientId = '', more: object = {}) =>
  patientToken(api, { kind: 'patient', PatientId, level: 'L1', scope: 'intake', ...more });
async function read(token: string): Promise<IntakePage> {
  return (await ask(token, 'POST', '/read', { language: 'en' })).json<{ intake: IntakePage }>().intake;
}
const save = (token: string, IntakeId: string, answers: object, rev = 0) =>
  ask(token, 'PUT', `/${IntakeId}/answers`, { page: 'x', rev, answers });

/** The smallest JPEG head a phone could have made: 4 by 4 pixels. */
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 4, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9]).toString('base64');
const photo = (token: string, IntakeId: string, FileVersionId: string, question = 'insurance.cardFront') =>
  ask(token, 'POST', `/${IntakeId}/photos`, { question, FileVersionId, jpeg });

function textOf(intake: IntakePage, at = 0) {
  const all = intake.forms.flatMap((form) =>
    form.pages.flatMap(({ questions }) =>
      questions.flatMap((question) =>
        question.kind === 'signature'
          ? [
              {
                question: answerKey(form, question),
                textHash: createHash('sha256').update(signedText(question)).digest('hex'),
              },
            ]
          : [],
      ),
    ),
  );
  return all[at] ?? { question: '', textHash: '' };
}
const sign = (token: string, intake: IntakePage, more: object) =>
  ask(token, 'POST', `/${intake.IntakeId}/sign`, {
    ...textOf(intake),
    SignedConsentId: randomUUID(),
    language: 'en',
    strokes: null,
    SignerName: 'Rosa Alvarez',
    Relationship: null,
    ...more,
  });
const countOf = async (table: string) => (await api.db.owner(`select 1 from ${table}`)).length;

describe('contacts that a link must not show', () => {
  test('come masked with what other devices answered, too', async () => {
    await send(id);
    const code = await tokenOf(whose[0], { level: 'L2', scope: 'all' });
    const { IntakeId } = await read(code);
    await save(code, IntakeId, { 'demographics.phone': '9785550199', 'demographics.emergencyName': 'Luis' });
    const link = await tokenOf(whose[0]);
    expect((await save(link, IntakeId, {})).json()).toEqual({
      rev: 1,
      others: { 'demographics.emergencyName': 'Luis' },
      masked: { 'demographics.phone': '•••0199' },
    });
    expect((await save(code, IntakeId, {})).json()).toMatchObject({
      others: { 'demographics.phone': '9785550199', 'demographics.emergencyName': 'Luis' },
      masked: {},
    });
  });
});

describe('ids that were used before', () => {
  test('a photo that comes again after another took its place changes nothing and is refused as an answer', async () => {
    await send(id);
    const token = await tokenOf(whose[0]);
    const { IntakeId } = await read(token);
    const [first, second] = [randomUUID(), randomUUID()];
    for (const one of [first, second]) expect((await photo(token, IntakeId, one)).statusCode).toBe(200);
    expect((await photo(token, IntakeId, first)).statusCode).toBe(422);
    const [row] = await api.db.owner<{ answers: object }>('select answers from intakes');
    expect(row?.answers).toMatchObject({ 'insurance.cardFront': second });
    expect(await countOf('files')).toBe(2);
  });

  test('of a photo or signature of another patient are refused, and nothing is kept', async () => {
    await send(id);
    await send(otherVisit);
    const [token, stranger] = [await tokenOf(whose[0]), await tokenOf(whose[1])];
    const [intake, other] = [await read(token), await read(stranger)];
    const FileVersionId = randomUUID();
    const SignedConsentId = randomUUID();
    expect((await photo(token, intake.IntakeId, FileVersionId)).statusCode).toBe(200);
    expect((await sign(token, intake, { SignedConsentId })).statusCode).toBe(200);
    const files = await countOf('files');
    expect((await photo(stranger, other.IntakeId, FileVersionId)).statusCode).toBe(422);
    expect((await sign(stranger, other, { SignedConsentId })).statusCode).toBe(422);
    expect((await photo(token, intake.IntakeId, FileVersionId, 'insurance.cardBack')).statusCode).toBe(422);
    expect((await sign(token, intake, { ...textOf(intake, 1), SignedConsentId })).statusCode).toBe(422);
    expect(await countOf('files')).toBe(files);
  });
});

test('any name and any language can be signed and written', async () => {
  await send(id);
  const token = await tokenOf(whose[0]);
  const intake = await read(token);
  for (const SignerName of ['Zoë Ñúñez', '王小明', '👵🏽 Rosa', 'أحمد', '‮abc', 'a'.repeat(120)]) {
    const reply = await sign(token, intake, { SignerName });
    expect([SignerName, reply.statusCode, reply.body.slice(0, 200)]).toMatchObject([SignerName, 200, {}]);
  }
  for (const SignerName of ['   ', '\u200b']) expect((await sign(token, intake, { SignerName })).statusCode).toBe(422);
});

test('odd answers and lines are refused whole or kept, never an error of the server', async () => {
  await send(id);
  const token = await tokenOf(whose[0]);
  const { IntakeId } = await read(token);
  for (const answers of [
    { 'demographics.city': 'x'.repeat(2_000) },
    { 'demographics.city': 7 },
    { 'demographics.city': ['a'] },
    { 'pain.marks': [{}] },
    { 'pain.marks': 'x' },
    { 'demographics.__proto__': 'x' },
    { 'demographics.constructor': 'x' },
  ])
    expect([answers, (await save(token, IntakeId, answers)).statusCode]).toEqual([answers, 422]);
  const most = Array.from({ length: 60 }, () => Array.from({ length: 400 }, () => [500, 500]));
  const intake = await read(token);
  for (const strokes of [[...most, [[0, 0]]], [], [[]], [[[0, 2000]]], [[['a', 'b']]], [[[0]]]])
    expect([strokes.length, (await sign(token, intake, { strokes })).statusCode]).toEqual([strokes.length, 422]);
  for (const strokes of [most, [[[0, 0]]]]) expect((await sign(token, intake, { strokes })).statusCode).toBe(200);
  for (const city of ['a\u0000b', 'Zoë 王 👵🏽'])
    expect((await save(token, IntakeId, { 'demographics.city': city })).statusCode).toBe(200);
});

test('answers that the page showed from an earlier visit are named until they are given again', async () => {
  await send(id);
  const code = await tokenOf(whose[0], { level: 'L2', scope: 'all' });
  await save(code, (await read(code)).IntakeId, { 'demographics.emergencyName': 'Luis', 'pain.hasPain': false });
  await api.db.owner(`update intakes set "VisitId" = null`);
  await send(id);
  const again = await read(code);
  expect(again.before.toSorted()).toEqual(['demographics.emergencyName', 'pain.hasPain']);
  await save(code, again.IntakeId, { 'pain.hasPain': false });
  expect((await read(code)).before).toEqual(['demographics.emergencyName']);
  expect((await read(await tokenOf(whose[0]))).before).toEqual([]);
});
