import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync('docs/asvs.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', what = '', answer = '', why = '']) => ({ number, what, answer, why }),
);

/** Requirements of levels 1 and 2 in each chapter of version 5.0.0. */
const ofChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every requirement of level 2 is answered once, with a test, a place or a reason', () => {
  const counted = ofChapter.map((_count, at) => rows.filter(({ number }) => number.startsWith(`${at + 1}.`)).length);
  expect(counted).toEqual(ofChapter);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253);
  expect(rows.filter(({ answer }) => !['met', 'partly', 'not yet', 'none'].includes(answer))).toEqual([]);
  expect(rows.filter(({ why }) => why.trim().length < 4)).toEqual([]);
});

test('every file named exists, and the sum at the top is right', () => {
  const named = rows.flatMap(({ why }) =>
    [...why.matchAll(/`([\w/.-]+\.(?:ts|md|sql))`/g)].map((match) => match[1] ?? ''),
  );
  expect(named.length).toBeGreaterThan(150);
  expect([...new Set(named)].filter((file) => !existsSync(file))).toEqual([]);
  const count = (answer: string) => rows.filter((row) => row.answer === answer).length;
  expect(text).toContain(
    `Of ${rows.length}: ${count('met')} met, ${count('partly')} partly, ${count('not yet')} not yet, ${count('none')} do not apply.`,
  );
});
