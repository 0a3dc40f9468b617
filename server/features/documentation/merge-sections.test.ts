import { expect, test } from 'vitest';
import { mergeSections } from './merge-sections.ts';

const server = { Subjective: 'server', Objective: '', Assessment: 'a', Plan: 'p' };

test.each([
  ['what the server still has from the start changes', { Subjective: 'mine' }, { Subjective: 'server' }, 'mine', []],
  ['the same text twice is no conflict', { Subjective: 'server' }, { Subjective: 'old' }, 'server', []],
  ['another text is a conflict and stays', { Subjective: 'mine' }, { Subjective: 'old' }, 'server', ['Subjective']],
  ['a direct call has no base', { Subjective: 'mine' }, {}, 'mine', []],
  ['a note that did not exist started empty', { Subjective: 'mine' }, { Subjective: null }, 'server', ['Subjective']],
])('%s', (_name, mine, base, text, conflicts) => {
  const result = mergeSections(server, mine, base);
  expect(result.merged).toEqual({ ...server, Subjective: text });
  expect(result.conflicts).toEqual(conflicts);
});

test('sections do not disturb each other', () => {
  const { merged, conflicts } = mergeSections(server, { Objective: 'o', Plan: 'mine' }, { Objective: '', Plan: 'old' });
  expect(merged.Objective).toBe('o');
  expect(conflicts).toEqual(['Plan']);
});
