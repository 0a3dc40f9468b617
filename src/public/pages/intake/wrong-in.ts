import { answerProblem } from '#contract/intake/check-answer.ts';
import { answerKey, type Answers } from '#contract/intake/form.ts';
import { gapsOf, type Step } from '#contract/intake/show-if.ts';
import type { Asked } from './question.tsx';

/** What is missing or can't be stored on a screen, by question. */
export function wrongIn(step: Step, known: Answers): Map<string, NonNullable<Asked['problem']>> {
  const found = new Map<string, NonNullable<Asked['problem']>>();
  for (const { key } of gapsOf(step, known)) found.set(key, 'required');
  for (const question of step.questions) {
    const answer = known[answerKey(step.form, question)];
    if (answer === null || answer === undefined || question.kind === 'photo' || question.kind === 'signature') continue;
    const isMasked = typeof answer === 'string' && answer.includes('•••');
    const problem = isMasked ? null : answerProblem(question, answer);
    if (problem !== null && !found.has(question.key)) found.set(question.key, problem);
  }
  return found;
}
