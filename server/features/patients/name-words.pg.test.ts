import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameQuery } from '#contract/patients/name-query.ts';
import { foldName, joinedName, nameWords } from '#contract/patients/name-words.ts';
import { policyWords } from '#contract/patients/policy-words.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { seedFrom } from '#server/testing/seed.ts';
import { chanceFrom } from '#server/demo/random.ts';
import { termsOf } from './search.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await testDatabase()));
afterAll(() => db.close());

test('every letter there is folds alike in both', async () => {
  const letters = Array.from({ length: 0x1_1000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
  const rows = await db.owner<{ folded: string; joined: string }>(
    `select fold_name(one) as folded, joined_name('a' || one || 'B') as joined from unnest($1::text[]) with ordinality as u (one, n) order by n`,
    [letters],
  );
  const differing = letters.filter(
    (letter, at) => rows[at]?.folded !== foldName(letter) || rows[at]?.joined !== joinedName(`a${letter}B`),
  );
  expect(differing.map((letter) => letter.codePointAt(0)?.toString(16))).toEqual([]);
});

test('thousands of names give the same words in both', async () => {
  const { next, below, pick } = chanceFrom(seedFrom('NAMES_SEED'));
  const letters = [
    'a',
    'e',
    'n',
    'r',
    'S',
    'M',
    'É',
    'ñ',
    'ß',
    'Ø',
    'ł',
    'Đ',
    'æ',
    'Σ',
    'ς',
    'Ж',
    'ё',
    'Ա',
    'İ',
    'ı',
    '한',
    '李',
    '9',
    'e\u0301',
  ];
  const marks = [' ', '-', '’', "'", '.', ',', '\u00a0', '  ', ' - ', '\u200b', 'ʼ', '/'];
  const name = (most: number) =>
    Array.from({ length: 1 + below(most) }, () => pick(next() < 0.2 ? marks : letters)).join('');
  const names = Array.from({ length: 5_000 }, (_, at) => ({
    // Every third one is of plain letters: those take a shorter way in SQL.
    LastName: at % 3 === 0 ? pick(['Smith', 'de la Cruz', "O'Brien", 'LEE', 'Mc2']) : name(14),
    FirstName: at % 3 === 0 ? pick(['Ann', 'lee', 'Jo', 'Mary Ann', 'Mc2']) : name(10),
    PreferredName: next() < 0.5 ? null : name(8),
  }));
  const rows = await db.owner<{ words: string[] }>(
    `select name_words(last, first, preferred) as words
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as u (last, first, preferred, n) order by n`,
    [
      names.map(({ LastName }) => LastName),
      names.map(({ FirstName }) => FirstName),
      names.map(({ PreferredName }) => PreferredName),
    ],
  );
  const inOrder = ([last, ...others]: string[]) => [last, ...others.toSorted()];
  const differing = names.filter(
    (one, at) => String(inOrder(nameWords(one))) !== String(inOrder(rows[at]?.words ?? [])),
  );
  expect(differing).toEqual([]);
});

test('thousands of policy numbers give the same words in both, and each is found however much of it is typed', async () => {
  const { next, below, pick } = chanceFrom(seedFrom('POLICIES_SEED'));
  const digits = (many: number) => Array.from({ length: many }, () => String(below(10))).join('');
  const policies = Array.from({ length: 3_000 }, (_, at) => {
    if (at % 3 === 0) return `1${digits(10)}`;
    if (at % 3 === 1) return digits(3 + below(12));
    return Array.from({ length: 1 + below(14) }, () =>
      next() < 0.1 ? pick(['-', '/', 'É', '٣']) : pick([...'1A9zq0']),
    ).join('');
  });
  const rows = await db.owner<{ words: string[] }>(
    `select policy_words(one) as words from unnest($1::text[]) with ordinality as u (one, n) order by n`,
    [policies],
  );
  expect(policies.filter((one, at) => String(policyWords(one)) !== String(rows[at]?.words))).toEqual([]);

  const isFound = (typed: string, words: string[]) =>
    termsOf(nameQuery(typed))?.every((term) => words.some((word) => word.startsWith(term)));
  const lost = policies
    .filter((one) => /^\d+$/.test(one))
    .flatMap((one) => {
      const typed = Array.from({ length: one.length - 2 }, (_, at) => one.slice(0, at + 3));
      return typed.filter((part) => !isFound(part, policyWords(one)));
    });
  expect(lost).toEqual([]);
});
