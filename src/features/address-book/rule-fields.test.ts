import { expect, test } from 'vitest';
import { PayerRules, usualRules } from '#contract/address-book/payer-rules.ts';
import { payerKinds } from '#contract/address-book/payer.ts';
import { draftOf, ruleGroups, rulesOfDraft } from './rule-fields.ts';

test('every rule there is has its field once', () => {
  const keys = ruleGroups.flatMap((group) => group.fields.map(({ key }) => key));
  expect(keys.toSorted()).toEqual(Object.keys(PayerRules.shape).toSorted());
});

test.each(payerKinds)('the rules of %s are the same after they were shown', (kind) => {
  expect(rulesOfDraft(draftOf(usualRules(kind)))).toEqual({ rules: usualRules(kind), problems: {} });
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
    TimelyFilingDays: 'A whole number from 1 to 1095.',
    MaxUnits: 'A whole number from 0 to 32.',
  });
});
