import { lazy, Suspense, useId, type ReactNode } from 'react';
import type { AnswerProblem } from '#contract/intake/check-answer.ts';
import type { Answer, IntakeMark, Question } from '#contract/intake/form.ts';
import { fill } from '#contract/words/language.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { Field } from '../../kit/controls.tsx';
import { useWords } from '../../kit/language.tsx';
import { mayKeepInput } from '../../kit/session.ts';

const BodyQuestion = lazy(() => import('./body-question.tsx').then((file) => ({ default: file.BodyQuestion })));

export type Asked<Q extends Question = Question> = {
  question: Q;
  value: Answer | null | undefined;
  /** Typed before, of which this login sees no more than this. */
  masked: string | undefined;
  problem: AnswerProblem | 'required' | null;
  onAnswer(value: Answer | null): void;
};

/** One question of a form by its kind; photos and signatures are asked for by their own parts. */
export function QuestionPart(asked: Asked) {
  const { question } = asked;
  switch (question.kind) {
    case 'yesNo':
      return <YesNo {...asked} />;
    case 'choice':
      return (
        <Options asked={asked} options={question.options} chosen={[asked.value]} type="radio" onPick={asked.onAnswer} />
      );
    case 'many':
      return <Many {...asked} options={question.options} />;
    case 'scale':
      return <Scale {...asked} low={question.low} high={question.high} />;
    case 'body':
      return (
        <Group asked={asked}>
          <Suspense>
            <BodyQuestion marks={(asked.value ?? []) as readonly IntakeMark[]} onMarks={asked.onAnswer} />
          </Suspense>
        </Group>
      );
    default:
      return <Typed {...asked} />;
  }
}

const modes = { phone: 'tel', email: 'email', zip: 'numeric' } as const;
const fills: Partial<Record<Question['kind'], string>> = {
  phone: 'tel',
  email: 'email',
  zip: 'postal-code',
  state: 'address-level1',
};

function Typed({ question, value, masked, problem, onAnswer }: Asked) {
  const words = useWords(intakeWords);
  const label = useLabel(question);
  const hint = [question.hint, masked !== undefined && fill(words.onFile, { value: masked })].filter(Boolean).join(' ');
  const text = typeof value === 'string' ? value : '';
  const most = 'most' in question ? question.most : undefined;
  return (
    <Field label={label} hint={hint === '' ? undefined : hint} error={problem === null ? undefined : words[problem]}>
      {({ id, describedBy, isWrong }) => {
        const wiring = { id, 'aria-describedby': describedBy, 'aria-invalid': isWrong, value: text, maxLength: most };
        const taken = (typed: string) => onAnswer(typed === '' ? null : typed);
        if (question.kind === 'text')
          return <textarea {...wiring} rows={3} onChange={(event) => taken(event.currentTarget.value)} />;
        const mode = question.kind in modes ? modes[question.kind as keyof typeof modes] : undefined;
        return (
          <input
            {...wiring}
            type={question.kind === 'date' ? 'date' : 'text'}
            inputMode={mode}
            autoComplete={
              (mayKeepInput() && (('fills' in question && question.fills) || fills[question.kind])) || 'off'
            }
            autoCapitalize={question.kind === 'state' ? 'characters' : undefined}
            onChange={(event) => taken(event.currentTarget.value)}
          />
        );
      }}
    </Field>
  );
}

function useLabel({ label, isRequired, kind }: Question): string {
  const words = useWords(intakeWords);
  return isRequired === true || kind === 'many' ? label : `${label} (${words.optional})`;
}

/** Several controls under one question. */
export function Group({ asked: { question, problem }, children }: { asked: Asked; children: ReactNode }) {
  const words = useWords(intakeWords);
  const label = useLabel(question);
  const id = useId();
  return (
    <fieldset
      className="question"
      aria-describedby={problem === null ? undefined : `${id}-wrong`}
      data-wrong={problem !== null || undefined}
    >
      <legend>{label}</legend>
      {question.hint !== undefined && <p className="hint">{question.hint}</p>}
      {children}
      {problem !== null && (
        <p className="wrong" id={`${id}-wrong`}>
          {words[problem]}
        </p>
      )}
    </fieldset>
  );
}

type OptionsProps = {
  asked: Asked;
  options: readonly { value: string; label: string }[];
  chosen: readonly unknown[];
  type: 'radio' | 'checkbox';
  onPick(value: string, isChosen: boolean): void;
};

function Options({ asked, options, chosen, type, onPick }: OptionsProps) {
  const name = useId();
  return (
    <Group asked={asked}>
      {options.map(({ value, label }) => (
        <label key={value} className="option">
          <input
            type={type === 'radio' ? 'radio' : 'checkbox'}
            name={name}
            checked={chosen.includes(value)}
            onChange={(event) => onPick(value, event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </Group>
  );
}

function YesNo(asked: Asked) {
  const words = useWords(intakeWords);
  const options = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ];
  const chosen = asked.value === true ? ['yes'] : asked.value === false ? ['no'] : [];
  return <Options {...{ asked, options, chosen }} type="radio" onPick={(value) => asked.onAnswer(value === 'yes')} />;
}

function Many(asked: Asked & { options: OptionsProps['options'] }) {
  const chosen = Array.isArray(asked.value) ? (asked.value as readonly string[]) : [];
  const pick = (value: string, isChosen: boolean) =>
    asked.onAnswer(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value));
  return <Options asked={asked} options={asked.options} chosen={chosen} type="checkbox" onPick={pick} />;
}

function Scale({ low, high, ...asked }: Asked & { low: string; high: string }) {
  const name = useId();
  return (
    <Group asked={asked}>
      <div className="scale">
        {Array.from({ length: 11 }, (_, at) => (
          <label key={at}>
            <input type="radio" name={name} checked={asked.value === at} onChange={() => asked.onAnswer(at)} />
            <span>{at}</span>
          </label>
        ))}
      </div>
      <p className="ends">
        <span>0: {low}</span>
        <span>10: {high}</span>
      </p>
    </Group>
  );
}
