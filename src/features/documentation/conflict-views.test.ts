import { expect, test } from 'vitest';
import { callDetail } from '#shared/call-words.ts';
import { documentationViews } from './conflict-views.ts';

const detailOf = (changes: object) =>
  callDetail(documentationViews['documentation.save'], { name: 'documentation.save', input: { changes } });

test('a change of a note is told by the names of its fields, of cells by what they are about', () => {
  expect(detailOf({ Subjective: 'Better.', Plan: 'Go on.' })).toBe('Subjective and Plan');
  expect(detailOf({ 'goal:01a1e471-bbe7-7b9c-803f-dbd9189cea8f.Status': 'met' })).toBe('Goals');
  expect(detailOf({})).toBeNull();
});
