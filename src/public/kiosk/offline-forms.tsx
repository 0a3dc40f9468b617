import { useRef, useState } from 'react';
import { answerKey, type Answer, type Answers, type IntakeForm } from '#contract/intake/form.ts';
import { stepsOf } from '#contract/intake/show-if.ts';
import type { BlankForms } from '#contract/kiosk/arrival.ts';
import { isMinorOn } from '#contract/kiosk/is-minor.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { kioskWords } from '#contract/words/kiosk-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button } from '../kit/controls.tsx';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { QuestionPart } from '../pages/intake/question.tsx';
import { SignatureQuestion } from '../pages/intake/signature-question.tsx';
import { wrongIn } from '../pages/intake/wrong-in.ts';

type Props = {
  clinic: string;
  /** In each language. */
  inAll: readonly IntakeForm[];
  DateOfBirth: string;
  onFilled(forms: BlankForms): void;
  onBack(): void;
  onStop(): void;
};

/** The day on the tablet’s wall. */
function dayHere(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The forms that are asked of anybody; what is typed is in memory alone until the last screen. */
export function OfflineForms({ clinic, inAll, DateOfBirth, onFilled, onBack, onStop }: Props) {
  const words = useWords(intakeWords);
  const own = useWords(kioskWords);
  const { language } = useLanguage();
  const [answers, setAnswers] = useState<Answers>({});
  const [signatures, setSignatures] = useState<BlankForms['signatures']>([]);
  const [at, setAt] = useState(0);
  const [isTried, setTried] = useState(false);
  const [isMinor] = useState(() => isMinorOn(DateOfBirth, dayHere()));
  const body = useRef<HTMLDivElement>(null);
  const forms = inAll.filter((form) => form.language === language);
  const steps = stepsOf(forms, answers);
  const step = steps[Math.min(at, steps.length - 1)];
  if (!step) return null;
  const isLast = at >= steps.length - 1;
  const put = (key: string, answer: Answer | null) => setAnswers((before) => ({ ...before, [key]: answer }));

  function goOn(): void {
    setTried(true);
    if (step === undefined || wrongIn(step, answers).size > 0) {
      // The first that lacks something takes the focus, once it says so.
      setTimeout(() => body.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input')?.focus());
      return;
    }
    if (!isLast) return turnTo(at + 1);
    const signed = new Set(signatures.map(({ question }) => question));
    onFilled({
      forms: forms.map(({ IntakeFormId, version }) => ({ IntakeFormId, version })),
      answers: Object.fromEntries(Object.entries(answers).filter(([key]) => !signed.has(key))) as BlankForms['answers'],
      signatures,
    });
  }
  function turnTo(next: number): void {
    setTried(false);
    setAt(next);
    window.scrollTo(0, 0);
  }
  const wrong = isTried ? wrongIn(step, answers) : new Map<string, never>();
  return (
    <>
      <Page title={step.page.title} lead={step.page.lead} clinic={clinic}>
        <p className="step">
          <span>{fill(words.step, { at: String(at + 1), of: String(steps.length) })}</span>
          <progress value={at + 1} max={steps.length} aria-hidden="true" />
        </p>
        <div ref={body}>
          {step.questions.map((question) => {
            const key = answerKey(step.form, question);
            const problem = wrong.get(question.key) ?? null;
            return question.kind === 'signature' ? (
              <SignatureQuestion
                key={key}
                question={question}
                isSigned={typeof answers[key] === 'string'}
                isMissing={problem !== null}
                needsProxy={isMinor}
                onSign={(signature) => {
                  setSignatures((before) => [
                    ...before.filter((one) => one.question !== key),
                    { ...signature, question: key },
                  ]);
                  put(key, signature.SignedConsentId);
                }}
              />
            ) : (
              <QuestionPart
                key={key}
                {...{ question, problem }}
                value={answers[key]}
                masked={undefined}
                onAnswer={(answer) => put(key, answer)}
              />
            );
          })}
        </div>
        <div className="fixed">
          <Button onClick={at > 0 ? () => turnTo(at - 1) : onBack}>{words.back}</Button>
          <Button kind="filled" onClick={goOn}>
            {isLast ? own.begin : words.next}
          </Button>
        </div>
      </Page>
      <p className="stop">
        <Button onClick={onStop}>{own.stop}</Button>
      </p>
    </>
  );
}
