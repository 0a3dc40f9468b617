import { lazy, Suspense } from 'react';
import { answerKey, type Answer, type Answers, type Question } from '#contract/intake/form.ts';
import type { Step } from '#contract/intake/show-if.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { fill } from '#contract/words/language.ts';
import { useWords } from '../../kit/language.tsx';
import { QuestionPart, type Asked } from './question.tsx';
import type { PendingPhoto, PendingSignature } from './sealed-input.ts';
import { wrongIn } from './wrong-in.ts';

const loadPhoto = () => import('./photo-question.tsx').then((file) => ({ default: file.PhotoQuestion }));
const PhotoQuestion = lazy(loadPhoto);
const loadSignature = () => import('./signature-question.tsx').then((file) => ({ default: file.SignatureQuestion }));
const SignatureQuestion = lazy(loadSignature);

/** What a first screen does without. */
export const loadLater = () => Promise.all([loadPhoto(), loadSignature()]);

/** What stands at the questions, and takes what is answered. */
export type Filling = {
  answers: Answers;
  masked: Readonly<Record<string, string>>;
  answer(key: string, value: Answer | null): void;
  addPhoto(of: PendingPhoto): void;
  addSignature(of: PendingSignature): void;
};

/** How far one is; `at` counts from 0. */
export function StepLine({ at, of }: { at: number; of: number }) {
  const words = useWords(intakeWords);
  return (
    <p className="step">
      <span>{fill(words.step, { at: String(at + 1), of: String(of) })}</span>
      <progress value={at + 1} max={of} aria-hidden="true" />
    </p>
  );
}

type Props = {
  step: Step;
  /** With what is masked. */
  known: Answers;
  of: Filling;
  needsProxy: boolean;
  /** Says what is wrong. */
  isTried: boolean;
};

/** The questions of one screen. */
export function StepQuestions({ step, known, of, needsProxy, isTried }: Props) {
  const wrong = isTried ? wrongIn(step, known) : new Map<string, never>();
  return step.questions.map((question) => (
    <OneQuestion
      key={answerKey(step.form, question)}
      {...{ question, step, known, of, needsProxy }}
      problem={wrong.get(question.key) ?? null}
    />
  ));
}

type OneProps = {
  question: Question;
  step: Step;
  known: Answers;
  of: Filling;
  needsProxy: boolean;
  problem: Asked['problem'];
};

function OneQuestion({ question, step, known, of, needsProxy, problem }: OneProps) {
  const key = answerKey(step.form, question);
  const value = of.answers[key];
  if (question.kind === 'signature')
    return (
      <Suspense>
        <SignatureQuestion
          question={question}
          isSigned={typeof known[key] === 'string'}
          isMissing={problem !== null}
          needsProxy={needsProxy}
          onSign={(signature) => of.addSignature({ question: key, ...signature })}
        />
      </Suspense>
    );
  const asked = {
    question,
    value,
    masked: of.masked[key],
    problem,
    onAnswer: (next: Parameters<Asked['onAnswer']>[0]) => of.answer(key, next),
  };
  if (question.kind !== 'photo') return <QuestionPart {...asked} />;
  const keep = (jpeg: string) => of.addPhoto({ question: key, FileVersionId: crypto.randomUUID(), jpeg });
  return (
    <Suspense>
      <PhotoQuestion asked={asked} onPhoto={keep} />
    </Suspense>
  );
}
