import { randomUUID, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { signedText } from '#contract/intake/signed-text.ts';
import { formIdOf, type DraftFields, type NewForm, type OwnForm } from '#contract/intake-forms/own-form.ts';
import { copyOfBuiltIn, copyOfOwn, emptyForm } from '#contract/intake-forms/published-form.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { patientToken } from '#server/testing/patient-session.ts';

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
  for (const table of [
    'signed_consents',
    'intakes',
    'file_links',
    'file_versions',
    'files',
    'intake_form_drafts',
    'intake_forms',
  ])
    await api.db.owner(`delete from ${table}`);
  const [row] = await api.db.owner<{ PatientId: string }>(
    `update visits set "Start" = $2, "End" = $3, stage = 'scheduled', "intakeConflict" = '[]', "intakeIncomplete" = false
     where "VisitId" = $1 returning "PatientId"`,
    [id, `${day}T10:15`, `${day}T11:00`],
  );
  PatientId = row?.PatientId ?? '';
});

const as = { as: 'admin' } as const;
const sleep = (more: Partial<DraftFields> = {}): DraftFields => ({
  ...emptyForm(),
  title: ['Sleep', 'Sueño'],
  pages: [
    {
      key: 'page1',
      title: ['Your sleep', 'Su sueño'],
      questions: [{ kind: 'yesNo', key: 'well', label: ['Do you sleep well?', '¿Duerme bien?'], isRequired: true }],
    },
  ],
  ...more,
});
const create = (draft: NewForm) => api.call('intakeForms.create', draft, as);
const publish = ({ OwnFormId: own, rev }: OwnForm) => api.call('intakeForms.publish', { id: own, rev }, as);
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (cause: Error) => cause.message,
  );

async function asked(): Promise<IntakePage['forms']> {
  await api.call('intake.send', { id: id as never }, { as: 'front' });
  return (await readPage()).forms;
}
async function readPage(language = 'en'): Promise<IntakePage> {
  const token = await patientToken(api, { kind: 'patient', PatientId, level: 'L1', scope: 'intake' });
  const reply = await post(token, '/read', { language });
  return reply.json<{ intake: IntakePage }>().intake;
}
const post = (token: string, path: string, payload: object) =>
  api.app.inject({ method: 'POST', url: `/api/intake${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const idsOf = (forms: IntakePage['forms']) => forms.map(({ IntakeFormId, version }) => `${IntakeFormId} ${version}`);

describe('a draft', () => {
  test('is asked of no one before it is published, and of everyone it is for from then on', async () => {
    const made = await create(sleep());
    expect(made).toMatchObject({ version: 0, publishedAt: null, isChanged: true, rev: 1 });
    expect(idsOf(await asked()).some((one) => one.startsWith('own-'))).toBe(false);
    await api.db.owner('delete from intakes');
    const published = await publish(made);
    expect(published).toMatchObject({ version: 1, isChanged: false });
    expect(idsOf(await asked()).at(-1)).toBe(`${formIdOf(made.OwnFormId)} 1`);
  });

  test('is published once, however often that is asked for', async () => {
    const published = await publish(await create(sleep()));
    expect(await publish(published)).toEqual(published);
    const rows = await api.db.owner('select 1 from intake_forms');
    expect(rows).toHaveLength(2);
  });

  test('with a gap is kept, and refused when it is published', async () => {
    const made = await create(sleep({ title: ['', 'Sueño'] }));
    expect(await problemOf(publish(made))).toBe('Enter the English title of the form. Nothing was published.');
    expect(await api.db.owner('select 1 from intake_forms')).toEqual([]);
  });

  test('is listed with its questions, state and for whom it is, without its pages', async () => {
    const made = await create(sleep({ askedOf: { Disciplines: ['PT'] } }));
    const { forms } = await api.call('intakeForms.list', {}, as);
    const { pages, ...line } = made;
    expect(pages).toHaveLength(1);
    expect(forms).toEqual([{ ...line, questions: 1 }]);
  });

  test('removed, it is asked no more, and who has begun keeps it', async () => {
    const made = await publish(await create(sleep()));
    const before = await asked();
    await api.call('intakeForms.remove', { id: made.OwnFormId, base: { rev: made.rev } }, as);
    expect(await problemOf(api.call('intakeForms.get', { id: made.OwnFormId }, as))).toMatch(
      /^This form was not found/,
    );
    expect((await readPage()).forms).toEqual(before);
    await api.db.owner('delete from intakes');
    expect(idsOf(await asked()).some((one) => one.startsWith('own-'))).toBe(false);
  });
});

describe('two people on one form', () => {
  test('change different parts, and both are kept', async () => {
    const made = await create(sleep());
    const change = (changes: Partial<DraftFields>, base: object) =>
      api.call('intakeForms.update', { id: made.OwnFormId, ...changes, base: { ...base } }, as);
    await change({ title: ['Nights', 'Noches'] }, { title: made.title });
    const after = await change({ askedOf: { Disciplines: ['OT'] } }, { askedOf: made.askedOf });
    expect(after).toMatchObject({ title: ['Nights', 'Noches'], askedOf: { Disciplines: ['OT'] }, rev: 3 });
  });

  test('change the same, and the second is told; nor do they publish or remove what they have not seen', async () => {
    const made = await create(sleep());
    const [page] = made.pages;
    const pagesWith = (title: string) => [{ ...page!, title: [title, ''] as [string, string] }];
    const change = (title: string) =>
      api.call('intakeForms.update', { id: made.OwnFormId, pages: pagesWith(title), base: { pages: made.pages } }, as);
    await change('Mine');
    expect(await problemOf(change('Theirs'))).toBe(
      'Someone else changed this form after you opened it. Nothing was saved.',
    );
    expect(await problemOf(publish(made))).toEqual(expect.stringMatching(/^Someone else changed this form/));
    const remove = api.call('intakeForms.remove', { id: made.OwnFormId, base: { rev: made.rev } }, as);
    expect(await problemOf(remove)).toMatch(/Nothing was removed\.$/);
  });
});

describe('a version', () => {
  test('stays as it was for who has begun, while the next one is asked of others', async () => {
    const first = await publish(await create(sleep()));
    const own = formIdOf(first.OwnFormId);
    await asked();
    const changed = await api.call(
      'intakeForms.update',
      { id: first.OwnFormId, title: ['Nights', ''], base: { title: first.title } },
      as,
    );
    expect(changed).toMatchObject({ version: 1, isChanged: true });
    await publish(changed);
    const begun = await readPage();
    expect(begun.forms.find(({ IntakeFormId }) => IntakeFormId === own)).toMatchObject({ version: 1, title: 'Sleep' });
    await api.db.owner('delete from intakes');
    expect((await asked()).at(-1)).toMatchObject({ version: 2, title: 'Nights' });
    // Without Spanish it is read in English.
    expect((await readPage('es')).forms.at(-1)).toMatchObject({ language: 'es', title: 'Nights' });
  });

  test('of a text to sign is signed by its own words, whatever was published since', async () => {
    const signed = (text: string): DraftFields['pages'] => [
      {
        key: 'page1',
        title: ['Photos', ''],
        questions: [{ kind: 'signature', key: 'agree', label: ['I agree', ''], paragraphs: [[text, '']] }],
      },
    ];
    const first = await publish(await create(sleep({ pages: signed('You may take photos.') })));
    const seen = (await asked()).at(-1)!;
    const next = { id: first.OwnFormId, pages: signed('You may show photos.'), base: { pages: first.pages } };
    await publish(await api.call('intakeForms.update', next, as));
    const token = await patientToken(api, { kind: 'patient', PatientId, level: 'L1', scope: 'intake' });
    const { IntakeId } = await readPage();
    const [question] = seen.pages[0]!.questions;
    if (question?.kind !== 'signature') throw new Error('The form has no text to sign.');
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    const sign = (textHash: string) =>
      post(token, `/${IntakeId}/sign`, {
        question: `${seen.IntakeFormId}.agree`,
        SignedConsentId: randomUUID(),
        language: 'en',
        textHash,
        strokes: null,
        SignerName: 'Rosa Alvarez',
        Relationship: null,
      });
    expect((await sign(hashOf('I agree\nYou may show photos.'))).statusCode).not.toBe(200);
    const reply = await sign(hashOf(signedText(question)));
    expect(reply.statusCode, reply.body).toBe(200);
    const kept = await api.db.owner('select version, "textHash" from signed_consents');
    expect(kept).toEqual([{ version: 1, textHash: hashOf('I agree\nYou may take photos.') }]);
  });
});

describe('Spanish that stayed while the English changed', () => {
  const consent = builtInForms.find(({ IntakeFormId }) => IntakeFormId === 'consent')!;
  /** With other English in the first text to sign. */
  const reworded = ({ pages }: Pick<DraftFields, 'pages'>, english: string): DraftFields['pages'] => {
    const next = structuredClone(pages);
    const signed = next.flatMap(({ questions }) => questions).find(({ kind }) => kind === 'signature');
    const [first] = signed?.paragraphs ?? [];
    if (first) first[0] = english;
    return next;
  };
  const change = ({ OwnFormId: own, pages }: OwnForm, next: DraftFields['pages']) =>
    api.call('intakeForms.update', { id: own, pages: next, base: { pages } }, as);

  test('is not published before that is confirmed: of a copy, and of each later version', async () => {
    const copy = copyOfBuiltIn(consent);
    const made = await create({ ...copy, pages: reworded(copy, 'I agree to care.') });
    const told = await problemOf(publish(made));
    expect(told).toContain('The English changed and the Spanish did not: “I agree to care.”.');
    expect(told).toContain('Patients who choose Spanish would sign the earlier text. Nothing was published.');
    expect(await api.db.owner(`select 1 from intake_forms where "IntakeFormId" like 'own-%'`)).toEqual([]);
    const confirm = ({ OwnFormId: own, rev }: OwnForm) =>
      api.call('intakeForms.publish', { id: own, rev, isSpanishRight: true }, as);
    const first = await confirm(made);
    expect(first).toMatchObject({ version: 1, isChanged: false });
    const second = await change(first, reworded(first, 'I agree to all care.'));
    expect(await problemOf(publish(second))).toContain('“I agree to all care.”');
    // Nothing of the earlier confirmation is left to say: this text is as it was published.
    const back = await change(second, reworded(second, 'I agree to care.'));
    expect(await publish({ ...back })).toMatchObject({ version: 2 });
  });

  test('of a copy of an own form it is found against what that form said, also over another copy', async () => {
    const own = await create({ ...copyOfBuiltIn(consent), replaces: null });
    const copy = await create(copyOfOwn(own));
    const again = await create(copyOfOwn(copy));
    const changed = await change(again, reworded(again, 'I agree to care.'));
    expect(await problemOf(publish(changed))).toContain('“I agree to care.”');
    // The English of the first changed and was not published: a copy of that is out of date too.
    const unpublished = await change(await publish(own), reworded(own, 'I agree to more.'));
    expect(await problemOf(publish(await create(copyOfOwn(unpublished))))).toContain('“I agree to more.”');
    expect(await publish(copy)).toMatchObject({ version: 1 });
  });

  test('of a copy of a built-in form that is asked in addition to it is found too', async () => {
    const copied = copyOfBuiltIn(consent);
    const made = await create({ ...copied, replaces: null, pages: reworded(copied, 'I agree to care.') });
    expect(await problemOf(publish(made))).toContain('“I agree to care.”');
  });

  test('of a form that was never published there is nothing to compare', async () => {
    expect(await publish(await create(sleep()))).toMatchObject({ version: 1 });
  });
});

describe('whom it is asked of', () => {
  const pain = builtInForms.find(({ IntakeFormId }) => IntakeFormId === 'pain')!;

  test('in the place of a built-in form, while it is on', async () => {
    const plain = idsOf(await asked());
    await api.db.owner('delete from intakes');
    const copied = builtInForms[0]!;
    const made = await publish(await create(copyOfBuiltIn(copied)));
    expect(idsOf(await asked())).toEqual([`${formIdOf(made.OwnFormId)} 1`, ...plain.slice(1)]);
    await api.db.owner('delete from intakes');
    const off = await api.call('intakeForms.update', { id: made.OwnFormId, isOn: false, base: { isOn: true } }, as);
    expect(off).toMatchObject({ isChanged: false, rev: made.rev });
    expect(idsOf(await asked())).toEqual(plain);
  });

  test('two forms never take one place, nor that of a form that is none', async () => {
    await create(copyOfBuiltIn(pain));
    expect(await problemOf(create(copyOfBuiltIn(pain)))).toMatch(/^Another form already takes the place of this one\./);
    expect(await problemOf(create(sleep({ replaces: 'tea' })))).toMatch(/^This built-in form was not found\./);
  });

  test.each([
    ['who pays for the case', true],
    ['another payer', false],
  ])('by %s', async (_who, pays) => {
    const payers = await api.db.owner<{ PayerId: string; pays: boolean }>(
      `select p."PayerId", exists (select from visits v join cases c on c.site = v.site and c."CaseId" = v."CaseId"
         join insurances i on i.site = c.site and i."InsuranceId" = any (c."InsuranceIds")
         where v."VisitId" = $1 and i."PayerId" = p."PayerId") as pays from payers p where p.site = 'demo'`,
      [id],
    );
    const PayerIds = payers.filter((one) => one.pays === pays).map(({ PayerId }) => PayerId as never);
    expect(PayerIds).not.toEqual([]);
    await publish(await create(sleep({ askedOf: { PayerIds } })));
    expect(idsOf(await asked()).some((one) => one.startsWith('own-'))).toBe(pays);
  });

  test('a payer that is none of the clinic is refused', async () => {
    expect(await problemOf(create(sleep({ askedOf: { PayerIds: [randomUUID() as never] } })))).toMatch(
      /^One of these payers was not found\./,
    );
  });

  test('by visit type, also after that was renamed, for visits booked before and after', async () => {
    const [at] = await api.db.owner<{ FacilityId: string; Name: string; VisitTypeId: string }>(
      `select v."FacilityId", t ->> 'Name' as "Name", t ->> 'VisitTypeId' as "VisitTypeId"
       from visits v join facilities f on f.site = v.site and f."FacilityId" = v."FacilityId"
       cross join jsonb_array_elements(f.visit_types) t where v."VisitId" = $1 and t ->> 'Name' = v."VisitTypeName"`,
      [id],
    );
    if (!at) throw new Error('The visit has no type.');
    const { VisitTypeId, FacilityId } = at;
    const isAsked = async () => {
      await api.db.owner('delete from intakes');
      return idsOf(await asked()).some((one) => one.startsWith('own-'));
    };
    const other = { askedOf: { VisitTypeIds: [randomUUID()] } };
    expect(await problemOf(create(sleep(other)))).toMatch(/^One of these visit types was not found\./);
    await publish(await create(sleep({ askedOf: { VisitTypeIds: [VisitTypeId] } })));
    const type = { VisitTypeId, Name: 'First visit', IsNonPatientVisit: false, isDeleted: false };
    const rename = (Name: string) =>
      api.call('facilities.update', { id: FacilityId as never, visit_types: [{ ...type, Name }] }, as);
    await rename('First visit');
    try {
      expect(await isAsked()).toBe(true);
      await api.db.owner(`update visits set "VisitTypeName" = 'First visit' where "VisitId" = $1`, [id]);
      expect(await isAsked()).toBe(true);
      await api.db.owner(`update visits set "VisitTypeName" = 'Something else' where "VisitId" = $1`, [id]);
      expect(await isAsked()).toBe(false);
    } finally {
      await rename(at.Name);
      await api.db.owner(`update visits set "VisitTypeName" = $2 where "VisitId" = $1`, [id, at.Name]);
    }
  });

  test('by the names of visit types that a form of before has: they become ids, and a name of no type stays', async () => {
    const types = await api.db.owner<{ id: string; name: string }>(
      `select distinct t ->> 'VisitTypeId' as id, t ->> 'Name' as name
       from facilities f cross join jsonb_array_elements(f.visit_types) t where f.site = 'demo' order by 2, 1`,
    );
    const [{ name } = { name: '' }] = types;
    const before = { VisitTypeNames: [name, 'Class of 2019'], isInsured: true };
    const ids = types.filter((one) => one.name === name).map((one) => one.id);
    const made = await publish(await create(sleep({ askedOf: before })));
    await create(sleep({ askedOf: { VisitTypeNames: ['Class of 2019'] } }));
    const raise = readFileSync(
      join(import.meta.dirname, '..', '..', 'migrations', '0341-forms-by-visit-type.sql'),
      'utf8',
    );
    for (const _ of ['once', 'and again']) await api.db.owner(raise);
    const after = { VisitTypeIds: ids, VisitTypeNames: ['Class of 2019'], isInsured: true };
    expect(await api.call('intakeForms.get', { id: made.OwnFormId }, as)).toMatchObject({
      askedOf: after,
      rev: made.rev,
      isChanged: false,
    });
    const kept = await api.db.owner<{ askedOf: object }>(`select distinct "askedOf" from intake_forms`);
    expect(kept).toEqual([{ askedOf: after }]);
    const drafts = await api.db.owner<{ askedOf: object }>(
      `select "askedOf" from intake_form_drafts where "OwnFormId" <> $1`,
      [made.OwnFormId],
    );
    expect(drafts).toEqual([{ askedOf: { VisitTypeNames: ['Class of 2019'] } }]);
  });

  test('a visit for which no form is set is sent none', async () => {
    const never = { ages: { from: 149 } };
    for (const form of builtInForms) await publish(await create({ ...copyOfBuiltIn(form), askedOf: never }));
    expect(await problemOf(api.call('intake.send', { id: id as never }, { as: 'front' }))).toBe(
      'No form is set for this visit, so nothing was sent. Forms are set under Company.',
    );
    expect(await api.db.owner('select 1 from intakes')).toEqual([]);
  });
});
