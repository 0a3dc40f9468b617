import { useState } from 'react';
import type { Question } from '#contract/intake/form.ts';
import type { surveyEndpoints, SurveyPage } from '#contract/surveys/endpoints.ts';
import { surveyOf, type SurveyQuestion } from '#contract/surveys/survey.ts';
import { fill, type Language } from '#contract/words/language.ts';
import { surveyWords } from '#contract/words/survey-page.ts';
import { Button, Notice } from '../kit/controls.tsx';
import { useFailure } from '../kit/failure.ts';
import { useLanguage, useWords } from '../kit/language.tsx';
import { Page } from '../kit/page.tsx';
import { usePlace } from '../kit/place.ts';
import { endpoint } from '../kit/send.ts';
import { QuestionPart } from './intake/question.tsx';
import './intake/intake.css';
import { Linked } from './linked.tsx';

const readSurvey = endpoint<typeof surveyEndpoints.read>('POST /survey/read');
const answerSurvey = endpoint<typeof surveyEndpoints.answer>('POST /survey/:SurveySendId/answers');

/** /survey (spec 2): by the link of a message alone. Nothing is sent before the last press. */
export function Survey() {
  const token = usePlace().hash.slice(1);
  return (
    <Linked token={token} read={readSurvey}>
      {(page, onPage) => <SurveyPart page={page} token={token} onPage={onPage} />}
    </Linked>
  );
}

type Props = { page: SurveyPage; token: string; onPage(page: SurveyPage): void };

function SurveyPart({ page, token, onPage }: Props) {
  const words = useWords(surveyWords);
  const [isChanging, setChanging] = useState(page.state === 'open');
  const { clinic, phone } = page;
  const survey = surveyOf(page);
  if (page.state === 'closed' || !survey)
    return <Page title={words.thanks} clinic={clinic} phone={phone} lead={words.closedLead} />;
  if (!isChanging)
    return (
      <Page title={words.thanks} clinic={clinic} phone={phone} lead={<span role="status">{words.thanksLead}</span>}>
        <div className="actions">
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
        </div>
      </Page>
    );
  const done = (changed: SurveyPage) => {
    onPage(changed);
    setChanging(false);
  };
  return <Questions page={page} questions={survey.Questions} token={token} onDone={done} />;
}

type QuestionsProps = {
  page: SurveyPage;
  questions: readonly SurveyQuestion[];
  token: string;
  onDone(page: SurveyPage): void;
};

/** One question per screen. What was chosen stays while somebody goes back, or the connection fails. */
function Questions({ page, questions, token, onDone }: QuestionsProps) {
  const words = useWords(surveyWords);
  const { language } = useLanguage();
  const { failure, show } = useFailure();
  const [answers, setAnswers] = useState<SurveyPage['answers']>(page.answers);
  const [at, setAt] = useState(0);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const question = questions[at];
  if (!question) return null;
  const isLast = at === questions.length - 1;
  const isMissing = question.isRequired === true && answers[question.key] === undefined;

  function turnTo(next: number): void {
    show(null);
    setTried(false);
    setAt(next);
    window.scrollTo(0, 0);
  }
  async function goOn(): Promise<void> {
    setTried(true);
    if (isMissing) return;
    if (!isLast) return turnTo(at + 1);
    setBusy(true);
    const { data, error } = await answerSurvey({ SurveySendId: page.SurveySendId, token, answers });
    setBusy(false);
    if (error) show(error);
    else onDone(data);
  }
  const choose = (value: unknown) =>
    setAnswers(({ [question.key]: _, ...others }) =>
      value === null ? others : { ...others, [question.key]: value as string | number | boolean },
    );
  const { clinic, phone } = page;
  return (
    <Page title={words.title} clinic={clinic} phone={phone} lead={at === 0 ? fill(words.lead, { clinic }) : undefined}>
      <p className="step">
        <span>{fill(words.step, { n: String(at + 1), of: String(questions.length) })}</span>
        <progress value={at + 1} max={questions.length} aria-hidden="true" />
      </p>
      <QuestionPart
        key={question.key}
        question={asked(question, language)}
        value={answers[question.key] ?? null}
        masked={undefined}
        problem={isTried && isMissing ? 'required' : null}
        onAnswer={choose}
      />
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      <div className="fixed">
        {at > 0 && <Button onClick={() => turnTo(at - 1)}>{words.back}</Button>}
        <Button kind="filled" isBusy={isBusy} onClick={() => void goOn()}>
          {isLast ? words.send : words.next}
        </Button>
      </div>
    </Page>
  );
}

const longestComment = 1_000;

/** A question of a survey as the forms for patients ask it. */
function asked({ key, kind, ask, least, most, isRequired = false }: SurveyQuestion, language: Language): Question {
  const of = { key, label: ask[language], isRequired };
  if (kind === 'score') return { ...of, kind: 'scale', low: least?.[language] ?? '', high: most?.[language] ?? '' };
  return kind === 'text' ? { ...of, kind, most: longestComment } : { ...of, kind };
}
