import type { Language } from '../words/language.ts';

type Own = { ask: string; labels: Readonly<Record<number, string>> };

/**
 * Questions that are worded in this program, in other languages, by MeasureKey. Those of others stay as their authors
 * wrote them: a translation is a version of its own, which has to be tested first.
 */
export const ownWords: Readonly<Partial<Record<Language, Readonly<Record<string, Own>>>>> = {
  es: {
    nprs: { ask: '¿Qué tan fuerte es su dolor ahora?', labels: { 0: 'ningún dolor', 10: 'el peor dolor' } },
    groc: {
      ask: 'En comparación con el inicio de su tratamiento, ¿cómo está ahora?',
      labels: { [-7]: 'muchísimo peor', 0: 'más o menos igual', 7: 'muchísimo mejor' },
    },
    sane: { ask: '¿Cómo calificaría hoy la parte lesionada, si 100 es lo normal?', labels: {} },
  },
};
