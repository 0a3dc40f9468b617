import type { IntakeForm, Question } from '../intake/form.ts';

/** A form as patients read it in each language. */
export type InLanguages = { en: Words; es: Words };
type Words = Pick<IntakeForm, 'title' | 'pages'>;

/** A text whose English says something else than before, while its Spanish is what it was. */
export type StaleText = { english: string; isSigned: boolean };

/**
 * Texts whose Spanish may no longer say what the English says, in the order of the form: the English changed since the
 * version before and the Spanish did not. A text without Spanish is not among them: it is read in English.
 */
export function staleSpanish(before: InLanguages, now: InLanguages): StaleText[] {
  const known = new Map<string, Set<string>>();
  for (const { place, english, spanish } of textsOf(before)) {
    const key = keyOf(place, spanish);
    known.set(key, (known.get(key) ?? new Set()).add(english));
  }
  return textsOf(now).flatMap(({ place, english, spanish, isSigned }) => {
    const englishBefore = known.get(keyOf(place, spanish));
    const isStale = spanish !== english && englishBefore !== undefined && !englishBefore.has(english);
    return isStale ? [{ english, isSigned }] : [];
  });
}

const keyOf = (place: string, spanish: string) => `${place}\n${spanish}`;

const named = 3;
const longest = 40;

/** What is said of such texts before they are published. */
export function staleWords(stale: readonly StaleText[]): string {
  const names = stale
    .slice(0, named)
    .map(({ english }) => `“${english.length > longest ? `${english.slice(0, longest).trimEnd()}…` : english}”`);
  const more = stale.length - names.length;
  const which = [names.join(', '), ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
  const signed = stale.some(({ isSigned }) => isSigned)
    ? ' Patients who choose Spanish would sign the earlier text.'
    : '';
  return `The English changed and the Spanish did not: ${which}.${signed}`;
}

type Text = { place: string; english: string; spanish: string; isSigned: boolean };
type Placed = { place: string; text: string; isSigned?: boolean };

/** Every text of a form, which is the same form in both languages. */
function textsOf({ en, es }: InLanguages): Text[] {
  const spanish = placesOf(es);
  return placesOf(en).map(({ place, text, isSigned = false }, at) => ({
    place,
    english: text,
    spanish: spanish[at]?.text ?? text,
    isSigned,
  }));
}

/** A place stays when others come and go. Paragraphs have no keys: all of a form share one place. */
function placesOf({ title, pages }: Words): Placed[] {
  return [
    { place: 'title', text: title },
    ...pages.flatMap((page) => [
      { place: `${page.key} title`, text: page.title },
      ...(page.lead === undefined ? [] : [{ place: `${page.key} lead`, text: page.lead }]),
      ...page.questions.flatMap(placesOfQuestion),
    ]),
  ];
}

function placesOfQuestion(question: Question): Placed[] {
  const isSigned = question.kind === 'signature';
  const texts: [string, string | undefined][] = [
    ['label', question.label],
    ['hint', question.hint],
    ...(question.kind === 'scale'
      ? ([
          ['low', question.low],
          ['high', question.high],
        ] as [string, string][])
      : []),
    ...('options' in question
      ? question.options.map(({ value, label }): [string, string] => [`option ${value}`, label])
      : []),
  ];
  return [
    ...texts.flatMap(([part, text]) =>
      text === undefined ? [] : [{ place: `${question.key}.${part}`, text, isSigned }],
    ),
    ...(question.kind === 'signature'
      ? question.paragraphs.map((text) => ({ place: 'paragraph', text, isSigned }))
      : []),
  ];
}
