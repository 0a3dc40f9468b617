import {
  answerKey,
  type Answer,
  type Answers,
  type FormPage,
  type IntakeForm,
  type Question,
  type ShowIf,
} from './form.ts';

/** One evaluator for page and server: whether a condition on answers of the same form holds. No condition always does. */
export function isShown(form: Pick<IntakeForm, 'IntakeFormId'>, showIf: ShowIf | undefined, answers: Answers): boolean {
  if (showIf === undefined) return true;
  if ('all' in showIf) return showIf.all.every((each) => isShown(form, each, answers));
  if ('any' in showIf) return showIf.any.some((each) => isShown(form, each, answers));
  if ('not' in showIf) return !isShown(form, showIf.not, answers);
  const answer = answers[answerKey(form, { key: showIf.question })];
  if ('has' in showIf) return Array.isArray(answer) && (answer as readonly unknown[]).includes(showIf.has);
  return answer === showIf.is;
}

/** Whether something stands at a question; `false` and 0 are answers, blanks and empty lists are none. */
export function isAnswered(answer: Answer | null | undefined): boolean {
  if (answer === null || answer === undefined) return false;
  if (typeof answer === 'string') return answer.trim() !== '';
  return typeof answer === 'number' || typeof answer === 'boolean' || answer.length > 0;
}

/** One screen: a page of a form with the questions that are shown on it. */
export type Step = { form: IntakeForm; page: FormPage; questions: Question[] };

/** The screens of an intake in their order; a page without a question that is shown is none. */
export function stepsOf(forms: readonly IntakeForm[], answers: Answers): Step[] {
  return forms.flatMap((form) =>
    form.pages.flatMap((page): Step[] => {
      if (!isShown(form, page.showIf, answers)) return [];
      const questions = page.questions.filter(({ showIf }) => isShown(form, showIf, answers));
      return questions.length === 0 ? [] : [{ form, page, questions }];
    }),
  );
}

/** What is required on a screen and not answered. */
export function gapsOf({ form, questions }: Step, answers: Answers): Question[] {
  return questions.filter(
    (question) => question.isRequired === true && !isAnswered(answers[answerKey(form, question)]),
  );
}

/** Where to go on: the first screen with a gap, else the last. */
export function firstGap(steps: readonly Step[], answers: Answers): number {
  const at = steps.findIndex((step) => gapsOf(step, answers).length > 0);
  return at === -1 ? Math.max(0, steps.length - 1) : at;
}
