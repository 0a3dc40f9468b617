import { afterAll, beforeAll, expect, test } from 'vitest';
import { exerciseIdOf, library } from '#contract/exercises/library.ts';
import { commandsOn, type Commands } from '#server/testing/commands.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';

let db: TestDatabase;
let call: Commands;
beforeAll(async () => {
  db = await testDatabase();
  call = commandsOn(db);
});
afterAll(() => db.close());

const bridge = exerciseIdOf('bridge');

test('a favorite is its own user’s', async () => {
  expect(library.some(({ ExerciseId }) => ExerciseId === bridge)).toBe(true);
  const marked = await call('exercises.favorite', { id: bridge }, { as: 'pt' });
  expect(marked).toEqual({ favoriteExerciseIds: [bridge] });
  // Twice is the same.
  expect(await call('exercises.favorite', { id: bridge, isFavorited: true }, { as: 'pt' })).toEqual(marked);
  const favorites = async (as: 'pt' | 'pta') =>
    (await call('exercises.list', {}, { as })).exercises.filter((one) => one.isFavorited).map(({ Name }) => Name);
  expect(await favorites('pt')).toHaveLength(1);
  expect(await favorites('pta')).toEqual([]);
  expect(await call('exercises.favorite', { id: bridge, isFavorited: false }, { as: 'pt' })).toEqual({
    favoriteExerciseIds: [],
  });
});

test('what is not in the library is no favorite', async () => {
  const unknown = '01990000-0000-7000-8000-000000000001' as typeof bridge;
  await expect(call('exercises.favorite', { id: unknown }, { as: 'pt' })).rejects.toMatchObject({ kind: 'not-found' });
});

test('ids of built-in exercises are apart', () => {
  expect(new Set(library.map(({ ExerciseId }) => ExerciseId)).size).toBe(library.length);
});
