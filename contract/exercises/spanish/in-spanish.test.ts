import { expect, test } from 'vitest';
import { library } from '../library.ts';
import { armTexts } from './arms.ts';
import { inSpanish } from './in-spanish.ts';
import { legTexts } from './legs.ts';
import { trunkTexts } from './trunk.ts';

test('every exercise of the library is there in Spanish, and nothing else', () => {
  expect(library.filter(({ ExerciseId }) => !inSpanish(ExerciseId)).map(({ Name }) => Name)).toEqual([]);
  const written = [legTexts, trunkTexts, armTexts].flatMap((texts) => Object.keys(texts));
  expect(written).toHaveLength(library.length);
});

test('texts are whole sentences, no longer than twice the English one, with names of their own', () => {
  const all = library.map((one) => ({ one, es: inSpanish(one.ExerciseId) }));
  const wrong = all.filter(
    ({ one, es }) => !es || !/[.]$/.test(es.text) || es.text.length > 2 * one.PatientText.length,
  );
  expect(wrong.map(({ one }) => one.Name)).toEqual([]);
  expect(new Set(all.map(({ es }) => es?.Name)).size).toBe(library.length);
});
