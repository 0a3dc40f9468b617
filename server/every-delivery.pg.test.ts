import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint, endpointNames, type EndpointName } from '#contract/endpoints.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { cast } from '#server/demo/cast.ts';
import { chanceFrom } from '#server/demo/random.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';
import { idsAmong, inputOf, requestOf, siteIds } from '#server/testing/generated-calls.ts';
import { plantRows } from '#server/testing/planted-rows.ts';

let api: TestApi;
let ids: Map<string, string[]>;
let patients: Set<string>;
let names: Map<string, string>;
beforeAll(async () => {
  api = await testApi();
  await plantRows(api.db, ['demo']);
  ids = await siteIds(api.db, 'demo');
  patients = new Set(ids.get('PatientId'));
  // Names that nothing else has. Some calls look for Rosa, who keeps hers.
  const named = await api.db.owner<{ PatientId: string; LastName: string }>(
    `update patients set "LastName" = 'Patient' || translate(left("PatientId"::text, 8), '0123456789', 'ghijklmnop')
     where site = 'demo' and "PatientId" <> $1 returning "PatientId", "LastName"`,
    [rosa],
  );
  names = new Map(named.map(({ PatientId, LastName }) => [LastName, PatientId]));
});
afterAll(() => api.close());

const { rosa } = cast.patients;
const { scheduled, confirmed, inProgress } = cast.visits.today;
const device = crypto.randomUUID();
type Input = Record<string, unknown>;

/** What chance alone would hardly ask for. */
const asked: { [N in EndpointName]?: () => Promise<Input> | Input } = {
  'patients.list': () => ({}),
  'importer.run': () => ({
    files: [{ name: 'people.csv', text: 'FIRST,LAST,BIRTHDATE\nRosa,Alvarez,1958-03-14\n' }],
    dryRun: true,
  }),
  'samePeople.find': () => ({
    FirstName: 'Rosa',
    LastName: 'Alvarez',
    PreferredName: null,
    DateOfBirth: '1958-03-14',
    Phone: null,
    Email: null,
    MemberIds: [],
  }),
  'visits.list': () => ({ VisitIds: (ids.get('VisitId') ?? []).slice(0, 5).join() }),
  'scheduling.weekView': () => days,
  'scheduling.weekData': () => days,
  'scheduling.monthData': () => days,
  'scheduling.processDaySchedule': async () => {
    await api.db.owner(
      `update visits set stage = 'scheduled', "Start" = '2030-01-07T09:00', "End" = '2030-01-07T09:45' where "VisitId" = $1`,
      [scheduled],
    );
    return { scheduleDay: { ProviderId: await providerOf(scheduled), day: '2030-01-07', blocks: [] } };
  },
  'billing.claimsToCorrect': async () => {
    await api.db.owner(`update claims set "AmendedByNoteId" = gen_random_uuid() where site = 'demo'`);
    return {};
  },
  'visits.move': async () => ({ id: confirmed, destination: 'checkedIn', lastUpdated: await stampOf(confirmed) }),
  'visits.reschedule': async () => ({ id: scheduled, changes: {}, lastUpdated: await stampOf(scheduled) }),
  'documentation.create': async () => ({
    NoteId: crypto.randomUUID(),
    CaseId: await caseOf(inProgress),
    NoteType: 'communication',
    NoteDate: '2026-11-18',
    ParentNoteId: null,
  }),
  'documentation.save': async () => ({
    id: await caseOf(inProgress),
    VisitId: inProgress,
    changes: { Plan: 'Stairs.' },
  }),
  'files.download': () => ({ id: ids.get('FileVersionId')?.[0] }),
  'flowsheet.save': () => ({ id: inProgress, cells: [] }),
  'outcomes.record': async () => ({
    OutcomeResponseId: crypto.randomUUID(),
    CaseId: await caseOf(inProgress),
    NoteId: inProgress,
    MeasureKey: 'odi',
    Version: 1,
    Date: '2026-11-18',
    Answers: null,
    Score: 24,
    CorrectsId: null,
  }),
  'documentation.saveMeasures': async () => {
    const CaseId = (await caseOf(inProgress)) ?? '';
    const measure = { EvalMeasurementId: builtInId('rom.knee.flexion'), Side: 'L', Mode: 'active' };
    return { id: CaseId, add: [{ ...measure, CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId, ...measure }) }] };
  },
  'subjectNotes.list': () => ({ SubjectType: 'patient', SubjectId: rosa }),
  'subjectNotes.createSubjectNote': () => ({
    SubjectNoteId: crypto.randomUUID(),
    PatientId: rosa,
    SubjectType: 'patient',
    SubjectId: rosa,
    Text: 'Calls before noon.',
    IsPinned: false,
    IsAlert: false,
    ExpiresOn: null,
  }),
  'waitlist.list': async () => {
    await api.db.owner(`update visit_requests set state = 'open' where site = 'demo'`);
    return {};
  },
  'sync.hydrate': () => ({ priority: 'P0', after: null, day: '2026-11-18' }),
  'sync.repair': () => ({
    set: { kind: 'charts', PatientIds: [rosa], VisitIds: [], from: '2026-11-18', to: '2026-11-18' },
    entity: 'patients',
    buckets: [...'0123456789abcdef'],
  }),
  'sync.pull': async () => {
    const { cookie } = await api.call('sync.pull', { device, cookie: null, more: null } as never, { as: 'super' });
    await api.db.owner(`update patients set "City" = 'Lowell' where "PatientId" = $1`, [rosa]);
    return { device, cookie, more: null };
  },
  // Too early to sign: the answer shows the visit as it is.
  'sync.push': () => ({
    device,
    entries: [
      {
        mid: 1,
        name: 'documentation.sign',
        input: { id: cast.visits.today.scheduled },
        base: {},
        schemaVersion,
        madeAt: '2026-11-18T09:00:00.000Z',
        clockOffset: 0,
      },
    ],
  }),
};
const days = { date: '2026-11-18', employeeIds: [], facilityId: null, patientId: null };

async function stampOf(VisitId: string): Promise<string | undefined> {
  const [found] = await api.db.owner<{ at: string }>(
    `select to_jsonb(updated_at) #>> '{}' as at from visits where "VisitId" = $1`,
    [VisitId],
  );
  return found?.at;
}

async function caseOf(VisitId: string): Promise<string | undefined> {
  const [found] = await api.db.owner<{ id: string }>(`select "CaseId" as id from visits where "VisitId" = $1`, [
    VisitId,
  ]);
  return found?.id;
}

async function providerOf(VisitId: string): Promise<string | undefined> {
  const [found] = await api.db.owner<{ id: string }>(`select "ProviderId" as id from visits where "VisitId" = $1`, [
    VisitId,
  ]);
  return found?.id;
}

/** The site's patients whose ids or names are anywhere in an answer. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const toldIn = (body: string) =>
  new Set([
    ...(body.match(uuid) ?? []).filter((id) => patients.has(id)),
    ...(body.match(/Patient[a-p]{8}/g) ?? []).flatMap((name) => names.get(name) ?? []),
  ]);

const shows = ['view', 'fetch', 'first sync', 'sync', 'list'];

/** Whom the audit log names since it was emptied as shown to somebody. */
async function noted(): Promise<Set<string>> {
  const rows = await api.db.owner<{ id: string }>(
    `select "PatientId" as id from audit_entry where site = 'demo' and action = any ($1) and "PatientId" is not null
     union select jsonb_array_elements_text(detail -> 'patients') from audit_entry where site = 'demo' and action = any ($1)`,
    [shows],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Asks until an answer tells of a patient; the last answer and what was noted of it. */
async function answerOf(name: EndpointName): Promise<{ told: Set<string>; noted: Set<string> }> {
  const chance = chanceFrom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  let told = new Set<string>();
  for (let left = asked[name] ? 1 : endpoint(name).chartOf ? 25 : 5; left > 0 && told.size === 0; left -= 1) {
    const input = await (asked[name]?.() ?? inputOf(name, idsAmong(ids, false), chance));
    const { method, url, body } = requestOf(name, input);
    await api.db.owner(`delete from audit_entry where site = 'demo' and action = any ($1)`, [shows]);
    const reply = await api.inject(method, url, { as: 'super', ...(body && { body }) });
    told = toldIn(reply.body);
    if (asked[name] && told.size === 0) throw new Error(`${name} told of nobody: ${reply.body.slice(0, 400)}`);
  }
  return { told, noted: await noted() };
}

const called = endpointNames.filter((name) => !endpoint(name).byHand && endpoint(name).access !== 'public');
const showing = called.filter((name) => endpoint(name).chartOf);

/** Tell of patients without an entry, for the reason that stands in the table. */
const reviewers: readonly EndpointName[] = ['audit.list', 'audit.get', 'audit.export', 'emergency.list'];
/** Answers that take a story of their own, or name the patient by nothing but their name; noted like all others. */
const unasked: readonly EndpointName[] = [
  'cases.create',
  'cases.createAuthorization',
  'cases.createPlanOfCare',
  'compliance.ofCase',
  'visits.create',
  'visits.createSeries',
  'documentation.cosign',
  'documentation.pdf',
  'billing.submitClaim',
  'billing.claimFile',
  'scheduling.saveVisitRequest',
  'waitlist.fill',
  'waitlist.stop',
  'intake.marks',
  'intake.insurance',
  'intake.acceptInsurance',
];

describe('whoever an answer tells of', () => {
  const reached: EndpointName[] = [];
  test.each(showing)('%s: the audit log names them', async (name) => {
    const answer = await answerOf(name);
    if (answer.told.size > 0) reached.push(name);
    expect([...answer.told].filter((id) => !answer.noted.has(id))).toEqual([]);
  });
  test('so it was for every call that only shows, and for most others', () => {
    process.stdout.write(`deliveries: ${reached.length} of ${showing.length} calls told of a patient\n`);
    expect(showing.filter((name) => !reached.includes(name) && !unasked.includes(name))).toEqual([]);
  });
});

test.each(called.filter((name) => !endpoint(name).chartOf && !reviewers.includes(name)))(
  '%s tells of nobody, as the table says, unless it refuses because of what is there now',
  async (name) => {
    const answer = await answerOf(name);
    expect([...answer.told].filter((id) => !answer.noted.has(id))).toEqual([]);
  },
);
