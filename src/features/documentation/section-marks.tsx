import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { SectionClone } from '#contract/documentation/clone-share.ts';
import { isCloned, sharePercent } from '#contract/documentation/clone-warnings.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { wordChanges } from '#contract/documentation/word-changes.ts';
import { meaningIcons } from '#shared/ui/meaning/meaning.ts';
import classes from './section-marks.module.css';

type Marked = 'cloned' | 'changed';

export type SectionMarks = { chips: ReactNode; preview: ReactNode };
type Props = {
  title: string;
  text: string;
  /** Missing where the section is too short, or nothing was signed before. */
  clone: SectionClone | undefined;
  /** The signed notes it is compared with, the latest first. */
  before: readonly VisitNote[];
  section: string;
  /** The day of the note that it was copied from. */
  copiedFrom?: string | undefined;
};

/** Chips that say how much of a section stands in earlier notes and what differs from the last one, and their preview. */
export function useSectionMarks({ title, text, clone, before, section, copiedFrom }: Props): SectionMarks {
  const [opened, setOpened] = useState<Marked | null>(null);
  const id = useId();
  const last = before[0];
  const was = last?.Sections[section] ?? '';
  const offered: Marked[] = [
    ...(clone && clone.share > 0 ? (['cloned'] as const) : []),
    ...(last && was.trim() !== '' && text.trim() !== '' ? (['changed'] as const) : []),
  ];
  const shown = offered.find((each) => each === opened) ?? null;
  const since = showDate(last?.NoteDate ?? null);
  const Warning = meaningIcons.needs;
  const chips = offered.map((each) => (
    <Button
      key={each}
      size="compact-xs"
      variant={shown === each ? 'light' : 'default'}
      aria-expanded={shown === each}
      aria-controls={shown === each ? id : undefined}
      aria-label={each === 'cloned' ? `${title}: ${cloneWord(clone)}` : `${title}: changed since ${since}`}
      leftSection={
        each === 'cloned' && clone && isCloned(clone) ? <Warning size={13} stroke={1.75} aria-hidden /> : null
      }
      onClick={() => setOpened(shown === each ? null : each)}
    >
      {each === 'cloned' ? cloneWord(clone) : `Changed since ${since}`}
    </Button>
  ));
  const preview = shown && (
    <section
      id={id}
      className={classes.preview}
      aria-label={shown === 'cloned' ? `${title}: in earlier notes` : `${title}: changed since ${since}`}
    >
      {shown === 'cloned' && clone ? (
        <Cloned text={text} clone={clone} before={before} />
      ) : (
        <Changed from={was} to={text} since={since} />
      )}
    </section>
  );
  const origin = copiedFrom !== undefined && <span className={classes.copied}>Copied from {showDate(copiedFrom)}</span>;
  return {
    chips: (
      <>
        {origin}
        {chips}
      </>
    ),
    preview,
  };
}

const cloneWord = (clone: SectionClone | undefined) => `${sharePercent(clone?.share ?? 0)}% repeated`;

type Piece = { at: number; text: string; mark: string | null };

function Cloned({ text, clone, before }: { text: string; clone: SectionClone; before: readonly VisitNote[] }) {
  const dates = new Map(before.map(({ NoteId, NoteDate }) => [String(NoteId), showDate(NoteDate)]));
  const from = [...new Set(clone.spans.map(({ NoteId }) => dates.get(NoteId) ?? ''))].join(', ');
  return (
    <>
      <p className={classes.legend}>Marked text is also in the signed note of {from}.</p>
      <p className={classes.text}>
        {clonedPieces(text, clone).map(({ at, text: piece, mark }) =>
          mark === null ? (
            <span key={at}>{piece}</span>
          ) : (
            <mark key={at} className={classes.cloned} title={`In the note of ${dates.get(mark)}`}>
              {piece}
            </mark>
          ),
        )}
      </p>
    </>
  );
}

/** A text in pieces of its own and pieces of earlier notes, these with the note they stand in. */
function clonedPieces(text: string, { spans }: SectionClone): Piece[] {
  return [...spans, { start: text.length, end: text.length, NoteId: '' }].flatMap(({ start, end, NoteId }, place) => {
    const from = spans[place - 1]?.end ?? 0;
    return [
      { at: from, text: text.slice(from, start), mark: null },
      { at: start, text: text.slice(start, end), mark: NoteId },
    ].filter((piece) => piece.text !== '');
  });
}

function Changed({ from, to, since }: { from: string; to: string; since: string }) {
  const changes = wordChanges(from, to);
  const isSame = changes.every(({ kind }) => kind === 'same');
  return (
    <>
      <p className={classes.legend}>
        {isSame
          ? `The same text as in the signed note of ${since}.`
          : `Underlined text is new since the signed note of ${since}. Struck text was in it.`}
      </p>
      <p className={classes.text}>
        {changes.map(({ kind, text }, place) => {
          const key = `${place} ${kind}`;
          if (kind === 'same') return <span key={key}>{text}</span>;
          if (kind === 'removed')
            return (
              <del key={key} className={classes.removed}>
                {text}
              </del>
            );
          return (
            <ins key={key} className={classes.added}>
              {text}
            </ins>
          );
        })}
      </p>
    </>
  );
}
