import { expect, test } from 'vitest';
import type { Discipline } from '../providers/provider.ts';
import { typesFor } from './types-for.ts';

const all = ['PT Evaluation', 'PT Follow-up', 'OT Follow-up', 'Speech Follow-up', 'Chiropractic Adjustment', 'Aquatic'];
const named = (names: readonly string[]) => names.map((Name) => ({ Name }));

test.each<[Discipline | null, string[], string[]]>([
  ['PT', all, ['PT Evaluation', 'PT Follow-up', 'Aquatic']],
  ['OT', all, ['OT Follow-up', 'Aquatic']],
  ['SLP', all, ['Speech Follow-up', 'Aquatic']],
  ['DC', all, ['Chiropractic Adjustment', 'Aquatic']],
  [null, all, all],
  ['PT', ['PT/OT screening', 'OT Follow-up'], ['PT/OT screening']],
  ['OT', ['COTA visit', 'Adaptive equipment', 'PTA visit'], ['COTA visit', 'Adaptive equipment']],
  ['SLP', ['ST Eval', 'Postural check', 'PT Eval'], ['ST Eval', 'Postural check']],
  ['SLP', ['PT Evaluation', 'PT Follow-up'], ['PT Evaluation', 'PT Follow-up']],
])('a %s case is booked for its own types of %o', (discipline, types, expected) => {
  expect(typesFor(named(types), discipline).map(({ Name }) => Name)).toEqual(expected);
});

test('what a type says of its discipline counts before its name', () => {
  const types = [
    { Name: 'Follow-up', Discipline: 'OT' as const },
    { Name: 'PT Balance', Discipline: 'OT' as const },
    { Name: 'PT Follow-up', Discipline: null },
    { Name: 'Gym' },
  ];
  const namesFor = (discipline: Discipline) => typesFor(types, discipline).map(({ Name }) => Name);
  expect(namesFor('OT')).toEqual(['Follow-up', 'PT Balance', 'Gym']);
  expect(namesFor('PT')).toEqual(['PT Follow-up', 'Gym']);
  expect(namesFor('DC')).toEqual(['Gym']);
});
