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
  const [was, spanishWas, spanish] = [textsOf(before.en), textsOf(before.es), textsOf(now.es)];
  return [...textsOf(now.en)].flatMap(([place, { text: english, isSigned }]) => {
    const there = was.get(place)?.text;
    const kept = spanish.get(place)?.text;
    const isStale =
      there !== undefined && there !== english && kept === spanishWas.get(place)?.text && kept !== english;
    return isStale ? [{ english, isSigned }] : [];
  });
}

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

type Text = { text: string; isSigned: boolean };

/** Every text of a form by its place, which stays when others come and go. */
function textsOf({ title, pages }: Words): Map<string, Text> {
  const found = new Map<string, Text>();
  const add = (place: string, text: string | undefined, isSigned = false) => {
    if (text !== undefined) found.set(place, { text, isSigned });
  };
  add('title', title);
  for (const page of pages) {
    add(`${page.key} title`, page.title);
    add(`${page.key} lead`, page.lead);
    for (const question of page.questions)
      for (const [part, text] of textsOfQuestion(question))
        add(`${question.key}.${part}`, text, question.kind === 'signature');
  }
  return found;
}

function textsOfQuestion(question: Question): [string, string | undefined][] {
  return [
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
    ...(question.kind === 'signature'
      ? question.paragraphs.map((text, at): [string, string] => [`paragraph ${at}`, text])
      : []),
  ];
}
