import { expect, test } from 'vitest';
import { NoteId, PlanOfCareId, ReferringProviderId } from '../base/ids.ts';
import { goalReportsOf } from './goal-cells.ts';
import { goalRow, planOfCareRow } from '../testing/plans.ts';
import { testId } from '../testing/rows.ts';
import { cellKey } from './field-keys.ts';
import { goalsToSign, reportsOnGoals, type CareOfNote } from './goals-to-sign.ts';
import type { AlsoType, NoteType } from './note-types.ts';

const id = NoteId.parse(testId(91));
const second = { ...goalRow, GoalId: testId(86) as typeof goalRow.GoalId, Number: 2 };
const certified = { ...planOfCareRow, CertifierId: ReferringProviderId.parse(testId(75)) };
const status = (GoalId: string) => cellKey('goal', GoalId, 'Status');
const note = (NoteType: NoteType, statuses: Record<string, string> = {}, AlsoTypes: AlsoType[] = []) => ({
  NoteId: id,
  NoteDate: '2026-01-05',
  NoteType,
  AlsoTypes,
  Cells: Object.fromEntries(Object.entries(statuses).map(([goal, value]) => [status(goal), value])),
});
const both = { [goalRow.GoalId]: 'new', [second.GoalId]: 'progressing' };
const care = (more: Partial<CareOfNote> = {}): CareOfNote => ({
  goals: [goalRow, second],
  reports: [],
  plans: [certified],
  notes: [],
  isMedicare: true,
  ...more,
});

test.each<[string, ReturnType<typeof note>, Partial<CareOfNote>, string[]]>([
  ['an evaluation with goals and plan', note('eval', both), {}, []],
  ['one goal reported on is enough for it', note('eval', { [goalRow.GoalId]: 'new' }), {}, []],
  [
    'an evaluation without a goal',
    note('eval'),
    { goals: [], plans: [] },
    ['There is no goal.', 'The plan of care is missing.'],
  ],
  ['goals without a status', note('eval', {}), {}, ['No goal has a status.']],
  ['an evaluation for another payer', note('eval', both), { isMedicare: false, plans: [] }, []],
  [
    'a plan without who certifies it',
    note('eval', both),
    { plans: [planOfCareRow] },
    ['The plan of care names no one to certify it.'],
  ],
  [
    'a plan of short-term goals without diagnosis',
    note('eval', both),
    { plans: [{ ...certified, GoalIds: [], Diagnoses: [] }] },
    ['The plan of care needs a long-term goal with its function.', 'The plan of care has no diagnosis.'],
  ],
  [
    'a plan of another note',
    note('eval', both),
    { plans: [{ ...certified, WrittenInNoteId: NoteId.parse(testId(97)) }] },
    ['The plan of care is missing.'],
  ],
  [
    'a plan that ended before',
    note('eval', both),
    { plans: [{ ...certified, From: '2025-10-01', To: '2025-12-29' }] },
    ['The plan of care is missing.'],
  ],
  ['a progress report on every goal', note('progress', both), {}, []],
  [
    'a progress report that leaves one out',
    note('progress', { [goalRow.GoalId]: 'met' }),
    {},
    ['Goal 2 has no status.'],
  ],
  [
    'a daily note that is one too',
    note('daily', {}, ['progress']),
    {},
    ['Goal 1 has no status.', 'Goal 2 has no status.'],
  ],
  ['a discharge without final status', note('discharge', {}), { goals: [second] }, ['Goal 2 has no status.']],
  [
    'a goal without number yet',
    note('discharge', {}),
    { goals: [{ ...second, Number: null }] },
    ['New goal has no status.'],
  ],
  ['a progress report without goals', note('progress'), { goals: [] }, []],
  ['a daily note', note('daily'), {}, []],
  ['a recertification without a plan', note('recert', both), {}, ['The next plan of care is missing.']],
  [
    'a recertification with its plan',
    note('recert', both),
    {
      plans: [
        certified,
        {
          ...certified,
          PlanOfCareId: PlanOfCareId.parse(testId(98)),
          Kind: 'recert',
          From: '2026-04-05',
          To: '2026-06-30',
        },
      ],
    },
    [],
  ],
])('%s', (_what, of, more, missing) => {
  expect(goalsToSign(of, care(more))).toEqual(missing);
});

const nextPlan = (n: number, From: string, To: string, WrittenInNoteId: NoteId | null = null) => ({
  ...certified,
  PlanOfCareId: PlanOfCareId.parse(testId(n)),
  Kind: 'recert' as const,
  From,
  To,
  WrittenInNoteId,
});
const april = nextPlan(98, '2026-04-05', '2026-06-30');
const july = nextPlan(99, '2026-07-01', '2026-09-28');
const earlier = (n: number, NoteType: NoteType, signedAt: string | null, AlsoTypes: AlsoType[] = []) => ({
  NoteId: NoteId.parse(testId(n)),
  NoteDate: '2026-04-02',
  NoteType,
  AlsoTypes,
  signedAt,
});
const recertified = earlier(92, 'recert', '2026-04-02T12:00:00Z');
const lacksPlan = ['The next plan of care is missing.'];
test.each<[string, Partial<CareOfNote>, string[]]>([
  ['with the plan of the last one', { plans: [april], notes: [recertified] }, lacksPlan],
  [
    'with the plan of the last one, a daily note too',
    { plans: [april], notes: [earlier(92, 'daily', '2026-04-02T12:00:00Z', ['recert'])] },
    lacksPlan,
  ],
  ['with a plan beside that of the last one', { plans: [july, april], notes: [recertified] }, []],
  ['with its own plan', { plans: [nextPlan(99, '2026-07-01', '2026-09-28', id)], notes: [recertified] }, []],
  [
    'with a plan that the last one did not need',
    { plans: [april, nextPlan(97, '2026-04-05', '2026-06-30', recertified.NoteId)], notes: [recertified] },
    [],
  ],
  ['beside one that is not signed', { plans: [april], notes: [earlier(92, 'recert', null)] }, []],
  ['after a note of another kind', { plans: [april], notes: [earlier(92, 'progress', recertified.signedAt)] }, []],
  ['that is this one', { plans: [april], notes: [{ ...recertified, NoteId: id }] }, []],
])('a recertification %s', (_name, more, missing) => {
  expect(goalsToSign({ ...note('recert', both), NoteDate: '2026-06-15' }, care(more))).toEqual(missing);
});

test('a goal that ended in a signed note is not asked for again, until that note is this one', () => {
  const met = {
    NoteId: NoteId.parse(testId(93)),
    NoteDate: '2026-01-02',
    Cells: note('progress', { [second.GoalId]: 'met' }).Cells,
  };
  const signed = goalReportsOf({ ...met, signedAt: '2026-01-02T12:00:00Z' });
  const of = note('progress', { [goalRow.GoalId]: 'progressing' });
  expect(goalsToSign(of, care({ reports: signed }))).toEqual([]);
  expect(goalsToSign(of, care({ reports: goalReportsOf({ ...met, signedAt: null }) }))).toEqual([
    'Goal 2 has no status.',
  ]);
  expect(goalsToSign({ ...of, NoteId: met.NoteId }, care({ reports: signed }))).toEqual(['Goal 2 has no status.']);
});

test('kinds that report on goals', () => {
  const kinds: NoteType[] = ['eval', 'daily', 'progress', 'reeval', 'recert', 'discharge', 'missedVisit', 'addendum'];
  expect(kinds.filter((kind) => reportsOnGoals(note(kind)))).toEqual([
    'eval',
    'progress',
    'reeval',
    'recert',
    'discharge',
  ]);
  expect(reportsOnGoals(note('daily', {}, ['discharge']))).toBe(true);
});

const blank = { ...goalRow, Text: 'Walk *** m', Function: null };
const said = 'Goal 1 still has *** in it. Fill it in or remove it.';
test.each([
  ['once it is in force', note('eval', { [blank.GoalId]: 'new' }), [], [said]],
  ['in a report', note('progress', { [blank.GoalId]: 'progressing' }), [], [said]],
  ['not where nothing is said of goals', note('daily'), [], []],
  ['not where it ends', note('progress', { [blank.GoalId]: 'dropped' }), [], []],
  ['not where an earlier signature froze it', note('progress', { [blank.GoalId]: 'progressing' }), [blank.GoalId], []],
] as const)('a goal with a blank of its template is told of %s', (_name, of, frozen, sentences) => {
  const reports = frozen.map((GoalId) => ({
    GoalId,
    NoteId: testId(97),
    on: '2026-01-02',
    isSigned: true,
    Status: 'new',
    Current: null,
    Percent: null,
    Comment: null,
  }));
  expect(goalsToSign(of, care({ goals: [blank], reports, isMedicare: false }))).toEqual(sentences);
});
