import { describe, expect, test } from 'vitest';
import type { IntakeForm, Question } from '../intake/form.ts';
import { staleSpanish, staleWords, type InLanguages } from './stale-spanish.ts';

type Pair = [en: string, es: string];
const consent = (label: Pair, ...paragraphs: Pair[]): InLanguages => {
  const at = (of: 0 | 1): Pick<IntakeForm, 'title' | 'pages'> => {
    const question: Question = {
      kind: 'signature',
      key: 'agree',
      label: label[of],
      paragraphs: paragraphs.map((pair) => pair[of]),
    };
    return { title: 'Consent', pages: [{ key: 'page1', title: ['Page', 'Página'][of] ?? '', questions: [question] }] };
  };
  return { en: at(0), es: at(1) };
};
const agree: Pair = ['I agree', 'Acepto'];
const photos: Pair = ['You may take photos.', 'Puede tomar fotos.'];
const films: Pair = ['And films.', 'Y películas.'];
const before = consent(agree, photos);
const stale = (now: InLanguages) => staleSpanish(before, now).map(({ english }) => english);

test.each<[string, InLanguages, string[]]>([
  ['nothing changed', before, []],
  ['both changed', consent(agree, ['You may show photos.', 'Puede mostrar fotos.']), []],
  ['only the Spanish changed', consent(agree, ['You may take photos.', 'Puede sacar fotos.']), []],
  ['only the English changed', consent(agree, ['You may show photos.', photos[1]]), ['You may show photos.']],
  ['the English of two changed', consent(['Yes', 'Acepto'], ['No photos.', photos[1]]), ['Yes', 'No photos.']],
  // Without Spanish a text is read in English.
  ['the Spanish was taken away', consent(agree, ['You may show photos.', 'You may show photos.']), []],
  ['a text came', consent(agree, photos, films), []],
  ['a text came before it, in both', consent(agree, ['First.', 'Primero.'], photos), []],
  ['a text came before it, in English alone', consent(agree, ['First.', photos[1]], photos), ['First.']],
  ['its English changed while it moved', consent(agree, films, ['No photos.', photos[1]]), ['No photos.']],
])('%s', (_name, now, expected) => {
  expect(stale(now)).toEqual(expected);
});

test('paragraphs that change places keep their Spanish, and are out of date where only one language moves', () => {
  const both = consent(agree, photos, films);
  const named = (now: InLanguages) => staleSpanish(both, now).map(({ english }) => english);
  expect(named(consent(agree, films, photos))).toEqual([]);
  expect(named(consent(agree, [films[0], photos[1]], [photos[0], films[1]]))).toEqual([films[0], photos[0]]);
});

test('a text that was English in both languages and still is has no Spanish to be out of date', () => {
  const english = consent(['I agree', 'I agree'], photos);
  expect(staleSpanish(english, consent(['Yes', 'Yes'], photos))).toEqual([]);
});

describe('what is said', () => {
  const text = (english: string, isSigned = false) => ({ english, isSigned });
  test.each([
    [[text('Sleep')], 'The English changed and the Spanish did not: “Sleep”.'],
    [
      [text('I agree', true), text('Sleep')],
      'The English changed and the Spanish did not: “I agree”, “Sleep”. Patients who choose Spanish would sign the earlier text.',
    ],
    [
      ['a', 'b', 'c', 'd', 'e'].map((each) => text(each)),
      'The English changed and the Spanish did not: “a”, “b”, “c” and 2 more.',
    ],
    [[text('x'.repeat(50))], `The English changed and the Spanish did not: “${'x'.repeat(40)}…”.`],
  ])('%j', (all, words) => {
    expect(staleWords(all)).toBe(words);
  });
});
