import { Button } from '@mantine/core';
import { questionsBefore } from '#contract/intake-forms/conditions.ts';
import type { FormProblem } from '#contract/intake-forms/form-problems.ts';
import { mostQuestions, type DraftPage, type DraftQuestion } from '#contract/intake-forms/own-form.ts';
import { moved, movedQuestion, newQuestion } from './edits.ts';
import { MoveButtons } from './move-buttons.tsx';
import { QuestionFields } from './question-fields.tsx';
import { kindNames } from './question-words.ts';
import { ShowIfFields } from './show-if-fields.tsx';
import { WordsFields } from './words-fields.tsx';
import classes from './intake-forms.module.css';

type Props = {
  pages: DraftPage[];
  at: number;
  problems: readonly FormProblem[];
  /** The key of the question that is open. */
  open: string | null;
  onOpen: (key: string | null) => void;
  onChange: (pages: DraftPage[]) => void;
};

/** One page of a form: its words, when it is shown, and its questions in their order. */
export function PageFields({ pages, at, problems, open, onOpen, onChange }: Props) {
  const page = pages[at];
  if (!page) return null;
  const put = (changes: Partial<DraftPage>) => onChange(pages.with(at, { ...page, ...changes }));
  const own = problems.filter((one) => one.page === at && one.question === null);
  function add(): void {
    if (!page) return;
    const question = newQuestion('line');
    put({ questions: [...page.questions, question] });
    onOpen(question.key);
  }
  return (
    <fieldset className={classes.page}>
      <legend>Page {at + 1}</legend>
      <MoveButtons
        name={`page ${at + 1}`}
        mayUp={at > 0}
        mayDown={at < pages.length - 1}
        onMove={(by) => onChange(moved(pages, at, by))}
        onRemove={() => onChange(pages.toSpliced(at, 1))}
      />
      <WordsFields label="Title of the page" value={page.title} most={80} onChange={(title) => put({ title })} />
      <WordsFields label="Text below the title" value={page.lead} most={300} onChange={(lead) => put({ lead })} />
      <ShowIfFields
        noun="page"
        showIf={page.showIf}
        before={questionsBefore(pages, at, null)}
        onChange={(showIf) => {
          const { showIf: _was, ...rest } = page;
          onChange(pages.with(at, showIf === undefined ? rest : { ...rest, showIf }));
        }}
      />
      <Problems of={own} />
      <ol className={classes.questions} aria-label={`Questions of page ${at + 1}`}>
        {page.questions.map((question, place) => (
          <li key={question.key}>
            <QuestionLine
              {...{ pages, at, place, question, onChange }}
              isOpen={open === question.key}
              problems={problems.filter((one) => one.page === at && one.question === place)}
              onOpen={(isOpen) => onOpen(isOpen ? question.key : null)}
            />
          </li>
        ))}
      </ol>
      {page.questions.length < mostQuestions && (
        <Button variant="default" size="xs" className={classes.add ?? ''} onClick={add}>
          Add a question
        </Button>
      )}
    </fieldset>
  );
}

type LineProps = {
  pages: DraftPage[];
  at: number;
  place: number;
  question: DraftQuestion;
  isOpen: boolean;
  problems: readonly FormProblem[];
  onOpen: (isOpen: boolean) => void;
  onChange: (pages: DraftPage[]) => void;
};

function QuestionLine({ pages, at, place, question, isOpen, problems, onOpen, onChange }: LineProps) {
  const page = pages[at];
  if (!page) return null;
  const name = question.label[0].trim() || `question ${place + 1}`;
  const put = (questions: DraftQuestion[]) => onChange(pages.with(at, { ...page, questions }));
  return (
    <>
      <div className={classes.line}>
        <Button
          variant="subtle"
          size="xs"
          className={classes.opener ?? ''}
          aria-expanded={isOpen}
          data-question={question.key}
          onClick={() => onOpen(!isOpen)}
        >
          {name}
        </Button>
        <span className={classes.kind}>
          {kindNames[question.kind]}
          {question.isRequired === true && ', required'}
          {question.showIf && ', only if'}
        </span>
        <MoveButtons
          name={name}
          mayUp={place > 0 || at > 0}
          mayDown={place < page.questions.length - 1 || at < pages.length - 1}
          onMove={(by) => onChange(movedQuestion(pages, at, place, by))}
          onRemove={() => put(page.questions.toSpliced(place, 1))}
        />
      </div>
      <Problems of={problems} />
      {isOpen && (
        <QuestionFields
          question={question}
          before={questionsBefore(pages, at, place)}
          onChange={(next) => put(page.questions.with(place, next))}
        />
      )}
    </>
  );
}

export function Problems({ of }: { of: readonly FormProblem[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {of.map(({ sentence }) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
