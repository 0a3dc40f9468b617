import { useEffect, useRef, useState } from 'react';
import type { IntakePage } from '#contract/intake/endpoints.ts';
import { answerKey, type Answers } from '#contract/intake/form.ts';
import { firstGap, stepsOf, type Step } from '#contract/intake/show-if.ts';
import { intakeWords } from '#contract/words/intake-page.ts';
import { fill } from '#contract/words/language.ts';
import { Button, Notice } from '../../kit/controls.tsx';
import { useFailure } from '../../kit/failure.ts';
import { useLanguage, useWords } from '../../kit/language.tsx';
import { Page } from '../../kit/page.tsx';
import { showClock, showDay } from '../../kit/when.ts';
import type { Pending } from './sealed-input.ts';
import type { LastInput, Saving } from './intake-sender.ts';
import { loadLater, StepLine, StepQuestions } from './step-questions.tsx';
import { useIntake } from './use-intake.ts';
import { wrongIn } from './wrong-in.ts';

type Props = {
  intake: IntakePage;
  /** What an earlier page could not send. */
  kept: Pending;
  onInput: ((input: LastInput | null) => void) | undefined;
  /** The screen that was open before the language was changed, by its name; empty at first. */
  place: string;
  onPlace(place: string): void;
  onDone(): void;
  onExpired(status: 401 | 403): void;
};

/** One group of questions per screen, each saved while it is typed; it begins where the first answer is missing. */
export function IntakeFormPages({ intake, kept, onInput, place, onPlace, onDone, onExpired }: Props) {
  const words = useWords(intakeWords);
  const { language } = useLanguage();
  const { failure, show } = useFailure();
  const of = useIntake(intake, kept, (refused) => {
    if (refused.status === 401 || refused.status === 403) onExpired(refused.status);
    else show(refused);
  });
  const { answers, saving } = of;
  // What was typed before and is masked stands, without its words.
  const known: Answers = { ...of.masked, ...answers };
  const steps = stepsOf(intake.forms, known);
  const [isAgain] = useState(of.before.length > 0);
  const [at, setAt] = useState(() => (isAgain && place === '' ? 0 : startAt(steps, known, place)));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const step = steps[Math.min(at, steps.length - 1)];
  const name = step ? nameOf(step) : '';
  const { sender } = of;
  // Asked for once the first screen stands, so that it is there should the connection be gone by then.
  useEffect(() => void loadLater().catch(() => undefined), []);
  useEffect(() => {
    sender.turnTo(name);
    onPlace(name);
  }, [name, sender, onPlace]);
  useEffect(() => {
    onInput?.(sender);
    return () => onInput?.(null);
  }, [onInput, sender]);
  if (!step) return null;
  const isLast = at >= steps.length - 1;

  async function goOn(): Promise<void> {
    setTried(true);
    if (step === undefined || wrongIn(step, known).size > 0) {
      // The first that lacks something takes the focus, once it says so.
      setTimeout(() =>
        body.current
          ?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong] input, [data-wrong] select')
          ?.focus(),
      );
      return;
    }
    of.giveAgain(keysOf([step]));
    if (!isLast) return turnTo(at + 1);
    const gap = steps.findIndex((one) => wrongIn(one, known).size > 0);
    if (gap !== -1) return turnTo(gap);
    of.giveAgain(keysOf(steps));
    setBusy(true);
    const { error } = await of.send();
    setBusy(false);
    if (!error) return onDone();
    if (error.status === 401 || error.status === 403) return onExpired(error.status);
    show(error.status === 0 ? null : error);
  }
  function turnTo(next: number): void {
    void sender.flush();
    show(null);
    setTried(false);
    setAt(Math.max(0, next));
    window.scrollTo(0, 0);
  }
  const { visit, FirstName, clinic, phone } = intake;
  const when = visit && `${showDay(visit.Start, language)}, ${showClock(visit.Start, language)}`;
  const asksAgain = at === 0 && isAgain ? words.again : undefined;
  const lead =
    asksAgain ?? step.page.lead ?? (at === 0 && when !== null ? fill(words.for, { name: FirstName, when }) : undefined);
  return (
    <Page title={step.page.title} lead={lead} clinic={clinic} phone={phone}>
      <StepLine at={Math.min(at, steps.length - 1)} of={steps.length} />
      <div ref={body}>
        <StepQuestions {...{ step, known, of }} needsProxy={intake.needsProxy} isTried={isTried} />
      </div>
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <SavedLine saving={saving} />
      <div className="fixed">
        {at > 0 && <Button onClick={() => turnTo(at - 1)}>{words.back}</Button>}
        <Button kind="filled" isBusy={isBusy} onClick={() => void goOn()}>
          {isLast ? words.send : words.next}
        </Button>
      </div>
    </Page>
  );
}

const keysOf = (steps: readonly Step[]) =>
  steps.flatMap(({ form, questions }) => questions.map((question) => answerKey(form, question)));
const nameOf = ({ form, page }: Step) => `${form.IntakeFormId}.${page.key}`;

/** In another language it goes on with the same screen, else at the first gap. */
function startAt(steps: readonly Step[], known: Answers, place: string): number {
  const same = steps.findIndex((step) => nameOf(step) === place);
  return same === -1 ? firstGap(steps, known) : same;
}

function SavedLine({ saving: { state, at } }: { saving: Saving }) {
  const words = useWords(intakeWords);
  const { language } = useLanguage();
  const time = at?.toLocaleTimeString(language === 'es' ? 'es-US' : 'en-US', { hour: 'numeric', minute: '2-digit' });
  const text = {
    idle: '',
    saving: words.saving,
    saved: fill(words.saved, { time: time ?? '' }),
    offline: words.offline,
    notStored: words.notStored,
  }[state];
  return (
    <p className="saved" role="status">
      {text}
    </p>
  );
}
