import { expect, test } from 'vitest';
import { builtInForms } from './built-in/forms.ts';
import { formIn } from './built-in/in-both.ts';
import type { Answers } from './form.ts';
import { insuranceEntered, isOnFile } from './insurance-entered.ts';

const [built] = builtInForms.filter(({ IntakeFormId }) => IntakeFormId === 'insurance');
if (!built) throw new Error('No built-in form of insurance.');
const form = formIn(built, 'en');
/** A clinic's copy has the same questions under another name. */
const copy = { ...form, IntakeFormId: 'own-1' };
const said: Answers = {
  'insurance.pays': 'insurance',
  'insurance.plan': ' Blue Harbor ',
  'insurance.member': 'XK-7',
  'insurance.isHolder': true,
  'insurance.holder': 'Luis Alvarez',
  'insurance.cardFront': 'front',
};
const entered = { plan: 'Blue Harbor', member: 'XK-7', group: null, holder: null, front: 'front', back: null };

test('what was shown is what was entered: no holder where it is the patient', () => {
  expect(insuranceEntered([form], said)).toEqual(entered);
  expect(insuranceEntered([form], { ...said, 'insurance.isHolder': false })).toEqual({
    ...entered,
    holder: 'Luis Alvarez',
  });
});

test('who pays themselves, or left it open, entered none', () => {
  expect(insuranceEntered([form], { ...said, 'insurance.pays': 'self' })).toBeNull();
  expect(insuranceEntered([form], { ...said, 'insurance.member': null })).toBeNull();
  expect(insuranceEntered([], said)).toBeNull();
});

test('a copy of the form says it as well', () => {
  const answers = Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key.replace('insurance', 'own-1'), value]),
  );
  expect(insuranceEntered([copy], answers)).toEqual(entered);
});

const policy = (MemberId: string, GroupNumber: string | null, EndDate: string | null = null) => ({
  MemberId,
  GroupNumber,
  EndDate,
});
test.each([
  ['XK-7', null, [policy('xk 7', '12')], true],
  ['XK-7', '12', [policy('XK7', '12')], true],
  ['XK-7', '13', [policy('XK7', '12')], false],
  ['XK-7', null, [policy('XK8', null)], false],
  ['XK-7', null, [], false],
  ['XK-7', null, [policy('XK7', '12', '2026-11-17')], false],
  ['XK-7', null, [policy('XK7', '12', '2026-11-18')], true],
  ['XK-7', null, [policy('XK7', '12', '2027-01-01')], true],
  ['XK-7', null, [policy('XK7', '12', '2026-11-17'), policy('XK7', '12')], true],
])('member %s of group %s, sent on November 18, among %j is on file: %s', (member, group, policies, is) => {
  expect(isOnFile({ member, group, day: '2026-11-18' }, policies)).toBe(is);
});
