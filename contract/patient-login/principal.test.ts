import { describe, expect, test } from 'vitest';
import { linkPurposes, patientActions, reachOf, type PatientAction, type Principal, type Scope } from './principal.ts';

const principals: Principal[] = ['L1', 'L2', 'guarantor', 'proxy', 'unrecognized', 'kiosk'];

/** The table of who may what, written down a second time: one word per principal, in the order above; - is no. */
const table: Record<PatientAction, string> = {
  visits: 'yes yes - yes own today',
  intake: 'yes yes - yes own yes',
  lastAnswers: '- yes - - - -',
  hep: 'yes yes - - - -',
  total: 'yes yes yes yes - yes',
  pay: 'yes yes yes yes - -',
  statements: '- yes yes yes - -',
  plan: '- yes yes yes - -',
  card: '- yes - - - -',
  book: '- yes - - first next',
};

test.each(Object.entries(table))('%s: %s', (action, line) => {
  const reaches = principals.map((one) => reachOf(one, action as PatientAction) ?? '-');
  expect(reaches.join(' ')).toBe(line);
});

describe('what a session was opened for', () => {
  const every = Object.keys(patientActions) as PatientAction[];
  test.each<[Scope, PatientAction[]]>([
    ['all', every],
    ['kept', ['visits', 'hep']],
    ['visits', ['visits']],
    ['intake', ['intake']],
    ['hep', ['hep']],
    ['pay', ['total', 'pay']],
  ])('%s is good for %s alone', (scope, actions) => {
    expect(every.filter((action) => reachOf('L2', action, scope) !== null)).toEqual(actions);
  });
  test('a check-in at a kiosk is good for its forms and a follow-up', () => {
    const reached = every.filter((action) => reachOf('kiosk', action, 'kiosk') !== null);
    expect(reached).toEqual(['intake', 'book']);
    expect(reachOf('kiosk', 'book', 'kiosk')).toBe('next');
  });
  test('and gives nobody more than they may', () => {
    expect(reachOf('guarantor', 'visits', 'visits')).toBeNull();
  });
});

test('a link alone opens nothing but one visit, preferences, an offer, a survey, a review and the end of emails', () => {
  const alone = Object.entries(linkPurposes).filter(([, { level }]) => level === 'L0');
  expect(alone.map(([purpose]) => purpose)).toEqual([
    'visit',
    'preferences',
    'offer',
    'survey',
    'review',
    'unsubscribe',
  ]);
});
