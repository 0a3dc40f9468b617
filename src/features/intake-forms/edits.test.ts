import { describe, expect, test } from 'vitest';
import type { DraftPage, DraftQuestion } from '#contract/intake-forms/own-form.ts';
import { moved, movedQuestion, newOption, newPage, newQuestion, withParts } from './edits.ts';

const question = (key: string): DraftQuestion => ({ kind: 'line', key, label: [key, ''] });
const page = (key: string, ...keys: string[]): DraftPage => ({ key, title: [key, ''], questions: keys.map(question) });
const shown = (pages: readonly DraftPage[]) => pages.map(({ questions }) => questions.map(({ key }) => key).join(''));

test.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
  [9, -1, 'abc'],
] as const)('the one at %i moved by %i gives %s', (at, by, order) => {
  expect(moved(['a', 'b', 'c'], at, by).join('')).toBe(order);
});

test.each([
  [0, 0, 1, ['ba', 'c', '']],
  [0, 1, 1, ['a', 'bc', '']],
  [1, 0, -1, ['abc', '', '']],
  [1, 0, 1, ['ab', '', 'c']],
  [0, 0, -1, ['ab', 'c', '']],
] as const)('question %i.%i moved by %i leaves its page at an end of it', (at, place, by, order) => {
  expect(shown(movedQuestion([page('p', 'a', 'b'), page('q', 'c'), page('r')], at, place, by))).toEqual(order);
});

describe('what is new', () => {
  test('has a key that nothing before had', () => {
    const keys = [newQuestion('line').key, newQuestion('line').key, newPage().key, newOption().value];
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[qpo][0-9a-f]{12}$/);
  });

  test.each([
    ['choice', { options: [{ label: ['', ''] }, { label: ['', ''] }] }],
    ['scale', { low: ['', ''], high: ['', ''] }],
    ['signature', { paragraphs: [['', '']], isRequired: true }],
    ['photo', { of: 'cardFront' }],
  ] as const)('a %s has what it cannot be without', (kind, parts) => {
    expect(newQuestion(kind)).toMatchObject({ kind, ...parts });
  });

  test('what a question has stays when it becomes another kind and back', () => {
    const low: [string, string] = ['None', 'Nada'];
    const was: DraftQuestion = { ...question('a'), kind: 'scale', low, high: ['Most', 'Todo'] };
    expect(withParts({ ...withParts({ ...was, kind: 'text' }), kind: 'scale' })).toEqual(was);
  });
});
