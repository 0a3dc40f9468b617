import { describe, expect, test } from 'vitest';
import { ben, factsWith, maya, tom, visitAt } from '../testing/schedule.ts';
import { testId } from '../testing/rows.ts';
import { CaseId, PatientId, VisitId } from '../base/ids.ts';
import { planRebooking, withDecided, type RebookChoice } from './rebooking.ts';

const day = '2026-11-18';
const someone = (at: number) => ({
  VisitId: VisitId.parse(testId(200 + at)),
  PatientId: PatientId.parse(testId(300 + at)),
  CaseId: CaseId.parse(testId(400 + at)),
});
const sick = [
  { ProviderId: maya.ProviderId, day, blocks: [], updated_at: '2026-11-18T06:00:00.000000+00:00' as never },
];
const none: ReadonlyMap<string, RebookChoice> = new Map();
const usual = (kind: 'move' | 'leave', now = `${day}T07:00`) => ({ usual: kind, now });
const facts = (visits: ReturnType<typeof visitAt>[]) => factsWith({ visits, customDays: sick });
const places = (lines: ReturnType<typeof planRebooking>) =>
  lines.map(({ choice }) => (choice.kind === 'move' ? [choice.to.ProviderId, choice.to.Start] : choice.kind));

test('a move that is decided takes its place before it is done, unless the visit stands elsewhere by now', () => {
  const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
  const to = { ProviderId: ben.ProviderId, Start: `${day}T11:00`, End: `${day}T11:45` };
  const decided = { VisitId: visit.VisitId, ProviderId: visit.ProviderId, Start: visit.Start };
  const [taken] = withDecided([visit], [{ ...decided, choice: { kind: 'move', to } }]);
  expect(taken).toMatchObject({ ...to, VisitId: visit.VisitId, RoomId: null });
  const other = visitAt(`${day}T14:00`, { ...someone(2), ProviderId: maya.ProviderId });
  expect(withDecided([other], [{ ...decided, choice: { kind: 'move', to } }])).toEqual([other]);
  const moved = { ...visit, Start: `${day}T15:00` };
  expect(withDecided([moved], [{ ...decided, choice: { kind: 'move', to } }])).toEqual([moved]);
  expect(withDecided([visit], [{ ...decided, choice: { kind: 'cancel' } }])).toEqual([visit]);
});

describe('the bookings of a day off', () => {
  test('are offered the same time with someone of the discipline, and no place twice', () => {
    const visits = [1, 2].map((at) => visitAt(`${day}T10:00`, { ...someone(at), ProviderId: maya.ProviderId }));
    const [first, second] = places(planRebooking(visits, facts(visits), none, usual('move')));
    expect(first).toEqual([ben.ProviderId, `${day}T10:00`]);
    expect(second).toEqual([ben.ProviderId, `${day}T10:45`]);
  });

  test('of which one takes the place the other was offered: that one is offered another', () => {
    const visits = [1, 2].map((at) => visitAt(`${day}T1${at}:00`, { ...someone(at), ProviderId: maya.ProviderId }));
    const to = { ProviderId: ben.ProviderId, Start: `${day}T11:00`, End: `${day}T11:45` };
    const chosen = new Map<string, RebookChoice>([[visits[1]?.VisitId ?? '', { kind: 'move', to }]]);
    const [first, second] = places(planRebooking(visits, facts(visits), chosen, usual('move')));
    expect(second).toEqual([ben.ProviderId, `${day}T11:00`]);
    expect(first).not.toEqual(second);
  });

  test.each([
    ['taken by someone else', [visitAt(`${day}T10:00`, { ...someone(2), ProviderId: ben.ProviderId })], `${day}T07:00`],
    ['over', [], `${day}T10:10`],
  ])('are not moved to a chosen place that is %s by now', (_name, booked, now) => {
    const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
    const to = { ProviderId: ben.ProviderId, Start: `${day}T10:00`, End: `${day}T10:45` };
    const chosen = new Map<string, RebookChoice>([[visit.VisitId, { kind: 'move', to }]]);
    const lines = planRebooking([visit], facts([visit, ...booked]), chosen, usual('leave', now));
    expect(places(lines)).toEqual(['leave']);
  });

  test('are not moved to a chosen place at which no one works any more', () => {
    const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
    const to = { ProviderId: maya.ProviderId, Start: `${day}T14:00`, End: `${day}T14:45` };
    const chosen = new Map<string, RebookChoice>([[visit.VisitId, { kind: 'move', to }]]);
    expect(places(planRebooking([visit], facts([visit]), chosen, usual('leave')))).toEqual(['leave']);
  });

  test.each([
    ['stay where they are until someone chooses', 'leave', none, ['leave']],
    ['are cancelled where that was chosen', 'move', 'cancel', ['cancel']],
  ] as const)('%s', (_name, kind, chosen, expected) => {
    const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
    const choices = chosen === 'cancel' ? new Map([[visit.VisitId, { kind: 'cancel' } as const]]) : chosen;
    expect(places(planRebooking([visit], facts([visit]), choices, usual(kind)))).toEqual(expected);
  });

  test('are offered nothing that is over', () => {
    const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
    const busy = visitAt(`${day}T10:00`, { ...someone(2), ProviderId: ben.ProviderId });
    const [line] = planRebooking([visit], facts([visit, busy]), none, usual('move', `${day}T09:50`));
    expect(line?.alternatives.map(({ Start }) => Start > `${day}T09:50`)).not.toContain(false);
  });

  test('go to another day when no one else is there', () => {
    const visit = visitAt(`${day}T10:00`, { ...someone(1), ProviderId: maya.ProviderId });
    const alone = { ...facts([visit]), providers: [maya, tom] };
    expect(places(planRebooking([visit], alone, none, usual('move')))).toEqual([[maya.ProviderId, '2026-11-19T10:00']]);
  });
});
