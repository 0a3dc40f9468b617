import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { answerKey, type Answers } from '#contract/intake/form.ts';
import { cast, type DemoUserName } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';
import { pdfPages, squeezed } from '#server/testing/pdf-text.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const id = cast.visits.today.scheduled;
/** Far enough on that no day, hour or zone of the machine matters. */
const day = addDays(new Date().toISOString().slice(0, 10), 14);
let PatientId = '';
beforeEach(async () => {
  for (const table of ['signed_consents', 'intakes', 'file_links', 'file_versions', 'files'])
    await api.db.owner(`delete from ${table}`);
  const [row] = await api.db.owner<{ PatientId: string }>(
    `update visits set "Start" = $2, "End" = $3, stage = 'scheduled', "intakeConflict" = '[]', "intakeIncomplete" = false
     where "VisitId" = $1 returning "PatientId"`,
    [id, `${day}T10:15`, `${day}T11:00`],
  );
  PatientId = row?.PatientId ?? '';
  await api.db.owner(
    `update patients set "City" = 'Gloucester', "Phone" = '9785550101', "DateOfBirth" = '1958-03-14', "MessageConsent" = '{"email": true, "text": true}',
       "Email" = 'p@example.org' where "PatientId" = $1`,
    [PatientId],
  );
});

const send = () => api.call('intake.send', { id: id as never }, { as: 'front' });
const ask = (token: string, method: 'POST' | 'PUT', path: string, payload: object) =>
  api.app.inject({ method, url: `/api/intake${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const asPatient = (more: object = {}) =>
  patientToken(api, { kind: 'patient', PatientId, level: 'L1', scope: 'intake', ...more });
async function read(token: string, language = 'en'): Promise<IntakePage> {
  const { intake } = (await ask(token, 'POST', '/read', { language })).json<{ intake: IntakePage }>();
  return intake;
}
const visitNow = async () => (await api.call('visits.get', { id: id as never }, { as: 'front' })).visit;

/** The smallest JPEG head a phone could have made: 4 by 4 pixels. */
const jpeg = (more: number[] = []) =>
  Buffer.from([0xff, 0xd8, ...more, 0xff, 0xc0, 0, 11, 8, 0, 4, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9]).toString('base64');
const exif = [0xff, 0xe1, 0, 10, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d];

const whole: Answers = {
  'demographics.city': 'Rockport',
  'demographics.phone': '(978) 555-0101',
  'demographics.emergencyName': 'Luis',
  'demographics.emergencyPhone': '978 555 0177',
  'insurance.pays': 'insurance',
  'insurance.plan': 'Blue Harbor',
  'insurance.member': 'XK-7',
  'insurance.isHolder': true,
};
const ofHistory: Answers = {
  'history-pt.reason': 'My knee',
  'history-pt.hadSurgery': false,
  'history-pt.fell': false,
  'history-ot.reason': 'My hand',
  'history-ot.hadSurgery': false,
  'history-ot.hand': 'R',
  'history-slp.reason': 'My voice',
  'history-slp.hadSurgery': false,
  'history-slp.coughs': false,
  'pain.hasPain': true,
  'pain.now': 6,
  'pain.marks': [{ Region: 'knee', View: 'front', Side: 'R', Quality: null, Intensity: null, x: 460, y: 700 }],
};

async function fillIn(token: string, intake: IntakePage): Promise<void> {
  const own = new Set(intake.forms.map(({ IntakeFormId }) => IntakeFormId));
  const answers = Object.fromEntries(
    Object.entries({ ...whole, ...ofHistory }).filter(([key]) => own.has(key.split('.')[0] ?? '')),
  );
  const saved = await ask(token, 'PUT', `/${intake.IntakeId}/answers`, { page: 'all', rev: 0, answers });
  expect(saved.statusCode, saved.body).toBe(200);
}

const photo = (token: string, IntakeId: string, more: object = {}) =>
  ask(token, 'POST', `/${IntakeId}/photos`, {
    question: 'insurance.cardFront',
    FileVersionId: randomUUID(),
    jpeg: jpeg(),
    ...more,
  });

function toSign(intake: IntakePage) {
  return intake.forms.flatMap((form) =>
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
}

const signature = {
  language: 'en',
  strokes: [
    [
      [100, 200],
      [500, 600],
    ],
  ],
  SignerName: 'Rosa Alvarez',
  Relationship: null,
};
async function signAll(token: string, intake: IntakePage, more: object = {}) {
  const replies = [];
  for (const one of toSign(intake))
    replies.push(
      await ask(token, 'POST', `/${intake.IntakeId}/sign`, {
        SignedConsentId: randomUUID(),
        ...signature,
        ...one,
        ...more,
      }),
    );
  return replies;
}

describe('from the message to the chart', () => {
  test('sending makes one intake and a link by purpose; the visit says that it is not complete', async () => {
    expect(await send()).toEqual({ reached: ['email', 'text'], why: null });
    expect(await send()).toMatchObject({ reached: ['email', 'text'] });
    expect(await visitNow()).toMatchObject({ intakeIncomplete: true, intakeConflict: [] });
    const intakes = await api.db.owner(`select 1 from intakes where "VisitId" = $1`, [id]);
    expect(intakes).toHaveLength(1);
    const links = await api.db.owner(`select purpose from patient_links where "VisitId" = $1 and purpose = 'intake'`, [
      id,
    ]);
    expect(links).toHaveLength(2);
    const [message] = await api.db.owner<{ body: string }>(
      `select body from outbound_messages where "VisitId" = $1 and kind = 'intake' and channel = 'text' order by "createdAt" limit 1`,
      [id],
    );
    expect(message?.body).toMatch(
      /^Harborview Therapy: Please fill in your forms before your visit on .+ Open your forms: http\S+\/s\/demo\.[\w-]{22}/,
    );
  });

  test('a blank or unsigned form is never submitted; a whole one becomes files and differences, and overwrites nothing', async () => {
    await send();
    const token = await asPatient();
    const intake = await read(token);
    const submit = () => ask(token, 'POST', `/${intake.IntakeId}/submit`, {});
    expect((await submit()).statusCode).toBe(490);
    await fillIn(token, intake);
    expect((await submit()).json()).toMatchObject({
      message: 'Some answers or signatures are still missing. Nothing was sent.',
    });
    expect((await photo(token, intake.IntakeId)).statusCode).toBe(200);
    expect((await submit()).statusCode).toBe(490);
    expect(await visitNow()).toMatchObject({ intakeIncomplete: true });
    for (const reply of await signAll(token, intake)) expect(reply.statusCode, reply.body).toBe(200);
    expect((await submit()).json()).toEqual({ isSubmitted: true });
    expect((await submit()).json()).toEqual({ isSubmitted: true });

    expect(await visitNow()).toMatchObject({
      intakeIncomplete: false,
      intakeConflict: [{ field: 'City', chart: 'Gloucester', intake: 'Rockport' }],
    });
    const [patient] = await api.db.owner(`select "City" from patients where "PatientId" = $1`, [PatientId]);
    expect(patient).toEqual({ City: 'Gloucester' });
    const { files } = await api.call('files.list', { id: PatientId as never }, { as: 'pt' });
    expect(files.map(({ Category }) => Category)).toEqual(['intake', 'consent', 'consent', 'consent', 'idCard']);
    const text = squeezed((await contentOf(files[0]?.FileVersionId ?? '')).join(' '));
    expect(text).toContain(squeezed('Blue Harbor'));
    expect(text).toContain(squeezed('Rockport'));
    const consent = squeezed((await contentOf(files[3]?.FileVersionId ?? '')).join(' '));
    expect(consent).toContain(squeezed('Signed electronically by Rosa Alvarez'));
    const again = await ask(token, 'PUT', `/${intake.IntakeId}/answers`, {
      page: 'x',
      rev: 0,
      answers: { 'demographics.city': 'Salem' },
    });
    expect(again.json()).toMatchObject({
      message: 'These forms were already sent. Call the clinic to change an answer.',
    });
  });

  test('staff accept one difference and refuse one', async () => {
    await send();
    const token = await asPatient();
    const intake = await read(token);
    await fillIn(token, intake);
    await ask(token, 'PUT', `/${intake.IntakeId}/answers`, {
      page: 'x',
      rev: 1,
      answers: { 'demographics.phone': '978 555 0199' },
    });
    await photo(token, intake.IntakeId);
    await signAll(token, intake);
    await ask(token, 'POST', `/${intake.IntakeId}/submit`, {});
    const { intakeConflict } = await visitNow();
    expect(intakeConflict.map(({ field }) => field)).toEqual(['Phone', 'City']);
    await api.call('visits.resolveIntake', { id: id as never, accept: ['City'] }, { as: 'front' });
    const [patient] = await api.db.owner(`select "City", "Phone" from patients where "PatientId" = $1`, [PatientId]);
    expect(patient).toEqual({ City: 'Rockport', Phone: '9785550101' });
    expect(await visitNow()).toMatchObject({ intakeConflict: [] });
  });
});

test('an address of a file works once, within its minute, for the session that asked for it, and is on record', async () => {
  await send();
  const token = await asPatient();
  expect((await photo(token, (await read(token)).IntakeId)).statusCode).toBe(200);
  const { files } = await api.call('files.list', { id: PatientId as never }, { as: 'pt' });
  const id = files[0]?.FileVersionId ?? '';
  const addressOf = async () => (await api.call('files.download', { id }, { as: 'pt' })).url;
  const statusOf = async (url: string, as: DemoUserName) => (await api.inject('GET', url, { as })).statusCode;

  const url = await addressOf();
  expect(await statusOf(url, 'front')).toBe(404);
  expect(await statusOf(url, 'pt')).toBe(200);
  expect(await statusOf(url, 'pt')).toBe(404);

  const late = await addressOf();
  await api.db.owner(`update file_links set "expiresAt" = now() - interval '1 second'`);
  expect(await statusOf(late, 'pt')).toBe(404);

  const views = await api.db.owner(
    `select 1 from audit_entry where action = 'download' and entity = 'files' and pk = $1 and "PatientId" = $2`,
    [id, PatientId],
  );
  expect(views).toHaveLength(2);
});

async function contentOf(FileVersionId: string): Promise<string[]> {
  const { url } = await api.call('files.download', { id: FileVersionId }, { as: 'pt' });
  const reply = await api.inject('GET', url, { as: 'pt' });
  expect(reply.statusCode).toBe(200);
  return pdfPages(reply.rawPayload);
}

describe('answers', () => {
  test('of two devices are merged question by question; the later answer to one question counts', async () => {
    await send();
    const [one, other] = [await asPatient({ level: 'L2' }), await asPatient({ level: 'L2' })];
    const { IntakeId } = await read(one);
    const save = async (token: string, rev: number, answers: object) =>
      (await ask(token, 'PUT', `/${IntakeId}/answers`, { page: 'x', rev, answers })).json<{
        rev: number;
        others: object;
      }>();
    expect(await save(one, 0, { 'demographics.city': 'Salem', 'demographics.zip': '01930' })).toEqual({
      rev: 1,
      others: {},
      masked: {},
    });
    expect(await save(other, 0, { 'demographics.city': 'Lynn' })).toEqual({
      rev: 2,
      others: { 'demographics.zip': '01930' },
      masked: {},
    });
    expect(await save(one, 1, { 'demographics.zip': null })).toEqual({
      rev: 3,
      others: { 'demographics.city': 'Lynn' },
      masked: {},
    });
    const { answers } = await read(await asPatient({ level: 'L2', scope: 'all' }));
    expect(answers).toEqual({ 'demographics.city': 'Lynn', 'demographics.zip': null });
  });

  test('what the question does not take is refused whole, and so are photos and signatures that were not made', async () => {
    await send();
    const token = await asPatient();
    const { IntakeId } = await read(token);
    for (const answers of [
      { 'demographics.city': 'Salem', 'demographics.phone': '12' },
      { 'insurance.cardFront': randomUUID() },
      { 'consent.signed': randomUUID() },
      { 'demographics.nothing': 'x' },
    ])
      expect((await ask(token, 'PUT', `/${IntakeId}/answers`, { page: 'x', rev: 0, answers })).statusCode).toBe(422);
    expect((await read(token)).rev).toBe(0);
  });

  test('a link shows contacts masked, a code shows them, and what was answered before', async () => {
    await send();
    const link = await asPatient();
    const { IntakeId } = await read(link);
    await ask(link, 'PUT', `/${IntakeId}/answers`, {
      page: 'x',
      rev: 0,
      answers: { 'demographics.phone': '9785550199' },
    });
    expect(await read(link)).toMatchObject({ answers: {}, masked: { 'demographics.phone': '•••0199' } });
    const code = await asPatient({ level: 'L2', scope: 'all' });
    expect(await read(code)).toMatchObject({ answers: { 'demographics.phone': '9785550199' }, masked: {} });
    // The first one was never finished: the next visit's is prefilled all the same.
    await api.db.owner(`update intakes set "VisitId" = null`);
    await send();
    expect(await read(code)).toMatchObject({ rev: 0, answers: { 'demographics.phone': '9785550199' } });
    expect(await read(link)).toMatchObject({ rev: 0, answers: {}, masked: {} });
  });

  test('forms come in the language that is asked for', async () => {
    await send();
    const token = await asPatient();
    expect((await read(token, 'es')).forms[0]?.title).toBe('Sobre usted');
    expect((await read(token, 'en')).forms[0]?.title).toBe('About you');
  });
});

describe('photos and signatures', () => {
  test('a photo sent twice is kept once; what is no small plain JPEG is asked for again', async () => {
    await send();
    const token = await asPatient();
    const { IntakeId } = await read(token);
    const FileVersionId = randomUUID();
    for (const _time of [1, 2]) expect((await photo(token, IntakeId, { FileVersionId })).statusCode).toBe(200);
    expect(await api.db.owner('select 1 from files')).toHaveLength(1);
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64');
    const large = Buffer.concat([Buffer.from(jpeg(), 'base64'), Buffer.alloc(512_001)]).toString('base64');
    for (const bad of [png, large, jpeg(exif), Buffer.from('<svg/>').toString('base64')]) {
      const reply = await photo(token, IntakeId, { jpeg: bad });
      expect(reply.json()).toMatchObject({ message: 'This photo can’t be used. Take it again with your camera.' });
    }
    expect(await api.db.owner('select 1 from files')).toHaveLength(1);
  });

  test.each([
    ['twenty', 'photos = 19, "photoBytes" = 0'],
    ['six megabytes', `photos = 1, "photoBytes" = ${6_000_000 - Buffer.from(jpeg(), 'base64').length}`],
  ])('more than %s of one intake are refused in a sentence, and the last one stays', async (_most, full) => {
    await send();
    const token = await asPatient();
    const { IntakeId } = await read(token);
    await api.db.owner(`update intakes set ${full}`);
    const FileVersionId = randomUUID();
    expect((await photo(token, IntakeId, { FileVersionId })).statusCode).toBe(200);
    expect((await photo(token, IntakeId)).json()).toMatchObject({
      message: 'These forms can’t take more photos. The last one that was saved stays. Call the clinic if it is wrong.',
    });
    expect(await api.db.owner('select 1 from files')).toHaveLength(1);
    expect((await read(token)).answers['insurance.cardFront']).toBe(FileVersionId);
    // Sent again by a phone that did not hear of it.
    expect((await photo(token, IntakeId, { FileVersionId })).statusCode).toBe(200);
  });

  test('the text that was read is the text that is signed, and of a minor somebody else signs', async () => {
    await api.db.owner(`update patients set "DateOfBirth" = '2020-03-14' where "PatientId" = $1`, [PatientId]);
    await send();
    const token = await asPatient();
    const intake = await read(token);
    expect(intake.needsProxy).toBe(true);
    const [alone] = await signAll(token, intake);
    expect(alone?.json()).toMatchObject({ message: 'A parent or another adult who acts for the patient must sign.' });
    const [other] = await signAll(token, intake, { textHash: 'a'.repeat(64), Relationship: 'parent' });
    expect(other?.json()).toMatchObject({ message: 'The text to sign has changed. Read it again, then sign.' });
    const [signed] = await signAll(token, intake, { Relationship: 'parent', strokes: null });
    expect(signed?.statusCode).toBe(200);
    const rows = await api.db.owner(
      `select "SignerName", "Relationship", strokes, language, ip from signed_consents order by at limit 1`,
    );
    expect(rows).toEqual([
      { SignerName: 'Rosa Alvarez', Relationship: 'parent', strokes: null, language: 'en', ip: '127.0.0.1' },
    ]);
  });
});

describe('who may', () => {
  test('an intake of somebody else looks like none, and a session of another scope opens none', async () => {
    await send();
    const { IntakeId } = await read(await asPatient());
    const [other] = await api.db.owner<{ PatientId: string }>(
      `select "PatientId" from patients where site = 'demo' and "PatientId" <> $1 limit 1`,
      [PatientId],
    );
    const stranger = await patientToken(api, { kind: 'patient', PatientId: other?.PatientId ?? '' });
    expect((await ask(stranger, 'POST', '/read', { language: 'en' })).json()).toEqual({ intake: null });
    for (const [method, path, more] of [
      ['PUT', 'answers', { page: 'x', rev: 0, answers: { 'demographics.city': 'Lynn' } }],
      ['POST', 'submit', {}],
    ] as const)
      expect((await ask(stranger, method, `/${IntakeId}/${path}`, more)).statusCode).toBe(404);
    expect((await photo(stranger, IntakeId)).statusCode).toBe(404);
    const visits = await asPatient({ scope: 'visits' });
    expect((await ask(visits, 'POST', '/read', { language: 'en' })).statusCode).toBe(403);
  });

  test('each read and change is audited with who and how well known', async () => {
    await send();
    const token = await asPatient();
    const { IntakeId } = await read(token);
    await ask(token, 'PUT', `/${IntakeId}/answers`, { page: 'x', rev: 0, answers: { 'demographics.city': 'Lynn' } });
    const entries = await api.db.owner<{ action: string; detail: object }>(
      `select action, detail from audit_entry where entity = 'intakes' and pk = $1 and action like 'patient%' order by id`,
      [IntakeId],
    );
    expect(entries.map(({ action }) => action)).toEqual(['patient read', 'patient change']);
    expect(entries[0]?.detail).toMatchObject({ principal: 'patient', level: 'L1' });
  });

  test('a visit that has begun, or whose forms are there, is sent nothing', async () => {
    await send();
    await api.db.owner(`update visits set stage = 'inProgress' where "VisitId" = $1`, [id]);
    await expect(send()).rejects.toThrow('Forms can be sent before a visit starts.');
    await api.db.owner(`update visits set stage = 'scheduled' where "VisitId" = $1`, [id]);
    await api.db.owner(`update intakes set "submittedAt" = now()`);
    await expect(send()).rejects.toThrow('The patient has already sent the forms of this visit.');
  });
});
