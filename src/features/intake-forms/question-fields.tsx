import { Select, Switch } from '@mantine/core';
import type { DraftQuestion, QuestionKind } from '#contract/intake-forms/own-form.ts';
import { withParts } from './edits.ts';
import { OptionFields, ParagraphFields } from './option-fields.tsx';
import { fieldNames, fillsChart, kindOptions } from './question-words.ts';
import { ShowIfFields } from './show-if-fields.tsx';
import { WordsFields } from './words-fields.tsx';
import classes from './intake-forms.module.css';

type Props = {
  question: DraftQuestion;
  /** Questions that come before. */
  before: readonly DraftQuestion[];
  onChange: (question: DraftQuestion) => void;
};

/** Everything about one question. */
export function QuestionFields({ question, before, onChange }: Props) {
  const { kind } = question;
  const change = (changes: Partial<DraftQuestion>) => onChange({ ...question, ...changes });
  return (
    <div className={classes.fields}>
      <WordsFields label="Question" value={question.label} most={200} isFirst onChange={(label) => change({ label })} />
      <div className={classes.pair}>
        <Select
          label="Kind of answer"
          data={kindOptions}
          allowDeselect={false}
          value={kind}
          onChange={(next) => next !== null && onChange(withParts({ ...question, kind: next as QuestionKind }))}
        />
        {fillsChart.has(kind) && (
          <Select
            label="Field of the chart"
            description="Staff see where the answer differs from the chart."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="None"
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the field of the chart' }}
            data={Object.entries(fieldNames).map(([value, label]) => ({ value, label }))}
            value={question.field ?? null}
            onChange={(next) => onChange(withField(question, next))}
          />
        )}
        {kind === 'photo' && (
          <Select
            label="Side of the card"
            data={[
              { value: 'cardFront', label: 'Front' },
              { value: 'cardBack', label: 'Back' },
            ]}
            allowDeselect={false}
            value={question.of ?? 'cardFront'}
            onChange={(next) => change({ of: next === 'cardBack' ? 'cardBack' : 'cardFront' })}
          />
        )}
      </div>
      <Switch
        label="Required"
        description="Patients can’t send their forms without an answer."
        checked={question.isRequired === true}
        onChange={(event) => change({ isRequired: event.currentTarget.checked })}
      />
      {kind !== 'signature' && (
        <WordsFields label="Hint" value={question.hint} most={300} onChange={(hint) => change({ hint })} />
      )}
      {(kind === 'choice' || kind === 'many') && <OptionFields question={question} onChange={change} />}
      {kind === 'scale' && (
        <>
          <WordsFields label="Words for 0" value={question.low} most={60} onChange={(low) => change({ low })} />
          <WordsFields label="Words for 10" value={question.high} most={60} onChange={(high) => change({ high })} />
        </>
      )}
      {kind === 'signature' && <ParagraphFields question={question} onChange={change} />}
      <ShowIfFields
        noun="question"
        showIf={question.showIf}
        before={before}
        onChange={(showIf) => {
          const { showIf: _was, ...rest } = question;
          onChange(showIf === undefined ? rest : { ...rest, showIf });
        }}
      />
    </div>
  );
}

function withField(question: DraftQuestion, field: string | null): DraftQuestion {
  const { field: _was, ...rest } = question;
  return field === null ? rest : { ...rest, field: field as keyof typeof fieldNames };
}
