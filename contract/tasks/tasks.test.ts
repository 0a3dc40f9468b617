import { describe, expect, test } from 'vitest';
import { examples } from '../testing/records.ts';
import { testId } from '../testing/rows.ts';
import { taskOfBooking, taskOfLog, taskOfSurvey } from './asked-by-answers.ts';
import { TaskId } from './ids.ts';
import { isAt, isFor, isOverdue, openTasks } from './open-tasks.ts';
import { task, type Task } from './task.ts';

const row = task.Row.parse(examples.tasks.row);
const today = '2026-11-18';

test.each([
  ['one due before today', { dueOn: '2026-11-17' }, true],
  ['one due today', { dueOn: today }, false],
  ['one without a day', { dueOn: null }, false],
  ['one that is done', { dueOn: '2026-11-17', IsDone: true }, false],
])('%s is overdue: %o %s', (_name, more, overdue) => {
  expect(isOverdue({ ...row, ...more }, today)).toBe(overdue);
});

test('open tasks come by their day, those without one last, and done ones not at all', () => {
  const one = (n: number, more: Partial<Task>) => ({ ...row, TaskId: TaskId.parse(testId(n)), ...more });
  const all = [
    one(1, { dueOn: null }),
    one(2, { dueOn: '2026-12-01' }),
    one(4, { dueOn: today }),
    one(3, { dueOn: today }),
    one(5, { dueOn: '2026-11-01', IsDone: true }),
  ];
  expect(openTasks(all).map(({ TaskId: id }) => Number(id.slice(-2)))).toEqual([3, 4, 2, 1]);
});

test('a task is for its owner, and without one for everyone', () => {
  const owned = { OwnerUserId: testId(7) as never };
  expect([isFor(owned, testId(7)), isFor(owned, testId(8)), isFor({ OwnerUserId: null }, testId(8))]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a task is listed at the facility of its case, and everywhere without one', () => {
  const here = { FacilityId: row.FacilityId };
  expect([
    isAt(here, row.FacilityId),
    isAt(here, testId(9)),
    isAt(here, null),
    isAt({ FacilityId: null }, testId(9)),
  ]).toEqual([true, false, true, true]);
});

describe('what answers ask for', () => {
  test.each([
    [0, true],
    [6, true],
    [7, false],
    [10, false],
    ['3', false],
    [undefined, false],
  ])('a score of %s: %s', (recommend, isAsked) => {
    const asked = taskOfSurvey({ SurveySendId: 's', recommend });
    expect(asked && [asked.Kind, asked.subject]).toEqual(isAsked ? ['detractor', 's'] : null);
  });

  test.each([
    [7, false],
    [8, true],
    [10, true],
    [null, false],
  ])('pain of %s at home: %s', (Pain, isAsked) => {
    const asked = taskOfLog({ CaseId: 'c', day: today, Pain });
    expect(asked).toEqual(
      isAsked
        ? {
            Kind: 'homePain',
            subject: 'c 2026-11-18',
            sentence:
              'Logged pain of 8 or more in the home program on 11/18/2026. Read the log, then call the patient.',
          }
        : null,
    );
  });
});

describe('a first visit that was booked online', () => {
  const of = (now: string, day: string) => taskOfBooking({ VisitId: 'v', day, today: now });
  // 2026-11-18 is a Wednesday.
  test.each([
    ['three business days ahead', today, '2026-11-23', '2026-11-19'],
    ['over a weekend', '2026-11-20', '2026-11-25', '2026-11-23'],
    ['booked on a Sunday', '2026-11-22', '2026-11-25', '2026-11-23'],
    ['two business days ahead', today, '2026-11-20', null],
    ['on the weekend before the third', today, '2026-11-22', null],
    ['today', today, today, null],
  ])('%s: booked on %s for %s, to be asked by %s', (_name, now, day, dueOn) => {
    expect(of(now, day)?.dueOn ?? null).toBe(dueOn);
  });

  test('asks for an estimate in words that fit a task', () => {
    const asked = of(today, '2026-12-01');
    expect(asked).toMatchObject({ Kind: 'estimate', subject: 'v' });
    expect(asked?.sentence).toBe(
      'Booked a first visit on 12/01/2026 online. Ask about insurance. A patient without it needs a good faith estimate.',
    );
  });
});

test('a task says what to do in 300 characters at most; when it was done is not for a call to say', () => {
  expect(task.check({ ...row, sentence: ' \n' })).toEqual({ sentence: 'Enter the task.' });
  const takes = (changes: object) => task.Change.safeParse({ id: row.TaskId, changes }).success;
  expect(takes({ sentence: 'x'.repeat(300) })).toBe(true);
  expect(takes({ sentence: 'x'.repeat(301) })).toBe(false);
  for (const forged of [{ doneAt: row.updated_at }, { doneByUserId: testId(7) }, { Kind: 'detractor' }])
    expect(takes(forged)).toBe(false);
});
