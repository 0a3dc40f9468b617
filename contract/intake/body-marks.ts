import { markProblem } from '../measures/body/mark-place.ts';
import { answerKey, type Answers, type IntakeForm, type IntakeMark } from './form.ts';
import { stepsOf } from './show-if.ts';

/** What a patient marked on the body, of questions that were shown; each as a note takes it, and as the patient's own. */
export function bodyMarksIn(forms: readonly IntakeForm[], answers: Answers): IntakeMark[] {
  return stepsOf(forms, answers).flatMap(({ form, questions }) =>
    questions.flatMap((question): IntakeMark[] => {
      const answer = answers[answerKey(form, question)];
      if (question.kind !== 'body' || !Array.isArray(answer)) return [];
      return (answer as readonly IntakeMark[])
        .filter((mark) => markProblem(mark) === null)
        .map((mark) => ({ ...mark, From: 'patient' }));
    }),
  );
}
