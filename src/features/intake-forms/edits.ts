import { noWords, type DraftPage, type DraftQuestion, type QuestionKind } from '#contract/intake-forms/own-form.ts';
import { newId } from '#local/store/new-id.ts';

/** Never one that an earlier version had: its answers would be filled in for another question. */
const newKey = (of: 'q' | 'p' | 'o') => `${of}${newId().replaceAll('-', '').slice(-12)}`;

/** With what a question of its kind cannot be without. */
export function withParts(question: DraftQuestion): DraftQuestion {
  const { kind } = question;
  if ((kind === 'choice' || kind === 'many') && question.options === undefined)
    return { ...question, options: [newOption(), newOption()] };
  if (kind === 'scale') return { low: noPair(), high: noPair(), ...question };
  if (kind === 'signature' && question.paragraphs === undefined) return { ...question, paragraphs: [noPair()] };
  return kind === 'photo' && question.of === undefined ? { ...question, of: 'cardFront' } : question;
}

const noPair = () => noWords() as [string, string];
export const newOption = () => ({ value: newKey('o'), label: noPair() });
export const newPage = (): DraftPage => ({ key: newKey('p'), title: noPair(), questions: [] });
export const newQuestion = (kind: QuestionKind): DraftQuestion =>
  withParts({ kind, key: newKey('q'), label: noPair(), ...(kind === 'signature' && { isRequired: true }) });

/** One place on or back; what is at an end stays. */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const one = list[at];
  const to = at + by;
  if (one === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(at, 1).toSpliced(to, 0, one);
}

/** The same of a question, which leaves its page at an end of it. */
export function movedQuestion(pages: readonly DraftPage[], page: number, at: number, by: 1 | -1): DraftPage[] {
  const of = pages[page];
  const question = of?.questions[at];
  if (!of || !question) return [...pages];
  const isInside = at + by >= 0 && at + by < of.questions.length;
  if (isInside) return pages.with(page, { ...of, questions: moved(of.questions, at, by) });
  const next = pages[page + by];
  if (!next) return [...pages];
  const questions = by === 1 ? [question, ...next.questions] : [...next.questions, question];
  return pages.with(page, { ...of, questions: of.questions.toSpliced(at, 1) }).with(page + by, { ...next, questions });
}
