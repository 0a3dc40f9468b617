import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wallTimeIn } from '#contract/base/dates.ts';
import { isAskedOfAll, takesNoPhoto } from '#contract/intake/blank-forms.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { answerKey, type IntakeForm } from '#contract/intake/form.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import type { Arrival, SealedArrival } from '#contract/kiosk/arrival.ts';
import { copyOfBuiltIn } from '#contract/intake-forms/published-form.ts';
import type { SealingKey } from '#contract/kiosk/endpoints.ts';
import { refusals } from '#contract/words/refusals.ts';
import { momentOf } from '#contract/messages/clock.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { kioskDevice } from '#server/testing/kiosk-device.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const VisitId = cast.visits.today.scheduled;
/** Over long ago, so that no day, hour or zone of the machine matters. */
const day = '2025-03-11';
type Place = { PatientId: string; FacilityId: string; TimeZone: string };
let place: Place;
let other = '';

beforeEach(async () => {
  for (const table of ['kiosk_arrivals', 'signed_consents', 'intakes', 'file_links', 'file_versions', 'files'])
    await api.db.owner(`delete from ${table}`);
  const [found] = await api.db.owner<Place>(
    `select v."PatientId", v."FacilityId", f."TimeZone" from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
     where v.site = 'demo' and v."VisitId" = $1`,
    [VisitId],
  );
  if (!found) throw new Error('The demo clinic has no such visit.');
  place = found;
  await api.db.owner(
    `update patients set "DateOfBirth" = '1958-03-14', "Phone" = '(978) 555-0101', "City" = 'Gloucester' where site = 'demo' and "PatientId" = $1`,
    [place.PatientId],
  );
  const [next] = await api.db.owner<{ VisitId: string }>(
    `update visits set "Start" = '2020-01-06T09:00', "End" = '2020-01-06T09:45'
     where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2 and "FacilityId" = $3 returning "VisitId"`,
    [place.PatientId, VisitId, place.FacilityId],
  );
  other = next?.VisitId ?? '';
  await visitAt('10:15');
});

async function visitAt(time: string, stage = 'scheduled', id: string = VisitId): Promise<void> {
  await api.db.owner(
    `update visits set "Start" = $2, "End" = $3, stage = $4, "intakeConflict" = '[]', "intakeIncomplete" = false where site = 'demo' and "VisitId" = $1`,
    [id, `${day}T${time}`, `${day}T19:00`, stage],
  );
}

const momentAt = (time: string) => momentOf(`${day}T${time}`, place.TimeZone).toISOString();
const arrivalAt = (time: string, more: Partial<Arrival> = {}): Arrival => ({
  at: momentAt(time),
  DateOfBirth: '1958-03-14',
  lastFour: '0101',
  forms: null,
  ...more,
});

const post = (path: string, payload: object, token = '') =>
  api.app.inject({ method: 'POST', url: `/api/kiosk${path}`, headers: { authorization: `Bearer ${token}` }, payload });

async function newKiosk(FacilityId = place.FacilityId) {
  const { code } = await api.call(
    'kiosk.create',
    { FacilityId: FacilityId as never, Name: 'Front door' },
    { as: 'admin' },
  );
  const device = kioskDevice();
  const { site, KioskId } = (await post('/enroll', { code, deviceKey: device.deviceKey })).json<{
    site: string;
    KioskId: string;
  }>();
  type Told = { token: string; sealing: SealingKey; forms?: { key: string; forms: IntakeForm[] } };
  const greet = async (turn: number, more: { formsKey?: string } = {}) =>
    (await post('/token', { site, KioskId, turn, signature: device.sign(KioskId, turn), ...more })).json<Told>();
  const { token, sealing, forms } = await greet(1);
  const seal = (arrival: Arrival, ArrivalId: string = randomUUID(), key = sealing) =>
    device.seal(arrival, { site, KioskId, ArrivalId, key });
  const send = async (...arrivals: SealedArrival[]) => {
    const reply = await post('/sealed', { arrivals }, token);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ arrivals: { isKept: boolean }[] }>().arrivals.map(({ isKept }) => isKept);
  };
  return { KioskId, token, sealing, forms, greet, seal, send };
}

const stageOf = async (id: string = VisitId) =>
  (await api.call('visits.get', { id: id as never }, { as: 'front' })).visit.stage;
const arrivals = async () =>
  (await api.call('visits.history', { id: VisitId as never }, { as: 'front' })).history.filter(
    ({ to, at }) => to === 'checkedIn' && at.startsWith('2025-'),
  );
beforeEach(async () => {
  await api.db.owner(`delete from visit_history where site = 'demo' and "VisitId" = $1`, [VisitId]);
});
const waiting = async (as: 'front' | 'pta' = 'front') => (await api.call('kiosk.arrivals', {}, { as })).arrivals;

describe('an arrival without a connection', () => {
  test('that fits one visit checks it in at its time, once, however often it is sent', async () => {
    const { seal, send } = await newKiosk();
    const one = await seal(arrivalAt('10:05'));
    expect(await send(one)).toEqual([true]);
    expect(await send(one)).toEqual([true]);
    expect(await stageOf()).toBe('checkedIn');
    const history = await arrivals();
    expect(history.map(({ at, note, UserId }) => [Date.parse(at), note, UserId])).toEqual([
      [Date.parse(momentAt('10:05')), 'At the kiosk Front door, without a connection', null],
    ]);
    expect(await waiting()).toEqual([]);
    const [row] = await api.db.owner<{ DateOfBirth: string | null; lastFour: string | null }>(
      `select "DateOfBirth", "lastFour" from kiosk_arrivals`,
    );
    expect(row).toEqual({ DateOfBirth: null, lastFour: null });
  });

  test.each([
    // As far off then as when the tablet last heard of the server.
    ['corrected', '03:05', -7, '10:05', 'the time is corrected'],
    ['corrected', '12:05', 2, '10:05', 'the time is corrected'],
  ] as const)('by a clock that was wrong is %s: %s for %d hours', async (clockFault, told, hours, at, words) => {
    const { seal, send, greet } = await newKiosk();
    const clock = { heardAt: momentAt('08:00'), aheadMs: hours * 3_600_000 };
    await send(await seal(arrivalAt(told, { clock })));
    expect((await arrivals()).map((one) => [Date.parse(one.at), one.note])).toEqual([
      [
        Date.parse(momentAt(at)),
        `At the kiosk Front door, without a connection. The clock of the tablet was wrong: ${words}`,
      ],
    ]);
    const [row] = await api.db.owner('select "clockFault" from kiosk_arrivals');
    expect(row).toEqual({ clockFault });
    expect(await greet(2)).toMatchObject({ now: expect.stringMatching(/Z$/) as string });
  });

  test('by a clock that was set meanwhile counts when it was received, and staff are told', async () => {
    const { seal, send } = await newKiosk();
    const clock = { heardAt: momentAt('11:00'), aheadMs: 0 };
    const before = Date.now();
    await send(await seal(arrivalAt('10:05', { clock })));
    const [one, ...others] = await waiting();
    expect([one?.clockFault, others]).toEqual(['receipt', []]);
    expect(Date.parse(one?.at ?? '')).toBeGreaterThanOrEqual(before);
    expect(await stageOf()).toBe('scheduled');
  });

  test('by a clock that was set meanwhile is not that of a visit near the time it was received', async () => {
    // Begun within the last half hour, and over on its day, whatever the hour.
    const now = wallTimeIn(place.TimeZone, new Date());
    const start = `${now.slice(0, 14)}${now.slice(14, 16) < '30' ? '00' : '30'}`;
    await api.db.owner(`update visits set "Start" = $2, "End" = $3 where site = 'demo' and "VisitId" = $1`, [
      VisitId,
      start,
      `${now.slice(0, 10)}T23:59`,
    ]);
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { clock: { heardAt: momentAt('11:00'), aheadMs: 0 } })));
    expect([await stageOf(), (await waiting()).map(({ clockFault }) => clockFault)]).toEqual([
      'scheduled',
      ['receipt'],
    ]);
  });

  test('of a visit that the front desk moved on meanwhile changes nothing, and waits for nobody', async () => {
    await visitAt('10:15', 'inProgress');
    const { seal, send } = await newKiosk();
    expect(await send(await seal(arrivalAt('10:05')))).toEqual([true]);
    expect([await stageOf(), await arrivals(), await waiting()]).toEqual(['inProgress', [], []]);
  });

  test('of a visit that was billed meanwhile is matched to it, with its forms', async () => {
    await visitAt('10:15', 'submitted');
    const { seal, send } = await newKiosk();
    expect(await send(await seal(arrivalAt('10:05')))).toEqual([true]);
    expect([await stageOf(), await arrivals(), await waiting()]).toEqual(['submitted', [], []]);
  });

  test('that can’t be kept just now is left out of the answer, and keeps none back behind it', async () => {
    await api.db.owner(`create function fails() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
    await api.db.owner(
      `create trigger fails before insert on kiosk_arrivals for each row when (new."lastFour" = '6666') execute function fails()`,
    );
    const { seal, token } = await newKiosk();
    const bad = await seal(arrivalAt('10:04', { lastFour: '6666' }));
    const good = await seal(arrivalAt('10:05'));
    const reply = await post('/sealed', { arrivals: [bad, good] }, token);
    await api.db.owner('drop function fails() cascade');
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { arrivals: [{ ArrivalId: good.ArrivalId, isKept: true }] },
    ]);
    expect(await stageOf()).toBe('checkedIn');
  });

  test('that fits a visit which can’t be changed just now waits for the front desk', async () => {
    await api.db.owner(`create function fails() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
    await api.db.owner(`create trigger fails before insert on visit_history for each row execute function fails()`);
    const { seal, token } = await newKiosk();
    const one = await seal(arrivalAt('10:05'));
    const reply = await post('/sealed', { arrivals: [one] }, token);
    await api.db.owner('drop function fails() cascade');
    expect([reply.statusCode, reply.json()]).toEqual([200, { arrivals: [{ ArrivalId: one.ArrivalId, isKept: true }] }]);
    expect([(await waiting()).length, await stageOf()]).toEqual([1, 'scheduled']);
  });

  test('that fits none, or one that was given up, waits for the front desk; the kiosk is told the same', async () => {
    const { seal, send } = await newKiosk();
    const stranger = arrivalAt('10:05', { DateOfBirth: '1961-01-01' });
    const late = arrivalAt('18:00');
    await visitAt('10:15', 'noShow');
    expect(await send(await seal(stranger), await seal(late), await seal(arrivalAt('10:10')))).toEqual([
      true,
      true,
      true,
    ]);
    const listed = await waiting();
    expect(
      listed.map(({ kiosk, DateOfBirth, lastFour, hasForms }) => [kiosk, DateOfBirth, lastFour, hasForms]),
    ).toEqual([
      ['Front door', '1961-01-01', '0101', false],
      ['Front door', '1958-03-14', '0101', false],
      ['Front door', '1958-03-14', '0101', false],
    ]);
    expect(await stageOf()).toBe('noShow');
  });

  test('that fits two visits of a day waits for the front desk', async () => {
    await visitAt('11:00', 'scheduled', other);
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05')));
    expect(await waiting()).toHaveLength(1);
    expect([await stageOf(), await stageOf(other)]).toEqual(['scheduled', 'scheduled']);
  });

  test('by a clock that is ahead came when it was received, at the latest', async () => {
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { at: '2199-01-01T10:00:00.000Z' })));
    const [one] = await waiting();
    expect(Date.parse(one?.at ?? '')).toBeLessThan(Date.parse('2199-01-01T00:00:00Z'));
  });

  test('is refused where it was changed, or is of another kiosk, id or key; those beside it are kept', async () => {
    const [kiosk, another] = [await newKiosk(), await newKiosk()];
    const whole = await kiosk.seal(arrivalAt('10:05'));
    const [keyId = '', point = '', nonce = '', text = ''] = whole.sealed.split('.');
    const flipped = `${text.slice(0, -4)}${text.at(-4) === 'A' ? 'B' : 'A'}${text.slice(-3)}`;
    const changed = [
      { ...whole, sealed: [keyId, point, nonce, flipped].join('.') },
      { ArrivalId: randomUUID(), sealed: whole.sealed },
      { ArrivalId: randomUUID(), sealed: [randomUUID(), point, nonce, text].join('.') },
      { ArrivalId: randomUUID(), sealed: [keyId, 'A'.repeat(87), nonce, text].join('.') },
      await another.seal(arrivalAt('10:05')),
    ];
    expect(await kiosk.send(...changed)).toEqual(changed.map(() => false));
    expect([await stageOf(), await waiting()]).toEqual(['scheduled', []]);
    const told = await api.db.owner(
      `select 1 from audit_entry where action = 'update' and pk = $1 and detail ->> 'arrival' = 'refused'`,
      [kiosk.KioskId],
    );
    expect(told).toHaveLength(changed.length);
    expect(await kiosk.send(whole, await another.seal(arrivalAt('10:06')))).toEqual([true, false]);
    // An id that another kiosk used is none of this one's.
    expect(await another.send(await another.seal(arrivalAt('10:05'), whole.ArrivalId))).toEqual([false]);
    expect(await stageOf()).toBe('checkedIn');
  });

  test('of a kiosk that was removed is refused with the sentence that says so', async () => {
    const { KioskId, token, seal } = await newKiosk();
    const one = await seal(arrivalAt('10:05'));
    await api.call('kiosk.revoke', { id: KioskId }, { as: 'admin' });
    const reply = await post('/sealed', { arrivals: [one] }, token);
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([401, refusals.kioskRemoved.en]);
    expect([await stageOf(), await waiting()]).toEqual(['scheduled', []]);
  });

  test('more than one call takes, and one twice in it, are refused whole', async () => {
    const { seal, token } = await newKiosk();
    const one = await seal(arrivalAt('10:05'));
    for (const list of [[], [one, one], Array.from({ length: 21 }, () => ({ ...one, ArrivalId: randomUUID() }))])
      expect((await post('/sealed', { arrivals: list }, token)).statusCode).toBe(422);
  });

  test('the key is one for the site, its private half sealed, and nobody but the server has it', async () => {
    const [one, another] = [await newKiosk(), await newKiosk()];
    expect(one.sealing).toEqual(another.sealing);
    expect(Object.keys(one.sealing.publicKey).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    const [kept] = await api.db.owner<{ sealedPrivateKey: string }>(
      `select "sealedPrivateKey" from kiosk_keys where site = 'demo' and "KioskKeyId" = $1`,
      [one.sealing.KioskKeyId],
    );
    expect(kept?.sealedPrivateKey).toMatch(/^[0-9a-f]{8}\./);
    // Made under a key that is a former one by now: the next token brings another, and the former one still opens.
    await api.db.owner(`alter table kiosk_keys disable row level security`);
    await api.db.owner(`update kiosk_keys set "madeUnder" = 'former' where site = 'demo'`);
    await api.db.owner(`alter table kiosk_keys enable row level security`);
    const later = await newKiosk();
    expect(later.sealing.KioskKeyId).not.toBe(one.sealing.KioskKeyId);
    expect(await one.send(await one.seal(arrivalAt('10:05')))).toEqual([true]);
    expect(await stageOf()).toBe('checkedIn');
    await api.db.owner(`delete from kiosk_keys where site = 'demo' and "madeUnder" = 'former'`);
  });
});

describe('its forms', () => {
  test('are told with the token: those in use of the clinic, in each language, until the tablet has them', async () => {
    const before = await newKiosk();
    const named = (of: { forms: IntakeForm[] } | undefined, language: string) =>
      of?.forms.filter((form) => form.language === language).map(({ IntakeFormId }) => IntakeFormId);
    const ids = forms.map(({ IntakeFormId }) => IntakeFormId);
    expect([named(before.forms, 'en'), named(before.forms, 'es')]).toEqual([ids, ids]);
    const key = before.forms?.key ?? '';
    expect((await before.greet(2, { formsKey: key })).forms).toBeUndefined();
    const last = builtInForms.find(({ IntakeFormId }) => IntakeFormId === ids.at(-1));
    if (!last) throw new Error('No form is asked of anybody.');
    const made = await api.call('intakeForms.create', copyOfBuiltIn(last), { as: 'admin' });
    await api.call('intakeForms.publish', { id: made.OwnFormId, rev: made.rev }, { as: 'admin' });
    const after = (await before.greet(3, { formsKey: key })).forms;
    await api.db.owner('delete from intake_form_drafts');
    expect(named(after, 'en')).toEqual([...ids.slice(0, -1), `own-${made.OwnFormId}`]);
    expect(named(after, 'es')).toEqual(named(after, 'en'));
  });

  const forms = builtInForms
    .filter((form) => isAskedOfAll(form) && takesNoPhoto(form))
    .map((form) => formIn(form, 'en'));
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const signatures = forms.flatMap((form) =>
    form.pages.flatMap(({ questions }) =>
      questions.flatMap((question) =>
        question.kind === 'signature'
          ? [
              {
                question: answerKey(form, question),
                SignedConsentId: randomUUID(),
                language: 'en' as const,
                textHash: hashOf(signedText(question)),
                strokes: [
                  [
                    [10, 20],
                    [30, 40],
                  ],
                ],
                SignerName: 'Rosa Alvarez',
                Relationship: null,
              },
            ]
          : [],
      ),
    ),
  );
  const filledIn = (more: Partial<NonNullable<Arrival['forms']>> = {}): NonNullable<Arrival['forms']> => ({
    forms: forms.map(({ IntakeFormId, version }) => ({ IntakeFormId, version })),
    answers: {
      'demographics.city': 'Rockport',
      'demographics.emergencyName': 'Luis',
      'demographics.emergencyPhone': '978 555 0177',
    },
    signatures: signatures.map((one) => ({ ...one, SignedConsentId: randomUUID() })),
    ...more,
  });
  const intakeNow = async () => {
    const [row] = await api.db.owner<{
      answers: Record<string, unknown>;
      submittedAt: string | null;
      VisitId: string | null;
    }>(`select answers, "submittedAt", "VisitId" from intakes order by "startedAt" desc limit 1`);
    return row;
  };

  /** As if the visit asked for these alone. */
  async function sendThese(refs: readonly { IntakeFormId: string; version: number }[]): Promise<void> {
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
    await api.db.owner('update intakes set forms = $1', [JSON.stringify(refs)]);
  }
  const keptNames = async () =>
    (
      await api.db.owner<{ Name: string }>(`select "Name" from files where "PatientId" = $1 order by "Name"`, [
        place.PatientId,
      ])
    ).map(({ Name }) => Name);
  const historyNow = async () =>
    (await api.call('visits.history', { id: VisitId as never }, { as: 'front' })).history.map(({ action }) => action);
  const anybodys = forms.map(({ IntakeFormId, version }) => ({ IntakeFormId, version }));

  test('of a visit that nobody sent any for: it has all it asks for, and what is not answered is still asked', async () => {
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
    const [asked] = await api.db.owner<{ forms: unknown[] }>('select forms from intakes');
    await api.db.owner('delete from intakes');
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { forms: filledIn() })));
    const [made, ...others] = await api.db.owner<{ forms: unknown[]; submittedAt: null; answers: object }>(
      'select forms, "submittedAt", answers from intakes',
    );
    expect(others).toEqual([]);
    expect(made?.forms).toEqual(asked?.forms);
    expect(made?.forms.length).toBeGreaterThan(anybodys.length);
    expect(made?.answers).toMatchObject({ 'demographics.city': 'Rockport' });
    expect(made?.submittedAt).toBeNull();
    const { visit } = await api.call('visits.get', { id: VisitId as never }, { as: 'front' });
    expect([visit.stage, visit.intakeIncomplete]).toEqual(['checkedIn', true]);
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
  });

  test('of versions that the clinic does not know are never submitted, and are kept in the chart', async () => {
    const { seal, send } = await newKiosk();
    const unknown = [{ IntakeFormId: 'demographics', version: 900 }];
    await sendThese(unknown);
    await send(await seal(arrivalAt('10:05', { forms: filledIn({ forms: unknown }) })));
    expect((await intakeNow())?.submittedAt).toBeNull();
    expect(await keptNames()).toEqual(['Forms from the kiosk']);
    expect(await historyNow()).toContain('kiosk forms kept');
    expect(await stageOf()).toBe('checkedIn');
  });

  test('with one form more than the clinic knows are not submitted, though nothing else is missing', async () => {
    const { seal, send } = await newKiosk();
    await sendThese(anybodys);
    const more = [...anybodys, { IntakeFormId: 'demographics', version: 900 }];
    await send(await seal(arrivalAt('10:05', { forms: filledIn({ forms: more }) })));
    const { visit } = await api.call('visits.get', { id: VisitId as never }, { as: 'front' });
    expect([(await intakeNow())?.submittedAt, visit.intakeIncomplete]).toEqual([null, true]);
  });

  test('go to the forms of the visit, signed at the time of the tablet; with none missing, what differs is for the staff', async () => {
    await sendThese(anybodys);
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { forms: filledIn() })));
    expect(await waiting()).toEqual([]);
    const intake = await intakeNow();
    expect(intake?.VisitId).toBe(VisitId);
    expect(intake?.submittedAt).not.toBeNull();
    const { visit } = await api.call('visits.get', { id: VisitId as never }, { as: 'front' });
    expect([visit.stage, visit.intakeIncomplete]).toEqual(['checkedIn', false]);
    expect(visit.intakeConflict).toContainEqual({ field: 'City', chart: 'Gloucester', intake: 'Rockport' });
    const signed = await api.db.owner<{ at: Date; SignerName: string }>(
      `select at, "SignerName" from signed_consents where "PatientId" = $1`,
      [place.PatientId],
    );
    expect(signed).toHaveLength(signatures.length);
    expect(new Set(signed.map(({ at }) => at.toISOString()))).toEqual(new Set([momentAt('10:05')]));
    expect(await api.db.owner(`select 1 from files where "PatientId" = $1`, [place.PatientId])).toHaveLength(
      signatures.length + 1,
    );
  });

  test('leave what the patient answered before, and what is wrong or signed otherwise is no answer', async () => {
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
    await api.db.owner(`update intakes set answers = '{"demographics.city": "Salem"}'`);
    const { seal, send } = await newKiosk();
    const wrong = filledIn({
      answers: { 'demographics.city': 'Rockport', 'demographics.zip': 'none', 'demographics.street': '1 Main Street' },
      signatures: signatures.slice(0, 1).map((one) => ({ ...one, textHash: '0'.repeat(64) })),
    });
    await send(await seal(arrivalAt('10:05', { forms: wrong })));
    const intake = await intakeNow();
    expect(intake?.answers).toEqual({ 'demographics.city': 'Salem', 'demographics.street': '1 Main Street' });
    expect(intake?.submittedAt).toBeNull();
    const { visit } = await api.call('visits.get', { id: VisitId as never }, { as: 'front' });
    expect([visit.stage, visit.intakeIncomplete]).toEqual(['checkedIn', true]);
    expect(await keptNames()).toEqual(['Forms from the kiosk']);
    expect(await historyNow()).toContain('kiosk forms kept');
  });

  test('of a visit whose forms were submitted are kept beside them', async () => {
    await api.call('intake.send', { id: VisitId as never }, { as: 'front' });
    await api.db.owner(`update intakes set answers = '{"demographics.city": "Salem"}', "submittedAt" = now()`);
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { forms: filledIn() })));
    const all = await api.db.owner<{ VisitId: string | null; city: string }>(
      `select "VisitId", answers ->> 'demographics.city' as city from intakes order by "startedAt"`,
    );
    expect(all).toEqual([
      { VisitId, city: 'Salem' },
      { VisitId: null, city: 'Rockport' },
    ]);
  });

  test('of a minor are not signed by the minor', async () => {
    await api.db.owner(`update patients set "DateOfBirth" = '2015-03-14' where site = 'demo' and "PatientId" = $1`, [
      place.PatientId,
    ]);
    const { seal, send } = await newKiosk();
    await send(await seal(arrivalAt('10:05', { DateOfBirth: '2015-03-14', forms: filledIn() })));
    expect(await stageOf()).toBe('checkedIn');
    expect((await intakeNow())?.submittedAt).toBeNull();
    expect(await api.db.owner(`select 1 from signed_consents`)).toEqual([]);
    expect(await keptNames()).toEqual(['Forms from the kiosk']);
  });
});

describe('arrivals to match', () => {
  async function oneWaiting(forms: Arrival['forms'] = null): Promise<string> {
    const { seal, send } = await newKiosk();
    // Of two visits that fit, nobody but staff knows which.
    await visitAt('10:30', 'scheduled', other);
    const one = await seal(arrivalAt('10:05', { forms }));
    await send(one);
    return one.ArrivalId;
  }
  const match = (id: string, confirmed?: boolean) =>
    api.call('kiosk.match', { id, VisitId: VisitId as never, ...(confirmed && { confirmed }) }, { as: 'front' });

  const signature = {
    question: 'consentToCare.signature',
    SignedConsentId: randomUUID(),
    language: 'en' as const,
    textHash: '0'.repeat(64),
    strokes: null,
    SignerName: 'Rosa Alvarez',
    Relationship: null,
  };
  test.each([
    ['birth date', { DateOfBirth: '1961-01-01', LastName: 'Alvarez' }, 'The birth date of this arrival differs'],
    ['last name', { DateOfBirth: '1958-03-14', LastName: 'Adams' }, 'The last name of this arrival differs'],
    ['birth date, last name', { DateOfBirth: '1961-01-01', LastName: 'Adams' }, 'The birth date and the last name of'],
  ])('for a patient of another %s it is asked about, and audited once confirmed', async (what, person, sentence) => {
    const id = await oneWaiting({ forms: [], answers: {}, signatures: [signature] });
    expect((await waiting()).map(({ signedAs }) => signedAs)).toEqual(['Rosa Alvarez']);
    await api.db.owner(
      `update patients set "DateOfBirth" = $2, "LastName" = $3, "FirstName" = 'Rosa' where site = 'demo' and "PatientId" = $1`,
      [place.PatientId, person.DateOfBirth, person.LastName],
    );
    await expect(match(id)).rejects.toThrow(sentence);
    expect([await stageOf(), (await waiting()).length]).toEqual(['scheduled', 1]);
    await match(id, true);
    expect(await stageOf()).toBe('checkedIn');
    const [entry] = await api.db.owner<{ confirmed: string }>(
      `select detail ->> 'confirmed' as confirmed from audit_entry where entity = 'kioskArrivals' and pk = $1`,
      [id],
    );
    expect(entry?.confirmed).toBe(what);
  });

  test('staff choose the visit: it is checked in at the time of the tablet, in their name, once', async () => {
    const id = await oneWaiting();
    await api.call('kiosk.match', { id, VisitId: VisitId as never }, { as: 'front' });
    expect(await stageOf()).toBe('checkedIn');
    expect((await arrivals()).map(({ at, UserId }) => [Date.parse(at), UserId])).toEqual([
      [Date.parse(momentAt('10:05')), cast.users.front],
    ]);
    expect(await waiting()).toEqual([]);
    await expect(api.call('kiosk.match', { id, VisitId: VisitId as never }, { as: 'front' })).rejects.toThrow(
      'This arrival was already matched or dismissed.',
    );
    const [entry] = await api.db.owner<{ UserId: string; PatientId: string }>(
      `select "UserId", "PatientId" from audit_entry where entity = 'kioskArrivals' and pk = $1 and detail ->> 'matched' is not null`,
      [id],
    );
    expect(entry).toEqual({ UserId: cast.users.front, PatientId: place.PatientId });
  });

  test('a visit of another day begins when that day does, at the earliest', async () => {
    const id = await oneWaiting();
    await api.db.owner(
      `update visits set "Start" = '2025-03-12T10:15', "End" = '2025-03-12T11:00' where "VisitId" = $1`,
      [VisitId],
    );
    await api.call('kiosk.match', { id, VisitId: VisitId as never }, { as: 'front' });
    const [arrived] = await arrivals();
    expect(Date.parse(arrived?.at ?? '')).toBe(momentOf('2025-03-12T00:00', place.TimeZone).getTime());
  });

  test('a visit that does not take place, or is elsewhere, is not chosen, and the arrival stays', async () => {
    const id = await oneWaiting();
    await visitAt('10:15', 'cancelled');
    await expect(api.call('kiosk.match', { id, VisitId: VisitId as never }, { as: 'front' })).rejects.toThrow(
      'This visit does not take place.',
    );
    await expect(api.call('kiosk.match', { id, VisitId: randomUUID() as never }, { as: 'front' })).rejects.toThrow(
      'This visit was not found at the facility of the kiosk.',
    );
    expect(await waiting()).toHaveLength(1);
  });

  test.each([
    [
      'with forms keeps them, and who they are of',
      { forms: [], answers: { 'demographics.city': 'Rockport' }, signatures: [] },
      { DateOfBirth: '1958-03-14', lastFour: '0101', city: 'Rockport' },
    ],
    ['without forms keeps nothing that was typed', null, { DateOfBirth: null, lastFour: null, city: null }],
  ])('one that is dismissed takes its reason; %s', async (_, forms, kept) => {
    const id = await oneWaiting(forms);
    expect((await waiting()).map(({ hasForms }) => hasForms)).toEqual([forms !== null]);
    await expect(api.call('kiosk.dismiss', { id, reason: ' ' }, { as: 'front' })).rejects.toThrow();
    await api.call('kiosk.dismiss', { id, reason: 'Checked in at the desk' }, { as: 'front' });
    expect(await waiting()).toEqual([]);
    const [row] = await api.db.owner(
      `select reason, "decidedByUserId", "DateOfBirth"::text as "DateOfBirth", "lastFour", forms -> 'answers' ->> 'demographics.city' as city
       from kiosk_arrivals where "ArrivalId" = $1`,
      [id],
    );
    expect(row).toEqual({ reason: 'Checked in at the desk', decidedByUserId: cast.users.front, ...kept });
  });

  const city = { forms: [], answers: { 'demographics.city': 'Rockport' }, signatures: [] };
  const dismissed = async () => (await api.call('kiosk.arrivals', {}, { as: 'front' })).dismissed;
  const dismiss = (id: string, more: object = {}) =>
    api.call('kiosk.dismiss', { id, reason: 'Checked in at the desk', ...more }, { as: 'front' });

  test('one dismissed with forms is listed with its reason, and its forms go to a visit that staff choose', async () => {
    const id = await oneWaiting(city);
    expect(await dismissed()).toEqual([]);
    await dismiss(id);
    expect(await dismissed()).toMatchObject([{ ArrivalId: id, hasForms: true, reason: 'Checked in at the desk' }]);
    await expect(dismiss(id)).rejects.toThrow('This arrival was already matched or dismissed.');
    await match(id);
    const kept = await api.db.owner(`select "VisitId", answers ->> 'demographics.city' as city from intakes`);
    expect(kept).toEqual([{ VisitId, city: 'Rockport' }]);
    expect([await dismissed(), await waiting()]).toEqual([[], []]);
    await expect(match(id)).rejects.toThrow('This arrival was already matched or dismissed.');
  });

  test('of those dismissed the newest is first', async () => {
    const { seal, send } = await newKiosk();
    await visitAt('10:30', 'scheduled', other);
    const times = ['10:05', '10:20', '10:10'];
    for (const time of times) await send(await seal(arrivalAt(time, { forms: city })));
    for (const { ArrivalId } of await waiting()) await dismiss(ArrivalId);
    const seen = (await dismissed()).map((one) => Date.parse(one.at));
    expect(seen).toEqual(['10:20', '10:10', '10:05'].map((time) => Date.parse(momentAt(time))));
  });

  test('its forms are removed when staff say so, with the birth date and phone digits; audited', async () => {
    const id = await oneWaiting(city);
    await expect(dismiss(id, { removesForms: true })).rejects.toThrow('Dismiss this arrival before');
    expect(await waiting()).toHaveLength(1);
    await dismiss(id);
    const decided = async () =>
      (await api.db.owner(`select "decidedAt", "decidedByUserId" from kiosk_arrivals where "ArrivalId" = $1`, [id]))[0];
    const first = await decided();
    await api.call('kiosk.dismiss', { id, reason: 'Another reason', removesForms: true }, { as: 'admin' });
    expect(await decided()).toEqual(first);
    expect(await dismissed()).toEqual([]);
    const [row] = await api.db.owner(
      `select state, reason, "DateOfBirth", "lastFour", forms from kiosk_arrivals where "ArrivalId" = $1`,
      [id],
    );
    const gone = { DateOfBirth: null, lastFour: null, forms: null };
    expect(row).toEqual({ state: 'dismissed', reason: 'Checked in at the desk', ...gone });
    const noted = await api.db.owner<{ detail: object }>(
      `select detail - 'kiosk' as detail from audit_entry where entity = 'kioskArrivals' and pk = $1 and action = 'update' order by id`,
      [id],
    );
    expect(noted.map(({ detail }) => detail)).toEqual([{ dismissed: 'with a reason' }, { forms: 'removed' }]);
    await expect(match(id)).rejects.toThrow('This arrival was already matched or dismissed.');
  });

  test('those of a facility that somebody does not see look like none; so do all to who sees some providers alone', async () => {
    await dismiss(await oneWaiting(city));
    const id = await oneWaiting();
    const [elsewhere] = await api.db.owner<{ FacilityId: string }>(
      `select "FacilityId" from facilities where site = 'demo' and "FacilityId" <> $1 limit 1`,
      [place.FacilityId],
    );
    const own = `site = 'demo' and "UserId" = '${cast.users.pta}'`;
    await api.db.owner(
      `update users set "individualPermissions" = "individualPermissions" || '{move visits.checkedIn}'::text[] where ${own}`,
    );
    for (const [column, value] of [
      ['facilityIds', [elsewhere?.FacilityId]],
      ['providerIds', [cast.providers.maya]],
    ] as const) {
      await api.db.owner(`update users set "${column}" = $1 where ${own}`, [value]);
      const { arrivals: seen, dismissed: left } = await api.call('kiosk.arrivals', {}, { as: 'pta' });
      expect([seen, left], column).toEqual([[], []]);
      await expect(api.call('kiosk.dismiss', { id, reason: 'X' }, { as: 'pta' }), column).rejects.toThrow(
        'was not found',
      );
      await expect(api.call('kiosk.match', { id, VisitId: VisitId as never }, { as: 'pta' }), column).rejects.toThrow(
        'was not found',
      );
      await api.db.owner(`update users set "${column}" = null where ${own}`);
    }
    expect(await waiting()).toHaveLength(1);
  });
});
