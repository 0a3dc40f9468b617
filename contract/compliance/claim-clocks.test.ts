import { expect, test } from 'vitest';
import { claimClocks } from './claim-clocks.ts';
import type { ComplianceFacts } from './facts.ts';
import { authorizationOf, factsOf, first, noteOn, payerOf, planFrom, visitOn, weekdays } from './testing/case-facts.ts';

type Billed = Parameters<typeof claimClocks>[1];
const kinds = (facts: ComplianceFacts, billed: Billed) => claimClocks(facts, billed).map(({ kind }) => kind);
const [monday, tuesday] = weekdays(2).map((day) => visitOn(day, { stage: 'billing' }));

test('a late certification is told of every claim of the case, before what only warns', () => {
  const facts = factsOf({ today: '2026-03-01', plans: [planFrom(first)], visits: [monday!, tuesday!] });
  const clocks = claimClocks(facts, monday!);
  expect(clocks[0]).toMatchObject({ kind: 'certification', state: 'late', at: { claim: 'hold' } });
  const effects = clocks.map(({ at }) => at.claim);
  expect(effects).toEqual(effects.toSorted());
});

test('what covers all visits but one is told of the claim of that one', () => {
  const payers = [
    payerOf('commercial', { rules: { ...payerOf('commercial').rules, AuthorizationRequired: 'beforeEval' } }),
  ];
  const facts = factsOf({ payers, visits: [monday!, tuesday!], authorizations: [authorizationOf({ Allowed: 1 })] });
  expect(kinds(facts, monday!)).not.toContain('authorization');
  expect(kinds(facts, tuesday!)).toContain('authorization');
});

test('the last day to file is told of its own visit', () => {
  const facts = factsOf({ today: '2028-01-05', visits: [monday!, tuesday!] });
  const filing = claimClocks(facts, tuesday!).filter(({ kind }) => kind === 'timelyFiling');
  expect(filing.map(({ aboutId }) => aboutId)).toEqual([tuesday!.VisitId]);
});

test('of a patient who pays nothing is told', () => {
  expect(kinds(factsOf({ payers: [], visits: [monday!] }), monday!)).toEqual([]);
});

test('a report or a plan of a later time says nothing of a visit from before', () => {
  const second = '2026-04-05';
  const late = visitOn(second, { stage: 'billing' });
  const plans = [planFrom(first, { signedOn: first }), planFrom(second)];
  const again = factsOf({ today: '2026-05-01', plans, visits: [monday!, late] });
  expect(kinds(again, monday!)).not.toContain('recertification');
  expect(kinds(again, late)).toContain('recertification');

  const days = weekdays(21).map((day) => visitOn(day));
  const notes = [noteOn(days[9]!.Start.slice(0, 10))];
  const owed = factsOf({ today: '2026-06-01', plans: [plans[0]!], notes, visits: days });
  expect(kinds(owed, days[0]!)).not.toContain('progressReport');
  expect(kinds(owed, days[20]!)).toContain('progressReport');
});
