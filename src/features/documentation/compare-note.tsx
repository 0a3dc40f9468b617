import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { NoteId } from '#contract/base/ids.ts';
import { resolvedText, type SectionConflict } from '#contract/documentation/section-conflicts.ts';
import { noteReview, resolveNote, type NoteReview } from '#local/reads/documentation.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { CompareSection } from './compare-section.tsx';
import { choiceOf, useChoices } from './use-choices.ts';
import { useFieldNames } from './use-field-names.ts';
import classes from './compare-note.module.css';

type Props = {
  NoteId: NoteId;
  /** Why the note cannot be written here, or null. */
  readOnlyReason: string | null;
  onClose: () => void;
};

/** Text that met another change of the same section: both are shown, and a person decides what stands. */
export function CompareNote({ NoteId, readOnlyReason, onClose }: Props) {
  const live = useLive(() => noteReview(NoteId), [NoteId]);
  if (live.state === 'failed') {
    return (
      <ErrorState title="The two texts could not be loaded">Both are kept. Reload the page to try again.</ErrorState>
    );
  }
  if (live.state === 'loading') return <LoadingSkeleton label="Loading both texts" rows={6} />;
  if (live.value === null) {
    return (
      <EmptyState
        title="Nothing is left to compare"
        action={
          <Button variant="default" onClick={onClose}>
            Back to the note
          </Button>
        }
      >
        You have decided on all changes in this note.
      </EmptyState>
    );
  }
  return <Compare review={live.value} NoteId={NoteId} readOnlyReason={readOnlyReason} onClose={onClose} />;
}

function Compare({ review, NoteId, readOnlyReason, onClose }: Props & { review: NoteReview }) {
  const { conflicts, reason, since } = review;
  const { choices, choose, submit, forget } = useChoices(NoteId);
  const names = useFieldNames(conflicts.map(({ section }) => section));
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const sections = useRef<Partial<Record<string, HTMLElement | null>>>({});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const textOf = (conflict: SectionConflict) => {
    const { choice, edited } = choiceOf(choices, conflict);
    return choice && resolvedText(conflict, choice, edited ?? '');
  };
  const open = conflicts.filter((conflict) => !isSavable(textOf(conflict)));

  async function save(): Promise<void> {
    setAsked(true);
    const [first] = open;
    if (first) return focusIn(sections.current[first.section]);
    setBusy(true);
    try {
      const resolved = conflicts.map((conflict) => {
        const { section, theirs } = conflict;
        return { section, theirs, text: textOf(conflict) ?? theirs };
      });
      if (!(await submit((draft) => resolveNote(review, resolved, draft)))) return;
      forget();
      toastDone('Saved. The note has what you chose.');
      onClose();
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device. Both texts are kept.');
      setBusy(false);
    }
  }

  return (
    <div className={classes.compare}>
      <header>
        <h2 className={classes.title} tabIndex={-1} ref={heading}>
          Compare and decide
        </h2>
        <p className={classes.intro}>
          {readOnlyReason ?? reason ?? 'The same section was changed first.'} You wrote yours{' '}
          <span className="tabular">{showMoment(new Date(since))}</span>. <Legend />
        </p>
      </header>
      {conflicts.length === 0 && <p className={classes.intro}>The note has everything you wrote.</p>}
      {conflicts.map((conflict) => {
        const { choice, edited, isOutdated } = choiceOf(choices, conflict);
        return (
          <CompareSection
            key={conflict.section}
            conflict={conflict}
            names={names}
            choice={choice}
            edited={edited}
            error={errorOf(textOf(conflict), { isAsked, isOutdated })}
            onChange={readOnlyReason === null ? (changed) => choose(conflict, changed) : null}
            ref={(element) => {
              sections.current[conflict.section] = element;
            }}
          />
        );
      })}
      <footer className={classes.footer}>
        <p role="status" className={classes.status}>
          {readOnlyReason === null
            ? openSentence(open)
            : 'Both texts are kept. Yours stays here until you discard it under Needs attention.'}
        </p>
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        {readOnlyReason === null && (
          <Button loading={isBusy} onClick={() => void save()}>
            {conflicts.length === 0 ? 'Done' : 'Save note'}
          </Button>
        )}
      </footer>
    </div>
  );
}

function Legend() {
  return (
    <>
      <ins className={classes.legend}>Underlined</ins> words were added,{' '}
      <del className={classes.legend}>struck out</del> words were removed.
    </>
  );
}

/** The contract's limit of a section. */
const mostCharacters = 20_000;

function isSavable(text: string | null): boolean {
  return text !== null && text.length <= mostCharacters;
}

function errorOf(
  text: string | null,
  { isAsked, isOutdated }: { isAsked: boolean; isOutdated: boolean },
): string | null {
  if (isOutdated) return 'The note was changed again since you chose. Look at it and choose again.';
  if (text === null) return isAsked ? 'Choose what to keep here.' : null;
  return isSavable(text) ? null : 'Together they are too long for a section. Write a shorter version.';
}

function openSentence(open: SectionConflict[]): string {
  if (open.length === 0) return 'Everything is decided.';
  return open.length === 1
    ? 'One section still needs your decision.'
    : `${open.length} sections still need your decision.`;
}

function focusIn(section: HTMLElement | null | undefined): void {
  section?.querySelector<HTMLElement>('input[type=radio]')?.focus();
  section?.scrollIntoView({ block: 'nearest' });
}
