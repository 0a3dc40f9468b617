import { afterEach, expect, test } from 'vitest';
import { sentAgainWords } from './sent-words.ts';
import { doneWords } from './forms/draft-drawer.tsx';
import { setSyncState, syncState } from './sync-state.ts';

afterEach(() => setSyncState(null));

test.each([
  [true, 1, 'Sent again.'],
  [true, 3, '3 changes are sent again.'],
  [false, 1, 'Saved. It is sent when you’re back online.'],
  [false, 3, '3 changes are saved. They are sent when you’re back online.'],
])('online %s, %i refused changes that go again: %s', (online, many, words) => {
  setSyncState({ ...syncState(), online });
  expect(sentAgainWords(many)).toBe(words);
});

test('a form that sends a refused change again promises nothing that waits', () => {
  const about = { of: null, parent: null };
  const refused = { mid: 'm', input: {}, base: {} };
  setSyncState({ ...syncState(), online: false });
  const words = doneWords({ about, refused } as never, 'Tag added.');
  expect(words).toBe('Saved. It is sent when you’re back online.');
  expect(doneWords({ about } as never, 'Tag added.')).toBe('Tag added.');
});
