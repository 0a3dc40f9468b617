import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldName, joinedName, nameWords } from '#contract/patients/name-words.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { testRandom } from '../../../tests/random.ts';

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
