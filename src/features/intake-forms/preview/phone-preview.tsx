import { useState } from 'react';
import { answerKey, type Answer, type Answers, type IntakeForm } from '#contract/intake/form.ts';
import { stepsOf, type Step } from '#contract/intake/show-if.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import type { Language } from '#contract/words/language.ts';
import { Button } from '../../../public/kit/controls.tsx';
import { SpeakOnly, useWords } from '../../../public/kit/language.tsx';
import { StepLine, StepQuestions } from '../../../public/pages/intake/step-questions.tsx';
import { wrongIn } from '../../../public/pages/intake/wrong-in.ts';
import { PhoneFrame } from './phone-frame.tsx';

type Props = { form: IntakeForm; language: Language };

/** A form on a phone, by the parts of the page itself; what is answered stays in memory. */
export function PhonePreview({ form, language }: Props) {
  return (
    <PhoneFrame label="Preview on a phone" lang={language}>
      <SpeakOnly language={language}>
        <Pages form={form} />
      </SpeakOnly>
    </PhoneFrame>
  );
}

function Pages({ form }: { form: IntakeForm }) {
  const words = useWords(intakeWords);
  const [answers, setAnswers] = useState<Answers>({});
  const [at, setAt] = useState(0);
  const [isTried, setTried] = useState(false);
  const put = (key: string, value: Answer | null) => setAnswers((all) => ({ ...all, [key]: value }));
  const fitting = answersOf(form, answers);
  const steps = stepsOf([form], fitting);
  const place = Math.min(at, Math.max(0, steps.length - 1));
  const step = steps[place];
  if (!step) return <p className="page hint">{words.none}</p>;
  const filling = {
    answers: fitting,
    masked: {},
    answer: put,
    addPhoto: (of: { question: string; FileVersionId: string }) => put(of.question, of.FileVersionId),
    addSignature: (of: { question: string; SignedConsentId: string }) => put(of.question, of.SignedConsentId),
  };
  function goOn(of: Step): void {
    setTried(true);
    if (wrongIn(of, fitting).size > 0) return;
    turnTo(Math.min(place + 1, steps.length - 1));
  }
  function turnTo(next: number): void {
    setTried(false);
    setAt(next);
  }
  return (
    <div className="page">
      {/* Its size on a phone; among the headings of the screen it is one of the preview. */}
      <h1 aria-level={4}>{step.page.title}</h1>
      {step.page.lead !== undefined && <p className="lead">{step.page.lead}</p>}
      <StepLine at={place} of={steps.length} />
      <StepQuestions step={step} known={fitting} of={filling} needsProxy={false} isTried={isTried} />
      <div className="fixed">
        {place > 0 && <Button onClick={() => turnTo(place - 1)}>{words.back}</Button>}
        <Button kind="filled" onClick={() => goOn(step)}>
          {place < steps.length - 1 ? words.next : words.send}
        </Button>
      </div>
    </div>
  );
}

/** A question that was made another kind meanwhile is not answered yet. */
function answersOf(form: IntakeForm, answers: Answers): Answers {
  const kinds = new Map(
    form.pages.flatMap(({ questions }) =>
      questions.map((question) => [answerKey(form, question), question.kind] as const),
    ),
  );
  const fits = (key: string, answer: Answer | null) => {
    const kind = kinds.get(key);
    if (kind === 'yesNo') return typeof answer === 'boolean';
    if (kind === 'scale') return typeof answer === 'number';
    if (kind === 'many') return Array.isArray(answer) && answer.every((one) => typeof one === 'string');
    if (kind === 'body') return Array.isArray(answer) && answer.every((one) => typeof one === 'object');
    return kind !== undefined && typeof answer === 'string';
  };
  return Object.fromEntries(Object.entries(answers).filter(([key, answer]) => answer === null || fits(key, answer)));
}
