import { describe, expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import { countedClocks } from './counted-lists.ts';
import type { ComplianceFacts } from './facts.ts';
import {
  authorizationOf,
  bookedOn,
  factsOf,
  first,
  payerOf,
  planFrom,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';
import { countedListKeys, isFor, listsFor, mayFix, type CountedListKey, type Fixer } from './who-fixes.ts';

type Lists = Partial<Record<CountedListKey, string>>;

/** The lists a case is on, with the state that stands there. */
function listsOf(facts: ComplianceFacts, isWhole = true): { due: Lists; unknown: CountedListKey[] } {
  const { due, unknown } = countedClocks(facts, isWhole);
  const states = Object.entries(due).map(([key, clock]) => [key, clock.state]);
  return { due: Object.fromEntries(states), unknown: countedListKeys.filter((key) => unknown[key]) };
}

const asks = (more: Partial<ReturnType<typeof payerOf>['rules']>) => {
  const payer = payerOf('commercial');
  const rules = { ...payer.rules, ScriptRequired: false, AuthorizationRequired: 'none' as const, ...more };
  return [{ ...payer, rules }];
};
const days = weekdays(12);
const treated = (count: number) => days.slice(0, count).map((day) => visitOn(day));
const signed = planFrom(first, { sentOn: first, signedOn: first });
/** Everything of a Medicare case in order on its third day. */
const fine = { plans: [signed], visits: treated(3), scripts: [scriptOf()], today: addDays(first, 2) };

describe('cases on the lists of the work list', () => {
  test.each<[string, Partial<ComplianceFacts>, Lists]>([
    ['nothing due', fine, {}],
    ['day 8 of 10', { ...fine, visits: treated(8), today: days[7] as string }, { reports: 'soon' }],
    ['day 10 of 10 and no report', { ...fine, visits: treated(10), today: days[9] as string }, { reports: 'due' }],
    [
      'two weeks after the report was due',
      { ...fine, visits: treated(10), today: addDays(days[9] as string, 14) },
      { reports: 'late' },
    ],
    ['not certified in time', { ...fine, plans: [planFrom(first)], today: '2026-02-05' }, { plans: 'late' }],
    ['no plan on the day after it had to be certified', { ...fine, plans: [], today: '2026-02-05' }, { plans: 'late' }],
    [
      'a script that ended',
      { payers: asks({ ScriptRequired: true }), scripts: [scriptOf({ End: addDays(first, -1) })] },
      { scripts: 'late' },
    ],
    ['no script where one is asked for', { payers: asks({ ScriptRequired: true }), visits: [] }, { scripts: 'due' }],
    ['a visit treated without the script asked for', { payers: asks({ ScriptRequired: true }) }, { scripts: 'late' }],
    ['a script that ends in a week', { payers: asks({}), scripts: [scriptOf({ End: addDays(first, 7) })] }, {}],
    [
      'an authorization that ends in a week',
      {
        payers: asks({ AuthorizationRequired: 'beforeEval' }),
        authorizations: [authorizationOf({ End: addDays(first, 7) })],
      },
      { authorizations: 'soon' },
    ],
    [
      'an authorization used up before a booked visit',
      {
        payers: asks({ AuthorizationRequired: 'beforeEval' }),
        authorizations: [authorizationOf({ Allowed: 1 })],
        booked: [bookedOn(addDays(first, 2))],
      },
      { authorizations: 'due' },
    ],
    ['a patient who pays', { payers: [], plans: [], today: '2026-03-30' }, {}],
  ])('%s', (_name, more, due) => expect(listsOf(factsOf(more)).due).toEqual(due));
});

describe('what cannot be told', () => {
  test('is on no count, and not fine either', () => {
    expect(listsOf(factsOf({ payers: null }))).toEqual({ due: {}, unknown: [...countedListKeys] });
  });

  test('gives way to what is known to be due', () => {
    const facts = factsOf({ plans: [planFrom(first, { To: null })], today: '2026-02-05' });
    expect(listsOf(facts).due).toEqual({ plans: 'late' });
    expect(listsOf(facts).unknown).not.toContain('plans');
  });

  test('is what the older part of a chart decides that is not here', () => {
    const facts = factsOf({ ...fine, visits: treated(10), today: days[9] as string });
    expect(listsOf(facts, true)).toEqual({ due: { reports: 'due' }, unknown: [] });
    expect(listsOf(facts, false)).toEqual({ due: {}, unknown: ['plans', 'reports'] });
    // Scripts and authorizations come with all visits they count.
    const script = factsOf({ payers: asks({ ScriptRequired: true }) });
    expect(listsOf(script, false).due).toEqual({ scripts: 'late' });
  });

  test('is what visits of other providers decide', () => {
    const facts = factsOf({ ...fine, visits: treated(10), today: days[9] as string, areVisitsPartial: true });
    expect(listsOf(facts)).toEqual({ due: {}, unknown: ['plans', 'reports'] });
  });
});

describe('for whom', () => {
  const fixer = (can: string[], providerType: Fixer['providerType'] = null): Fixer => ({ can, providerType });
  test.each<[string, Fixer, CountedListKey[]]>([
    ['a therapist', fixer(['write notes'], 'PT'), ['plans', 'reports']],
    ['an assistant stamps plans and reports nothing', fixer(['write notes'], 'PTA'), ['plans']],
    ['the front desk', fixer(['edit patients']), ['authorizations', 'plans', 'scripts']],
    ['billing', fixer(['submit claims']), []],
    ['all of it', fixer(['write notes', 'edit patients'], 'PT'), [...countedListKeys]],
  ])('%s', (_name, who, lists) => expect(listsFor(who)).toEqual(lists));

  test('a line whose fix is somebody else’s is not theirs; one without a fix is', () => {
    const desk = fixer(['edit patients']);
    expect(isFor({ fix: { action: 'writePlan', label: '' } }, desk)).toBe(false);
    expect(isFor({ fix: { action: 'sendPlan', label: '' } }, desk)).toBe(true);
    expect(isFor({ fix: null }, desk)).toBe(true);
    expect(mayFix('bookTherapist', desk)).toBe(false);
  });
});
