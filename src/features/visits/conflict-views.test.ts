import { expect, test } from 'vitest';
import { callTitle } from '#shared/call-words.ts';
import { visitViews } from './conflict-views.ts';

test('a waiting move says where to', () => {
  const move = visitViews['visits.move'];
  expect(callTitle(move, { input: { destination: 'checkedIn' } })).toBe('Move a visit to Arrived');
  expect(callTitle(move, { input: {} })).toBe('Move a visit');
});
