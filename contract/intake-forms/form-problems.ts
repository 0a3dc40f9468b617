import { isCircular, canHold, conditionsIn, questionsBefore } from './conditions.ts';
import type { DraftFields, DraftPage, DraftQuestion, DraftShowIf } from './own-form.ts';

/** What keeps a draft from being published, and where: places in the lists of pages and their questions. */
export type FormProblem = { sentence: string; page: number | null; question: number | null };

type Draft = Pick<DraftFields, 'title' | 'askedOf' | 'pages'>;
const isBlank = ([english]: readonly [string, string]) => english.trim() === '';

/** Everything that keeps a draft from being published, in the order of the form; empty where nothing does. */
export function formProblems(draft: Draft): FormProblem[] {
  const { title, askedOf, pages } = draft;
  const found: FormProblem[] = [];
  const add = (sentence: string, page: number | null = null, question: number | null = null) =>
    found.push({ sentence, page, question });
  if (isBlank(title)) add('Enter the English title of the form.');
  const { from, until } = askedOf.ages ?? {};
  if (from !== undefined && until !== undefined && until <= from) add('The upper age must be above the lower age.');
  if (pages.every(({ questions }) => questions.length === 0)) add('Add a question.');
  for (const key of twice(pages.map((one) => one.key))) add(`Two pages have the id “${key}”.`);
  for (const key of twice(pages.flatMap(({ questions }) => questions.map((one) => one.key))))
    add(`Two questions have the id “${key}”.`);
  const fields = pages.flatMap(({ questions }) =>
    questions.flatMap(({ field }) => (field === undefined ? [] : [field])),
  );
  for (const field of twice(fields)) add(`Two questions fill “${field}” in the chart. Keep one of them.`);
  for (const [at, page] of pages.entries()) {
    const inPage = (sentence: string) => add(sentence, at);
    if (isBlank(page.title)) inPage('Enter the English title of the page.');
    if (page.questions.length === 0 && found.every(({ sentence }) => sentence !== 'Add a question.'))
      inPage('Add a question to this page, or remove it.');
    showIfProblems(page.showIf, { pages, page: at, question: null }).forEach(inPage);
    for (const [place, question] of page.questions.entries()) {
      const inQuestion = (sentence: string) => add(sentence, at, place);
      questionProblems(question).forEach(inQuestion);
      showIfProblems(question.showIf, { pages, page: at, question: place }).forEach(inQuestion);
    }
  }
  return found;
}

function questionProblems({ kind, label, options = [], paragraphs = [], ...more }: DraftQuestion): string[] {
  const found: string[] = [];
  if (isBlank(label)) found.push('Enter the question in English.');
  if (kind === 'choice' || kind === 'many') {
    if (options.length < (kind === 'choice' ? 2 : 1))
      found.push(kind === 'choice' ? 'Add two or more answers to choose from.' : 'Add an answer to choose.');
    if (options.some((option) => isBlank(option.label))) found.push('Enter each answer in English.');
    for (const value of twice(options.map((option) => option.value))) found.push(`Two answers have the id “${value}”.`);
  }
  if (kind === 'scale' && [more.low, more.high].some((end) => end === undefined || isBlank(end)))
    found.push('Enter the words for 0 and for 10 in English.');
  if (kind === 'signature' && (paragraphs.length === 0 || paragraphs.some(isBlank)))
    found.push('Enter the text to sign in English.');
  return found;
}

type Place = { pages: readonly DraftPage[]; page: number; question: number | null };

/** A condition names a question that is answered before, and an answer that question can have. */
function showIfProblems(showIf: DraftShowIf | undefined, { pages, page, question }: Place): string[] {
  const before = questionsBefore(pages, page, question);
  const all = pages.flatMap(({ questions }) => questions);
  const own = question === null ? (pages[page]?.questions ?? []) : [pages[page]?.questions[question]].filter(isThere);
  const found = conditionsIn(showIf).map((condition) => {
    const known = before.find(({ key }) => key === condition.question);
    if (known)
      return canHold(known, condition) ? null : `“Show if” names an answer that “${nameOf(known)}” does not have.`;
    const later = all.find(({ key }) => key === condition.question);
    if (!later) return '“Show if” names a question that was removed.';
    if (own.some(({ key }) => isCircular(key, pages)))
      return `“Show if” goes in a circle: “${nameOf(later)}” waits for this one.`;
    return `“Show if” names “${nameOf(later)}”, which comes later. Move it before this one.`;
  });
  return [...new Set(found.filter((sentence) => sentence !== null))];
}

const isThere = (question: DraftQuestion | undefined) => question !== undefined;
const nameOf = ({ label: [english], key }: DraftQuestion) => english.trim() || key;

function twice<T>(all: readonly T[]): T[] {
  return [...new Set(all.filter((one, at) => all.indexOf(one) !== at))];
}

/** How many texts have English and no Spanish: patients who choose Spanish read those in English. */
export function missingSpanish({ title, pages }: Draft): number {
  const texts = [
    title,
    ...pages.flatMap((page) => [
      page.title,
      page.lead,
      ...page.questions.flatMap(({ label, hint, low, high, options = [], paragraphs = [] }) => [
        label,
        hint,
        low,
        high,
        ...options.map((option) => option.label),
        ...paragraphs,
      ]),
    ]),
  ];
  return texts.filter((pair) => pair !== undefined && pair[0].trim() !== '' && pair[1].trim() === '').length;
}

/** Whether a text to sign stands in Spanish, which a qualified person has to have read (45 CFR 92.201). */
export function signsInSpanish({ pages }: Draft): boolean {
  return pages.some(({ questions }) =>
    questions.some(
      ({ kind, paragraphs = [] }) => kind === 'signature' && paragraphs.some(([, spanish]) => spanish.trim() !== ''),
    ),
  );
}
