import { Textarea } from '@mantine/core';
import { noteSections, type NoteSection } from '#contract/documentation/visit-note.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

const prompts: Record<NoteSection, string> = {
  Subjective: 'What the patient reports: pain, function, changes since the last visit',
  Objective: 'Measurements and treatment',
  Assessment: 'What it means: progress, response to treatment, need for skilled care',
  Plan: 'Next steps',
};

/** The four sections in one column. Leaving a section queues it; typing is kept within half a second anyway. */
export function NoteEditor({ note, readOnlyReason }: { note: NoteEditing; readOnlyReason: string | null }) {
  return (
    <div className={classes.sections}>
      {note.restored && (
        <p className={classes.restored} role="status">
          We restored the text you were typing when Mainstay closed.
        </p>
      )}
      {noteSections.map((section) => (
        <section
          key={section}
          id={`note-${section}`}
          className={classes.section}
          aria-labelledby={`note-${section}-name`}
        >
          <div className={classes.sectionHead}>
            <h3 className={classes.sectionName} id={`note-${section}-name`}>
              {section}
            </h3>
            <span id={`note-${section}-state`}>
              <SavedState {...note.state(section)} />
            </span>
          </div>
          <Textarea
            aria-labelledby={`note-${section}-name`}
            aria-describedby={`note-${section}-state`}
            autosize
            minRows={3}
            maxLength={20_000}
            placeholder={prompts[section]}
            value={note.texts[section]}
            readOnly={readOnlyReason !== null}
            onChange={(event) => note.change(section, event.currentTarget.value)}
            onBlur={() => void note.flush().catch(() => undefined)}
          />
        </section>
      ))}
    </div>
  );
}
