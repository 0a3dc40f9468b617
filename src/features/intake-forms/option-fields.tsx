import { Button } from '@mantine/core';
import { mostOptions, type DraftQuestion } from '#contract/intake-forms/own-form.ts';
import { moved, newOption } from './edits.ts';
import { MoveButtons } from './move-buttons.tsx';
import { WordsFields } from './words-fields.tsx';
import classes from './intake-forms.module.css';

type Props = { question: DraftQuestion; onChange: (changes: Partial<DraftQuestion>) => void };

/** The answers to choose from. */
export function OptionFields({ question: { options = [] }, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>Answers</legend>
      {options.map((option, at) => (
        <div key={option.value} className={classes.option}>
          <WordsFields
            label={`Answer ${at + 1}`}
            value={option.label}
            most={120}
            onChange={(label) => onChange({ options: options.with(at, { ...option, label }) })}
          />
          <MoveButtons
            name={`answer ${at + 1}`}
            mayUp={at > 0}
            mayDown={at < options.length - 1}
            onMove={(by) => onChange({ options: moved(options, at, by) })}
            onRemove={() => onChange({ options: options.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {options.length < mostOptions && (
        <Button variant="default" size="xs" onClick={() => onChange({ options: [...options, newOption()] })}>
          Add an answer
        </Button>
      )}
    </fieldset>
  );
}

/** The text above a signature. */
export function ParagraphFields({ question: { paragraphs = [] }, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend>Text to sign</legend>
      {paragraphs.map((pair, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a paragraph is known by its place alone
        <div key={at} className={classes.option}>
          <WordsFields
            label={`Paragraph ${at + 1}`}
            value={pair}
            most={1_500}
            isLong
            onChange={(next) => onChange({ paragraphs: paragraphs.with(at, next) })}
          />
          <MoveButtons
            name={`paragraph ${at + 1}`}
            mayUp={at > 0}
            mayDown={at < paragraphs.length - 1}
            onMove={(by) => onChange({ paragraphs: moved(paragraphs, at, by) })}
            onRemove={() => onChange({ paragraphs: paragraphs.toSpliced(at, 1) })}
          />
        </div>
      ))}
      {paragraphs.length < 20 && (
        <Button variant="default" size="xs" onClick={() => onChange({ paragraphs: [...paragraphs, ['', '']] })}>
          Add a paragraph
        </Button>
      )}
    </fieldset>
  );
}
