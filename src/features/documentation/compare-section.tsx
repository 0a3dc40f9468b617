import { Radio, Textarea } from '@mantine/core';
import { useMemo, type Ref } from 'react';
import {
  choicesFor,
  resolvedText,
  type ConflictChoice,
  type SectionConflict,
} from '#contract/documentation/section-conflicts.ts';
import type { FieldNames } from '#contract/documentation/field-words.ts';
import { valueOfText } from '#contract/documentation/note-field.ts';
import { wordChanges } from '#contract/documentation/word-changes.ts';
import classes from './compare-note.module.css';

type Props = {
  conflict: SectionConflict;
  names: FieldNames;
  choice: ConflictChoice | null;
  edited: string | null;
  /** Why the section cannot be saved as it stands, or null. */
  error: string | null;
  /** Missing where this note cannot be written here. */
  onChange: ((changed: { choice?: ConflictChoice; edited?: string }) => void) | null;
  ref?: Ref<HTMLElement>;
};

const words: Record<ConflictChoice, string> = {
  mine: 'Keep mine',
  theirs: 'Keep theirs',
  both: 'Keep both: theirs, then mine',
  edit: 'Write it myself',
};

/** One section in its three versions, and what shall stand there. */
export function CompareSection({ conflict, names, choice, edited, error, onChange, ref }: Props) {
  const { section } = conflict;
  const title = names.title(section);
  const shown = (value: string) => names.words(section, valueOfText(section, value));
  const [base, mine, theirs] = [shown(conflict.base), shown(conflict.mine), shown(conflict.theirs)] as const;
  const text = edited ?? resolvedText(conflict, 'both', '');
  return (
    <section className={classes.section} aria-labelledby={`compare-${section}`} ref={ref} tabIndex={-1}>
      <h3 className={classes.sectionName} id={`compare-${section}`}>
        {title}
      </h3>
      <div className={classes.versions}>
        <Version name="Before" hint="where you both started" from={base} text={base} />
        <Version name="Theirs" hint="in the note now" from={base} text={theirs} />
        <Version name="Mine" hint="kept on this device" from={base} text={mine} />
      </div>
      {onChange && (
        <Radio.Group
          label={`What to keep in ${title}`}
          value={choice}
          error={error}
          onChange={(value) => {
            const next = choicesFor(conflict).find((each) => each === value);
            if (next) onChange(next === 'edit' ? { choice: next, edited: text } : { choice: next });
          }}
        >
          <div className={classes.choices}>
            {choicesFor(conflict).map((each) => (
              <Radio key={each} value={each} label={words[each]} />
            ))}
          </div>
        </Radio.Group>
      )}
      {choice === 'edit' && onChange && (
        <Textarea
          label={`Result for ${title}`}
          autosize
          minRows={3}
          maxLength={20_000}
          value={text}
          onChange={(event) => onChange({ edited: event.currentTarget.value })}
        />
      )}
      {choice !== null && choice !== 'edit' && (
        <div>
          <p className={classes.versionName} id={`result-${section}`}>
            Result
          </p>
          <p className={classes.result} aria-labelledby={`result-${section}`}>
            {shown(resolvedText(conflict, choice, text)) || '-'}
          </p>
        </div>
      )}
    </section>
  );
}

type VersionProps = { name: string; hint: string; from: string; text: string };

/** A version with what it changed of the one before: added words underlined, removed ones struck through. */
function Version({ name, hint, from, text }: VersionProps) {
  // Where nothing stood before, everything is new and nothing needs to be marked.
  const changes = useMemo(() => wordChanges(from.trim() === '' ? text : from, text), [from, text]);
  return (
    <div className={classes.version}>
      <h4 className={classes.versionName}>
        {name} <span className={classes.versionHint}>{hint}</span>
      </h4>
      <p className={classes.text}>
        {changes.length === 0 && <span className={classes.nothing}>Empty</span>}
        {changes.map(({ kind, text: piece }, at) => {
          if (kind === 'added') return <ins key={at}>{piece}</ins>;
          return kind === 'removed' ? <del key={at}>{piece}</del> : <span key={at}>{piece}</span>;
        })}
      </p>
    </div>
  );
}
