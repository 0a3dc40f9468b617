import { useState } from 'react';
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
import { Linked, readSurvey } from './linked.tsx';
import {
  answersOf,
  EnglishOnly,
  HelpNow,
  isNumber,
  measureParts,
  noValues,
  NumberPart,
  type SurveyPart,
  type Values,
} from './survey-measure.tsx';

const answerSurvey = endpoint<typeof surveyEndpoints.answer>('POST /survey/:SurveySendId/answers');

/** /survey (spec 2): by the link of a message alone. Nothing is sent before the last press. */
export function Survey() {
  const token = usePlace().hash.slice(1);
  return (
    <Linked token={token} read={readSurvey}>
      {(page, onPage) => <SurveyOf page={page} token={token} onPage={onPage} />}
    </Linked>
  );
}

type Props = { page: SurveyPage; token: string; onPage(page: SurveyPage): void };

function SurveyOf({ page, token, onPage }: Props) {
  const words = useWords(surveyWords);
  const [isChanging, setChanging] = useState(page.state === 'open');
  const { clinic, phone, measure } = page;
  const help = measure && <HelpNow />;
  if (page.state === 'closed' || (!measure && !surveyOf(page)))
    return (
      <Page title={words.thanks} clinic={clinic} phone={phone} lead={words.closedLead}>
        {help}
      </Page>
    );
  if (!isChanging)
    return (
      <Page
        title={words.thanks}
        clinic={clinic}
        phone={phone}
        lead={<span role="status">{measure ? words.measureThanks : words.thanksLead}</span>}
      >
        {help}
        <div className="actions">
          <Button onClick={() => setChanging(true)}>{measure ? words.again : words.change}</Button>
        </div>
      </Page>
    );
  const done = (changed: SurveyPage) => {
    onPage(changed);
    setChanging(false);
  };
  return <Questions page={page} token={token} onDone={done} />;
}

function partsOf(page: SurveyPage, language: Language): SurveyPart[] {
  if (page.measure) return measureParts(page.measure, language);
  return (surveyOf(page)?.Questions ?? []).map((question) => asked(question, language));
}

type QuestionsProps = { page: SurveyPage; token: string; onDone(page: SurveyPage): void };

/** One question per screen. What was chosen stays while somebody goes back, or the connection fails. */
function Questions({ page, token, onDone }: QuestionsProps) {
  const words = useWords(surveyWords);
  const { language } = useLanguage();
  const { failure, show } = useFailure();
  const { measure } = page;
  const [values, setValues] = useState<Values>(() => (measure ? noValues(measure) : page.answers));
  const [at, setAt] = useState(0);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const parts = partsOf(page, language);
  const part = parts[at];
  if (!part) return null;
  const isLast = at === parts.length - 1;
  const value = values[part.key];
  const isMissing = part.kind === 'number' ? !isNumber(part, value) : part.isRequired === true && value === undefined;

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
    const answers = measure ? answersOf(measure, values) : (values as SurveyPage['answers']);
    const { data, error } = await answerSurvey({ SurveySendId: page.SurveySendId, token, answers });
    setBusy(false);
    if (error) show(error);
    else onDone(data);
  }
  const choose = (chosen: unknown) =>
    setValues(({ [part.key]: _, ...others }) => (chosen === null ? others : { ...others, [part.key]: chosen }));
  const { clinic, phone } = page;
  const lead = fill(measure ? words.measureLead : words.lead, { clinic });
  const title = measure ? words.measureTitle : words.title;
  return (
    <Page title={title} clinic={clinic} phone={phone} lead={at === 0 ? lead : undefined}>
      <p className="step">
        <span>{fill(words.step, { n: String(at + 1), of: String(parts.length) })}</span>
        <progress value={at + 1} max={parts.length} aria-hidden="true" />
      </p>
      {measure && <EnglishOnly measure={measure} />}
      {part.kind === 'number' ? (
        <NumberPart key={part.key} question={part} value={value} isWrong={isTried && isMissing} onAnswer={choose} />
      ) : (
        <QuestionPart
          key={part.key}
          question={part}
          value={(value as never) ?? null}
          masked={undefined}
          problem={isTried && isMissing ? 'required' : null}
          onAnswer={choose}
        />
      )}
      {failure !== null && <Notice kind="failure">{failure}</Notice>}
      {measure && <HelpNow />}
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
function asked({ key, kind, ask, least, most, isRequired = false }: SurveyQuestion, language: Language): SurveyPart {
  const of = { key, label: ask[language], isRequired };
  if (kind === 'score') return { ...of, kind: 'scale', low: least?.[language] ?? '', high: most?.[language] ?? '' };
  return kind === 'text' ? { ...of, kind, most: longestComment } : { ...of, kind };
}
