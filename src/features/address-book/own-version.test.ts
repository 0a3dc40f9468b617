import { expect, test } from 'vitest';
import { afterOwnSave, versionNow } from './own-version.ts';

const [first, second, third, theirs] = ['t1', 't2', 't3', 't9'] as const;

test('one’s own saves of the rules carry the version that is open along', () => {
  const once = afterOwnSave(first, null, { updatedBefore: first, updated_at: second });
  expect(versionNow(first, once)).toBe(second);
  const twice = afterOwnSave(first, once, { updatedBefore: second, updated_at: third });
  expect(versionNow(first, twice)).toBe(third);
});

test('what somebody else changed in between is still told', () => {
  const moved = afterOwnSave(first, null, { updatedBefore: theirs, updated_at: second });
  expect(versionNow(first, moved)).toBe(first);
});

test('details that were read anew have their own version', () => {
  const moved = afterOwnSave(first, null, { updatedBefore: first, updated_at: second });
  expect(versionNow(theirs, moved)).toBe(theirs);
});
