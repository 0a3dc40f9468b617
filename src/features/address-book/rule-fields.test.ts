import { expect, test } from 'vitest';
import { PayerRules, usualRules } from '#contract/address-book/payer-rules.ts';
import { AppliedRules, ChartRules, payerKinds, type PayerKind } from '#contract/address-book/applied-rules.ts';
import { appliedNames, chartNames, draftOf, ruleGroups, rulesOfDraft } from './rule-fields.ts';

test('every rule there is has its field once', () => {
  const keys = ruleGroups.flatMap((group) => group.fields.map(({ key }) => key));
  expect(keys.toSorted()).toEqual(Object.keys(PayerRules.shape).toSorted());
});

test.each(Object.keys(payerKinds) as PayerKind[])('the rules of %s are the same after they were shown', (kind) => {
  expect(rulesOfDraft(draftOf(usualRules(kind)))).toEqual({ rules: usualRules(kind), problems: {} });
});

test('the rules that are applied are named, each as its field is, and no other', () => {
  expect(appliedNames).toEqual([
    'Count units by',
    'Therapy modifier (GP, GO, GN)',
    'Assistant modifier (CQ, CO)',
    'G0283 in place of 97014',
    'Timely filing (days)',
  ]);
  expect(appliedNames).toHaveLength(Object.keys(AppliedRules.shape).length);
  expect(chartNames).toEqual([
    'Minutes must fit the visit time',
    'Complexity elements in evals',
    'Authorization required',
    'Script required',
    'Plan of care certified for (days)',
    'Progress note after (visits)',
    'Assistants can finalize notes',
  ]);
  expect(chartNames).toHaveLength(Object.keys(ChartRules.shape).length);
});

test('what is empty falls back, what cannot be read has its sentence', () => {
  const { rules, problems } = rulesOfDraft({
    ...draftOf({}),
    TimelyFilingDays: '0',
    MinUnits: '0',
    MaxUnits: '3.5',
    AdditionalModifiers: 'gp, 59',
    CciEdits: 'no',
  });
  expect(rules).toEqual({ MinUnits: 0, AdditionalModifiers: ['GP', '59'], CciEdits: false });
  expect(problems).toEqual({
    TimelyFilingDays: 'Enter a whole number from 1 to 1095.',
    MaxUnits: 'Enter a whole number from 0 to 32.',
  });
});
