import { Textarea } from '@mantine/core';
import type { SectionSpec } from '#contract/documentation/part-specs.ts';
import { comparedSections } from '#contract/documentation/clone-warnings.ts';
import { sectionText } from '#contract/documentation/visit-note.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import { useSectionMarks } from './section-marks.tsx';
import type { Clones } from './use-clones.ts';
import type { NoteEditing } from './use-note.ts';
import classes from './note.module.css';

type Props = {
  section: SectionSpec;
  editing: NoteEditing;
  isReadOnly: boolean;
  /** Why another writes it, or null. */
  why: string | null;
  clones: Clones;
  /** Of its elements. */
  id: string;
};

/** One section of a note while it is written, with what is the same as before and what is not. */
export function NoteSection({ section: { key, title, prompt }, editing, isReadOnly, why, clones, id }: Props) {
  const text = sectionText(editing.note, key);
  const compared = comparedSections.find((each) => each === key);
  const { chips, preview } = useSectionMarks({
    title,
    text,
    clone: compared && clones.bySection[compared],
    before: clones.before,
    section: key,
  });
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-name`}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionName} id={`${id}-name`}>
          {title}
        </h3>
        <span className={classes.sectionMarks}>
          {chips}
          <span id={`${id}-state`}>
            <SavedState {...editing.state(key)} />
          </span>
        </span>
      </div>
      <Textarea
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-state`}
        description={why}
        autosize
        minRows={3}
        maxLength={20_000}
        placeholder={prompt}
        value={text}
        readOnly={isReadOnly || why !== null}
        onChange={(event) => editing.change(key, event.currentTarget.value)}
        onBlur={() => void editing.flush().catch(() => undefined)}
      />
      {preview}
    </section>
  );
}
