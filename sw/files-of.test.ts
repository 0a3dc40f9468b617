import { expect, test } from 'vitest';
import { filesOf } from './files-of.ts';

test('the names of the parts are told apart, and what has a revision keeps it', () => {
  const listed = [
    { url: 'index.html', revision: 'a1' },
    { url: 'index-b2.js c3.js c3.css', revision: null },
  ];
  expect(filesOf(listed)).toEqual([
    { url: 'index.html', revision: 'a1' },
    { url: 'assets/index-b2.js', revision: null },
    { url: 'assets/c3.js', revision: null },
    { url: 'assets/c3.css', revision: null },
  ]);
});
