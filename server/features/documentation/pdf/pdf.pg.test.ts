import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { cast } from '#server/demo/cast.ts';
import { demoId } from '#server/demo/ids.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { pdfPages, squeezed } from '#server/testing/pdf-text.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const { today } = cast.visits;
const rosa = demoId('demo', 'case', 'rosa');
const gus = demoId('demo', 'case', 'gus');
type As = Parameters<TestApi['inject']>[2];

const ask = (id: string, as: As = { as: 'pt' }) => api.inject('GET', `/api/notes/${id}/pdf`, as);
/** The text of each page, without spaces. */
async function pagesOf(id: string, as?: As): Promise<string[]> {
  const reply = await ask(id, as);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  return pdfPages(reply.rawPayload);
}
const textOf = async (id: string) => (await pagesOf(id)).join('');
const write = (id: string, NoteId: string, changes: object) =>
  api.call('documentation.save', { id, NoteId, VisitId: null, changes } as never, { as: 'pt' });
const change = (id: string, sections: object) =>
  api.db.owner(`update visit_notes set "Sections" = "Sections" || $2::jsonb where "NoteId" = $1`, [
    id,
    JSON.stringify(sections),
  ]);

test('a signed note: letterhead, patient, text, services and its signature, and nothing of other notes', async () => {
  await change(today.review, { Subjective: 'Words of quite another visit' });
  await change(today.billing, { Subjective: 'Words of this visit' });
  await api.db.owner(
    `update visit_notes set "CaseId" = $2, "PatientId" = (select "PatientId" from cases where "CaseId" = $2) where "NoteId" = $1`,
    [today.review, rosa],
  );
  const text = await textOf(today.billing);
  const [facility] = await api.db.owner<{ name: string; street: string }>(
    `select "LastName" as name, "Address1" as street from facilities where "FacilityId" = $1`,
    [cast.facilities.harborview],
  );
  const services = await api.db.owner<{ code: string; minutes: number | null; units: number }>(
    `select s."CPT_Code" as code, s."Minutes" as minutes, s."Units" as units from services s where s."VisitId" = $1`,
    [today.billing],
  );
  expect(services.length).toBeGreaterThan(0);
  const wanted = [
    facility?.name ?? '?',
    facility?.street ?? '?',
    cast.patients.rosa,
    'Words of this visit',
    ...services.map(({ code }) => code),
    'Signed electronically by Maya Okafor',
  ];
  expect(wanted.filter((words) => !text.includes(squeezed(words)))).toEqual([]);
  expect(text).not.toContain(squeezed('Words of quite another visit'));
  expect(text).not.toContain('Notsigned');
});

test('every page says whose note it is and which page of how many; an unsigned one that it is not signed', async () => {
  await change(today.inProgress, { Plan: Array.from({ length: 400 }, (_, n) => `Sentence number ${n}.`).join('\n') });
  const pages = await pagesOf(today.inProgress);
  expect(pages.length).toBeGreaterThan(3);
  const [whose] = await api.db.owner<{ PatientId: string; name: string }>(
    `select p."PatientId", p."LastName" || ', ' || p."FirstName" as name from visits v join patients p using (site, "PatientId")
     where v."VisitId" = $1`,
    [today.inProgress],
  );
  const onEach = (page: number) => [
    whose?.PatientId ?? '?',
    squeezed(whose?.name ?? '?'),
    'Notsigned',
    `Page${page}of${pages.length}`,
  ];
  expect(pages.flatMap((page, at) => onEach(at + 1).filter((words) => !page.includes(words)))).toEqual([]);
  expect(pages.join('')).not.toContain('Signedelectronically');
});

test('a body chart is drawn, and told in words with the view it was marked on', async () => {
  const key = cellKey('mark', crypto.randomUUID(), 'Mark');
  const mark = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: 'aching', Intensity: 4 };
  await api.call('documentation.save', { id: gus, VisitId: today.inProgress, changes: { [key]: mark } } as never, {
    as: 'pt',
  });
  const text = await textOf(today.inProgress);
  expect(text).toContain(squeezed('Body chart'));
  expect(text).toContain(squeezed('Front Right front of the knee aching 4/10'));
});

test('names with accents and text with markup are printed as they are; what the font lacks is told in its place', async () => {
  await api.db.owner(
    `update patients set "FirstName" = 'José', "LastName" = 'Núñez Łukasz', "PreferredName" = 'Nguyễn' where "PatientId" = $1`,
    [cast.patients.rosa],
  );
  const Subjective = `<script>alert('x')</script> <b>bold</b> {"text":"no"} Pain ↑ after 90→110°, ≥ ½ ½ ﬁnd 中 ${'x'.repeat(900)}`;
  await change(today.billing, { Subjective });
  const text = await textOf(today.billing);
  expect(text).toContain(squeezed('Núñez Łukasz, José'));
  expect(text).toContain('“Nguyễn”');
  expect(text).toContain(squeezed(`<script>alert('x')</script><b>bold</b>{"text":"no"}`));
  expect(text).toContain(squeezed('Pain (up) after 90->110°, ≥ 1⁄2 1⁄2 find [U+4E2D] xxx'));
  expect(text.match(/x{3,}/g)?.join('').length).toBeGreaterThanOrEqual(900);
});

test('an addendum is below its note once it is signed; printed by itself it says that it is not', async () => {
  const NoteId = crypto.randomUUID();
  const of = { NoteId, CaseId: rosa, NoteType: 'addendum', NoteDate: '2026-11-18', ParentNoteId: today.billing };
  await api.call('documentation.create', of as never, { as: 'pt' });
  await write(rosa, NoteId, { addendumReason: 'Wrong side', Text: 'The left knee was treated.' });
  const before = await textOf(today.billing);
  expect(before).not.toContain(squeezed('The left knee was treated.'));
  expect(before).toContain(squeezed('is not signed yet. Its text is not printed here.'));
  const alone = await textOf(NoteId);
  expect(alone).toContain(squeezed('The left knee was treated.'));
  expect(alone).toContain('Notsigned');
  await api.call('documentation.sign', { id: NoteId } as never, { as: 'pt' });
  const after = await textOf(today.billing);
  expect(after).toContain(squeezed('Addendum of 11/18/2026 Reason Wrong side Text The left knee was treated.'));
  expect(after.match(/Signedelectronicallyby/g)).toHaveLength(2);
});

test('it is a file with title and language, without anything of the patient in its name', async () => {
  const reply = await ask(today.billing);
  expect(reply.headers['content-disposition']).toBe('attachment; filename="note-2026-11-18.pdf"');
  expect(reply.headers['cache-control']).toBe('no-store');
  const raw = reply.rawPayload.toString('latin1');
  expect(raw).toContain('/Lang (en-US)');
  expect(raw).toContain('/DisplayDocTitle true');
  expect(raw).toContain('(Daily note of 11/18/2026)');
});

test('it is on record as a view of the chart and as an export', async () => {
  await api.db.owner(`delete from audit_entry where site = 'demo' and action in ('view', 'export')`);
  await ask(today.billing, { as: 'front' });
  const entries = await api.db.owner(
    `select action, entity, pk, "PatientId" from audit_entry where site = 'demo' and action in ('view', 'export') order by action`,
  );
  const PatientId = cast.patients.rosa;
  expect(entries).toEqual([
    { action: 'export', entity: 'visitNotes', pk: today.billing, PatientId },
    { action: 'view', entity: 'patients', pk: PatientId, PatientId },
  ]);
});

test('no other site, no one outside its facilities, nobody who is not signed in, and nothing that is not there', async () => {
  await api.db.owner(`update users set "facilityIds" = array[$1]::uuid[] where "UserId" = $2`, [
    cast.facilities.harborview,
    cast.users.pta,
  ]);
  const [outside] = await api.db.owner<{ NoteId: string }>(
    `select "NoteId" from visit_notes where "FacilityId" = $1 limit 1`,
    [cast.facilities.riverside],
  );
  const answers = await Promise.all([
    ask(today.billing, { as: 'pt', site: 'demo2' }),
    ask(outside?.NoteId ?? '', { as: 'pta' }),
    ask(crypto.randomUUID()),
    ask('not-an-id'),
    ask(today.billing, {}),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 422, 401]);
  const words = 'This note was not found, or you can’t see it.';
  expect(answers.slice(0, 3).map((reply) => reply.json<{ message: string }>().message)).toEqual([words, words, words]);
});

test('a communication of a case has a PDF too', async () => {
  const NoteId = crypto.randomUUID();
  const of = { NoteId, CaseId: gus, NoteType: 'communication', NoteDate: '2026-11-18', ParentNoteId: null };
  await api.call('documentation.create', of as never, { as: 'pt' });
  await write(gus, NoteId, { withWhom: 'Dr. Lee', channel: 'phone', Summary: 'Go on as planned.' });
  const text = await textOf(NoteId);
  expect(text).toContain(squeezed('Person Dr. Lee Channel Phone'));
  expect(text).toContain(squeezed('Summary Go on as planned.'));
});

test('measures, goals and exercises by their names, each of its own note', async () => {
  const [seen] = await api.db.owner<{ note: string; measure: string }>(
    `select n."NoteId" as note, min(key) as measure from visit_notes n, jsonb_object_keys(n."Cells") key
     where n.site = 'demo' and key like 'measure:%.Value' group by n."NoteId" order by n."NoteId" limit 1`,
  );
  const [goal] = await api.db.owner<{ note: string; id: string; text: string }>(
    `select n."NoteId" as note, g."GoalId" as id, g."Text" as text from goals g join visit_notes n using (site, "CaseId")
     where n.site = 'demo' and n."signedAt" is null order by g."GoalId", n."NoteId" limit 1`,
  );
  await api.db.owner(`update visit_notes set "Cells" = "Cells" || $2::jsonb where "NoteId" = $1`, [
    goal?.note,
    JSON.stringify({ [`goal:${goal?.id}.Status`]: 'progressing' }),
  ]);
  const [done] = await api.db.owner<{ note: string; name: string }>(
    `select e."VisitId" as note, r."Name" as name from visit_exercises e join case_exercises r using (site, "CaseId")
     join visit_notes n on n.site = e.site and n."NoteId" = e."VisitId"
     where e.site = 'demo' and e."Cells" ? r."CaseExerciseId"::text order by r."CaseExerciseId" limit 1`,
  );
  expect([seen, goal, done].every(Boolean)).toBe(true);
  expect(await textOf(seen?.note ?? '')).toContain('Measures');
  const onGoals = await textOf(goal?.note ?? '');
  expect([goal?.text.slice(0, 20) ?? '?', 'Progressing'].filter((words) => !onGoals.includes(squeezed(words)))).toEqual(
    [],
  );
  expect(await textOf(done?.note ?? '')).toContain(squeezed(done?.name ?? '?'));
});
