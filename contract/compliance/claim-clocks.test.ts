import { expect, test } from 'vitest';
import { claimClocks } from './claim-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { authorizationOf, factsOf, first, payerOf, planFrom, visitOn, weekdays } from './testing/case-facts.ts';

const kinds = (facts: ComplianceFacts, VisitId: string) => claimClocks(facts, VisitId).map(({ kind }) => kind);
const [monday, tuesday] = weekdays(2).map((day) => visitOn(day, { stage: 'billing' }));

test('a late certification is told of every claim of the case, before what only warns', () => {
  const facts = factsOf({ today: '2026-03-01', plans: [planFrom(first)], visits: [monday!, tuesday!] });
  const clocks = claimClocks(facts, monday!.VisitId);
  expect(clocks[0]).toMatchObject({ kind: 'certification', state: 'late', at: { claim: 'hold' } });
  const effects = clocks.map(({ at }) => at.claim);
  expect(effects).toEqual(effects.toSorted());
});

test('what covers all visits but one is told of the claim of that one', () => {
  const payers = [
    payerOf('commercial', { rules: { ...payerOf('commercial').rules, AuthorizationRequired: 'beforeEval' } }),
  ];
  const facts = factsOf({ payers, visits: [monday!, tuesday!], authorizations: [authorizationOf({ Allowed: 1 })] });
  expect(kinds(facts, monday!.VisitId)).not.toContain('authorization');
  expect(kinds(facts, tuesday!.VisitId)).toContain('authorization');
});

test('the last day to file is told of its own visit', () => {
  const facts = factsOf({ today: '2028-01-05', visits: [monday!, tuesday!] });
  const filing = claimClocks(facts, tuesday!.VisitId).filter(({ kind }) => kind === 'timelyFiling');
  expect(filing.map(({ aboutId }) => aboutId)).toEqual([tuesday!.VisitId]);
});

test('of a patient who pays nothing is told', () => {
  expect(kinds(factsOf({ payers: [], visits: [monday!] }), monday!.VisitId)).toEqual([]);
});
