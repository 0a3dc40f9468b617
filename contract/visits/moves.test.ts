import { describe, expect, test } from 'vitest';
import type { MoveFacts } from './move-facts.ts';
import { moveFacts } from './move-facts.ts';
import { findMove, moveOutcome, moveRefusal, permissionFor, possibleMoves, visitMoves } from './moves.ts';
import { stages, type VisitStage } from './stage.ts';

const ready: MoveFacts = { noteSigned: true, cosignMissing: false, billableServices: 2, hasInsurance: true };
const atDesk = ['confirmed', 'checkedIn', 'inProgress', 'cancelled', 'noShow', 'lateCancel'].map(
  (to) => `move visits.${to}`,
);

test('no move is in the list twice in the table and every stage can be reached', () => {
  const pairs = visitMoves.map((move) => `${move.from} ${move.to}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  const reached = new Set<VisitStage>(['scheduled', ...visitMoves.map((move) => move.to)]);
  expect([...reached].toSorted()).toEqual(stages.toSorted());
});

test('every destination but those with a right of their own needs `move visits.<destination>` or undoes it', () => {
  for (const { from, to, permission, by } of visitMoves.filter((move) => move.by.includes('move'))) {
    const rights: Record<string, string> = { 'review inProgress': 'return visits', 'closed billing': 'reopen visits' };
    expect([rights[`${from} ${to}`], `move visits.${to}`, `move visits.${from}`]).toContain(permission);
    expect(by.length).toBeGreaterThan(0);
  }
});

describe('who may move where', () => {
  test.each<[VisitStage, string[], VisitStage[]]>([
    ['scheduled', atDesk, ['confirmed', 'checkedIn', 'cancelled', 'noShow', 'lateCancel']],
    ['checkedIn', atDesk, ['inProgress', 'confirmed']],
    ['cancelled', atDesk, ['scheduled']],
    ['inProgress', atDesk, []],
    ['inProgress', ['move visits.*'], ['review']],
    ['review', ['move visits.*'], ['billing']],
    ['review', ['return visits'], ['inProgress']],
    ['billing', ['move visits.*', 'submit claims'], ['closed']],
    ['submitted', ['move visits.*'], ['closed', 'billing']],
    ['closed', ['move visits.*'], []],
    ['closed', ['reopen visits'], ['billing']],
    ['scheduled', [], []],
  ])('from %s with %j: %j', (stage, can, destinations) => {
    expect(possibleMoves({ stage }, can)).toEqual(destinations);
  });

  test('the permission of a move, and of one that does not exist', () => {
    expect(permissionFor('checkedIn', 'inProgress')).toBe('move visits.inProgress');
    expect(permissionFor('inProgress', 'cancelled')).toBeNull();
  });
});

describe('refusals', () => {
  test.each<[VisitStage, VisitStage, Partial<MoveFacts>, string | null]>([
    ['checkedIn', 'inProgress', {}, null],
    ['checkedIn', 'checkedIn', {}, 'This visit is already Arrived.'],
    ['scheduled', 'closed', {}, 'A visit cannot go from Scheduled to Closed.'],
    ['inProgress', 'noShow', {}, 'A visit cannot go from In progress to No-show.'],
    ['inProgress', 'billing', {}, 'Sign the note to send this visit to billing.'],
    ['billing', 'submitted', {}, 'Submit the claim to move this visit to Submitted.'],
    ['review', 'billing', {}, null],
    [
      'review',
      'billing',
      { noteSigned: false },
      'The note of this visit is not signed yet. Sign it, then bill the visit.',
    ],
    [
      'review',
      'billing',
      { cosignMissing: true },
      'The note of this visit still needs a cosignature. It can be billed after that.',
    ],
    [
      'review',
      'billing',
      { billableServices: 0 },
      'No service with at least one unit is recorded. Record the charges first.',
    ],
    ['billing', 'closed', {}, 'This visit has insurance. Submit its claim first, then close it.'],
    ['billing', 'closed', { hasInsurance: false }, null],
    ['submitted', 'closed', {}, null],
  ])('%s → %s with %j: %s', (stage, destination, facts, sentence) => {
    expect(moveRefusal({ stage }, destination, { ...ready, ...facts })).toBe(sentence);
  });

  test('any two stages either have a move or a sentence', () => {
    const pairs = stages.flatMap((from) => stages.map((to) => ({ from, to })));
    const without = pairs.filter(({ from, to }) => !findMove(from, to));
    expect(without).toHaveLength(stages.length ** 2 - visitMoves.length);
    for (const { from, to } of without) expect(moveRefusal({ stage: from }, to, ready)).toMatch(/\.$/);
  });
});

describe('intake at the start of a visit (spec 4)', () => {
  const conflict = [{ field: 'Phone' as const, chart: null, intake: '5035550134' }];
  test.each([
    {
      stage: 'checkedIn',
      to: 'inProgress',
      intakeConflict: [],
      intakeIncomplete: false,
      ignore: false,
      outcome: 'moved',
    },
    {
      stage: 'checkedIn',
      to: 'inProgress',
      intakeConflict: [],
      intakeIncomplete: true,
      ignore: false,
      outcome: 'intakeIncomplete',
    },
    {
      stage: 'checkedIn',
      to: 'inProgress',
      intakeConflict: [],
      intakeIncomplete: true,
      ignore: true,
      outcome: 'moved',
    },
    {
      stage: 'checkedIn',
      to: 'inProgress',
      intakeConflict: conflict,
      intakeIncomplete: false,
      ignore: true,
      outcome: 'intakeConflict',
    },
    {
      stage: 'checkedIn',
      to: 'inProgress',
      intakeConflict: conflict,
      intakeIncomplete: true,
      ignore: true,
      outcome: 'intakeConflict',
    },
    {
      stage: 'scheduled',
      to: 'checkedIn',
      intakeConflict: conflict,
      intakeIncomplete: true,
      ignore: false,
      outcome: 'moved',
    },
    {
      stage: 'review',
      to: 'inProgress',
      intakeConflict: conflict,
      intakeIncomplete: true,
      ignore: false,
      outcome: 'moved',
    },
  ] as const)('$stage → $to: $outcome', ({ to, ignore, outcome, ...visit }) => {
    expect(moveOutcome({ ...visit, intakeConflict: [...visit.intakeConflict] }, to, ignore)).toBe(outcome);
  });

  test('only the start of a treatment alerts the patient', () => {
    const alerting = visitMoves.filter((move) => move.triggers.includes('visitStartAlert'));
    expect(alerting.map((move) => [move.from, move.to])).toEqual([['checkedIn', 'inProgress']]);
  });
});

test.each([
  { note: undefined, services: [], expected: { noteSigned: false, cosignMissing: false, billableServices: 0 } },
  {
    note: { signedAt: 'x', cosignRequired: true, cosignedAt: null },
    services: [{ Units: 0 }, { Units: 2 }],
    expected: { noteSigned: true, cosignMissing: true, billableServices: 1 },
  },
  {
    note: { signedAt: 'x', cosignRequired: true, cosignedAt: 'y' },
    services: [{ Units: 1 }],
    expected: { noteSigned: true, cosignMissing: false, billableServices: 1 },
  },
])('facts of a visit, case %#', ({ note, services, expected }) => {
  expect(moveFacts({ note, services, hasInsurance: true })).toEqual({ ...expected, hasInsurance: true });
});
