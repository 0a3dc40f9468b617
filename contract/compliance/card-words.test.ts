import { describe, expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import { cardWords } from './card-words.ts';
import { complianceClocks } from './compliance-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import {
  authorizationOf,
  factsOf,
  first,
  payerOf,
  planFrom,
  scriptOf,
  visitOn,
  weekdays,
} from './testing/case-facts.ts';

const days = weekdays(12);
const treated = (count: number) => days.slice(0, count).map((day) => visitOn(day));
const signed = planFrom(first, { sentOn: first, signedOn: first });
const fine: Partial<ComplianceFacts> = { plans: [signed], visits: treated(3), today: addDays(first, 2) };
const asking = (rules: Partial<ReturnType<typeof payerOf>['rules']>) => {
  const payer = payerOf('commercial');
  const none = { ScriptRequired: false, AuthorizationRequired: 'none' as const };
  return [{ ...payer, rules: { ...payer.rules, ...none, ...rules } }];
};
const yesterday = addDays(first, 1);

describe('what the card of a visit says of the clocks of its case', () => {
  test.each<[string, Partial<ComplianceFacts>, string[]]>([
    ['nothing', fine, []],
    [
      'a report that is soon due is no matter of the front desk',
      { ...fine, visits: treated(8), today: days[7] ?? '' },
      [],
    ],
    ['a report that is due', { ...fine, visits: treated(10), today: days[9] ?? '' }, ['Progress report due']],
    [
      'a report that is late',
      { ...fine, visits: treated(10), today: addDays(days[9] ?? '', 14) },
      ['Progress report late'],
    ],
    [
      'a plan that has ended, after a certification that came in time',
      { ...fine, plans: [{ ...signed, To: yesterday }], visits: treated(2) },
      ['Plan of care ended'],
    ],
    ['a script that expired', { ...fine, scripts: [scriptOf({ End: yesterday })] }, ['Script expired']],
    ['a script on its last day', { ...fine, scripts: [scriptOf({ End: addDays(first, 2) })] }, ['Script ends today']],
    ['a script that is used up', { ...fine, scripts: [scriptOf({ Visits: 3 })] }, ['Script used up']],
    ['no script where the payer asks', { payers: asking({ ScriptRequired: true }), visits: [] }, ['No script']],
    ['visits treated without it', { payers: asking({ ScriptRequired: true }) }, ['Visits without script']],
    [
      'an authorization that expired, before one that is fine',
      { ...fine, authorizations: [authorizationOf({ End: yesterday })] },
      ['Authorization expired'],
    ],
    [
      'an authorization that is used up',
      { ...fine, authorizations: [authorizationOf({ Allowed: 3 })] },
      ['Authorization used up'],
    ],
    [
      'one that is only asked for',
      { ...fine, authorizations: [authorizationOf({ Status: 'requested' })] },
      ['Check the authorization'],
    ],
    [
      'what is late before what is due',
      { ...fine, authorizations: [authorizationOf({ Allowed: 3 })], scripts: [scriptOf({ End: yesterday })] },
      ['Script expired', 'Authorization used up'],
    ],
    [
      'nothing of a case that was discharged',
      { ...fine, scripts: [scriptOf({ End: yesterday })], case: { ...factsOf().case, DischargedAt: yesterday } },
      [],
    ],
  ])('%s', (_, facts, words) => {
    expect(cardWords(complianceClocks(factsOf(facts))).map(({ word }) => word)).toEqual(words);
  });

  test('late is danger, due is not', () => {
    const facts = factsOf({
      ...fine,
      authorizations: [authorizationOf({ Allowed: 3 })],
      scripts: [scriptOf({ End: yesterday })],
    });
    expect(cardWords(complianceClocks(facts)).map(({ kind }) => kind)).toEqual(['danger', 'needs']);
  });
});
